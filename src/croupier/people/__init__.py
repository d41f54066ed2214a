"""The people of a house: who they are, what they may do, where they are on duty, and how they prove who they are."""
