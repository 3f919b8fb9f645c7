// Package endpoint receives interactions and webhook events that Discord delivers over HTTP instead of over
// its gateway.
//
// Anybody can send anything to its address. A request counts only if it is signed with the key of the
// application (Interactions Overview, "Validating Security Request Headers") and recent: a copy of a request
// that arrives an hour later is refused. Nothing else proves the sender.
//
// The response to a request only acknowledges it. The answer to the person is sent as for the gateway, by a
// request of our own (Receiving and Responding, "Responding to an Interaction": "respond to the original HTTP
// request with a 202 and no body"), so that all later steps are the same for both ways.
package endpoint
