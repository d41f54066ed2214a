"""The cage of a house, as the stream `cage/main`: chips for tables, boxes and their count, gaming days."""
