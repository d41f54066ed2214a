"""The cage of a house, as the stream `cage/main`: chips for the tables, boxes and their count, the close of a gaming day."""
