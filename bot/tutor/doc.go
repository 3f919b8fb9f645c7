// Package tutor takes a pupil through the course of a game ([lesson.Course]): each step is a
// practice against the weakest program, with results of dice that the course names.
//
// What does what a step asks for is kept. All else that is legal is done before the pupil's eyes,
// and taken back: no order can lose them.
package tutor
