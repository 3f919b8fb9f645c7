// Package compared tests that a browser shows a map in SVG like the PNG of the same position. They
// need a browser, which the tests of package render do not.
package compared
