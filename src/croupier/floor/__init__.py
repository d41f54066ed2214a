"""Many tables: who owns which, who works them, what is kept of them, and their guests."""
