// Package operator tells the operator what is wrong with the referee: once a day while
// it lasts, and once when it is over.
package operator
