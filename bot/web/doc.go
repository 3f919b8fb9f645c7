// Package web is the one HTTP server of the program: where it listens, how long it waits
// for anybody, and how it ends.
//
// What is served is made elsewhere, as an http.Handler for each address. An address is
// one of this machine alone unless it says otherwise, as what stands before the program,
// a proxy with a certificate or a monitor, runs there too.
package web
