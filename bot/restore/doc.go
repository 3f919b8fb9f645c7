// Package restore turns a backup into a store that can replace a lost one. It checks the backup, and puts every
// match and league in it on hold until people resume them.
package restore
