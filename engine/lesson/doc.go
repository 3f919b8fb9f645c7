// Package lesson describes the course with which a game teaches itself: a list of steps, each with a starting
// position, a few orders to give, and the facts that show that they were given.
//
// A course is data. Package bot/tutor runs it: the pupil plays a match that is not stored, against the weakest program,
// with dice results set in advance.
package lesson
