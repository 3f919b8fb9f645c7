// Package authoritytest reads the table of docs/data/permissions.csv, for the tests that try
// each of its cells.
package authoritytest
