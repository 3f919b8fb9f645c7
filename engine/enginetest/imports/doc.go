// Package imports holds tests over every package of the module: its imports, and whether it runs with the race detector.
package imports
