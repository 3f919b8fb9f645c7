// Package operator tells whoever runs the referee what is wrong with it: once a day
// for as long as it is so, and once when it is well again.
package operator
