"""Many tables: which process owns which, their crews, their history, and their guests."""
