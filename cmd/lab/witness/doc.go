// Package witness reads a store file without using the referee's own code, and compares it with the notes of simulated
// people about what they did and saw: a second opinion on whether an order was lost, doubled or invented.
//
//   - [Read] reads a [StoreFile] in the format that package store documents, using only bbolt, and recomputes
//     every hash chain.
//   - [Journal] holds the notes: orders, heads that they saw, posts, and when the referee was not connected.
//   - [StoreFile.Against] lists contradictions between a file and a journal, and [StoreFile.Follows] between a
//     file and an earlier state of it.
package witness
