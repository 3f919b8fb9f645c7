// Package post defines the posts that wait in the outbox of the store, and the places they are for.
package post
