// Package endpoint takes interactions and webhook events that Discord delivers over HTTP,
// instead of over its gateway.
//
// Anybody may send anything to its address. What counts is what is signed with the key of
// the application (Interactions Overview, "Validating Security Request Headers") and has
// just been sent: the same request once more, an hour later, is refused. Who a request is
// from is known by nothing else.
//
// The answer to a request says that the interaction was taken in, and no more: what is
// answered to the person follows as for the gateway, by a request of our own (Receiving
// and Responding, "Responding to an Interaction": "respond to the original HTTP request
// with a 202 and no body"). So all that follows is the same for both ways.
package endpoint
