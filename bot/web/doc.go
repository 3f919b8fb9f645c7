// Package web is the one HTTP server of the program: its addresses, timeouts and shutdown.
//
// The content comes from elsewhere, as an http.Handler for each address. An address is reachable only from this
// machine unless it says otherwise, because a proxy with a certificate, or a monitor, usually runs there too.
package web
