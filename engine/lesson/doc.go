// Package lesson is what a game brings to teach itself: a course of steps, each of which begins
// with a position, asks for a few orders, and says by what is seen that they were given.
//
// A course is data. What is done with it is package bot/tutor's: whoever takes it plays a match
// that nothing keeps, against the weakest program, with results of dice that are written down.
package lesson
