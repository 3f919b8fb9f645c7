// Package witness reads a store file without a line of the referee's own code,
// and compares it with what people say they did and saw: a second opinion on
// whether an order was lost, doubled or invented.
//
//   - [Read] takes a [File] apart by the form that package store documents, with
//     nothing but the library of the file, and reckons every chain anew.
//   - [Journal] is what people noted: orders, heads that they saw, posts, and when
//     the referee was down.
//   - [File.Against] names every fault of a file against a journal, and
//     [File.Follows] against what the file held earlier.
package witness
