"""Tables in the browser: pages, WebSockets and the JSON API over one floor."""
