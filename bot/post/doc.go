// Package post holds what waits to be posted, as the outbox of the store keeps
// it, and the places where it waits.
package post
