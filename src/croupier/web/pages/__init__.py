"""The pages: one module each, with its `routes`; found by being here."""
