"""The server: the application, its sockets, the rooms they listen in, and the connection to other processes."""

from croupier.web.server import url_numbers as url_numbers  # registers the converter {number:whole}
