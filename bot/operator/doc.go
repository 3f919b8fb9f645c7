// Package operator reports problems of the referee to its operator: once a day while a problem lasts, and once
// when it is over.
package operator
