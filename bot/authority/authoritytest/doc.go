// Package authoritytest reads the table of docs/permissions.md, for the tests that try
// each of its cells.
package authoritytest
