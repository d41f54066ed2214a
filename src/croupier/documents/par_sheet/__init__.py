"""Par sheets: every figure of one wager (`sheet.py`), as HTML, PDF, CSV or a workbook."""
