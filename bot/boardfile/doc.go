// Package boardfile reads, writes and signs board files: a data set with a name, which owners of a game give to each other.
//
// A board file is one JSON text of facts: the CSV files of the data set, their hash, and the signatures of those who have
// compared it with their copy. Anybody may have written it, so it is checked as a whole before anything is taken from it.
package boardfile
