// Package compared has only tests: that a browser shows of a map as SVG what is in the PNG of the
// same position. They drive a browser, which those of render do not.
package compared
