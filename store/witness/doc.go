// Package witness reads a store file without a line of the referee's own code,
// and compares it with what people say they did and saw: a second opinion on
// whether an order was lost, doubled or invented.
//
//   - [Read] reads a [StoreFile] in the format that package store documents, with
//     nothing but bbolt itself, and recomputes every hash chain.
//   - [Journal] is what people noted: orders, heads that they saw, posts, and when
//     the referee was not connected.
//   - [StoreFile.Against] lists what in a file contradicts a journal, and
//     [StoreFile.Follows] what contradicts an earlier state of the file.
package witness
