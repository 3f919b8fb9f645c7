// Package tutor takes a pupil through the course of a game ([lesson.Course]): each step is a practice match
// against the weakest program, with dice results that the course sets.
//
// Orders that meet the step's task are kept. Any other legal order is carried out before the pupil's eyes and then
// undone, so that no order can lose the lesson.
package tutor
