package table

import (
	"slices"
	"strconv"

	"referee/bot/locale"
	"referee/bot/tutor"
	"referee/engine"
	"referee/engine/match"
)

// takenCourse is a course that is taken at the table, and what was there before it.
type takenCourse struct {
	*tutor.Lesson
	id    match.ID
	info  *engine.Info
	words *locale.Words
	mine  engine.Seat
}

// atLesson lists the table's own commands that a course has. In it no match is opened or ended, and nothing is agreed.
var atLesson = []string{
	"options", "undo", "board", "units", "status", "map", "changed", "replay", "try", "why", "log", "rules", AidsWord, "help",
	"learn", "hint", "again", "back", "skip", "quit",
}

// onlyLesson lists the commands that exist only in a course.
var onlyLesson = []string{"again", "back", "skip"}

// has refuses commands that a course does not have and, outside of a course, those that only it has.
func (l *takenCourse) has(q *request, name string) error {
	learn := q.command("learn")
	switch {
	case l == nil && slices.Contains(onlyLesson, name):
		return refused("table.learn.none", learn)
	case l != nil && !slices.Contains(atLesson, name):
		return refused("table.learn.not-here", engine.Text("order", q.words.Called(q.lang, name)), q.command("quit"))
	}
	return nil
}

// course is the game whose course is meant; nil: none has one.
func (t *Session) course() (*engine.Info, error) {
	list, err := t.Referee.Games.Taught()
	if err != nil || len(list) == 0 {
		return nil, err
	}
	if i := slices.IndexFunc(list, func(g *engine.Info) bool { return g.Game == t.info.Game }); i >= 0 {
		return list[i], nil
	}
	return list[0], nil
}

// learn begins the course of the game where it was left, or at a step that is named.
func learn(q *request, words []string) error {
	if q.lesson != nil {
		n, of := q.lesson.Step()
		n, err := stepIn(words, n, of)
		if err != nil {
			return err
		}
		return q.step(n)
	}
	info, err := q.course()
	if err != nil {
		return err
	}
	if info == nil {
		return tutor.ErrNone
	}
	course, _ := q.Referee.Games.Course(info.Game)
	n, err := tutor.Reached(q.ctx, q.Notes, info.Game, place)
	if err == nil {
		n, err = stepIn(words, n, len(course.Steps))
	}
	if err != nil {
		return err
	}
	by := q.by(course.Seat)
	l, err := tutor.New(q.ctx, q.Referee, info.Game, by, n)
	if err != nil {
		return err
	}
	q.lesson = &takenCourse{Lesson: l, id: q.id, info: q.info, words: q.words, mine: q.mine}
	q.info, q.words, q.mine = l.Snapshot().Info(), l.Words.ForTyping(), course.Seat
	q.places = placesOf(q.info)
	q.say("table.learn.how", q.command("hint"), q.command("again"),
		q.command("back"), q.command("skip"), q.command("quit"))
	return q.tellStep()
}

// stepIn reads the number of a step, of so many; without words it is n.
func stepIn(words []string, n, of int) (int, error) {
	if len(words) == 0 {
		return n, nil
	}
	n, err := strconv.Atoi(words[0])
	if err != nil || n < 1 || n > of || len(words) > 1 {
		return 0, refused("table.learn.step", engine.Num("n", of))
	}
	return n, nil
}

// step sets up a step of the course.
func (q *request) step(n int) error {
	if err := q.lesson.Go(q.ctx, n); err != nil {
		return err
	}
	if err := tutor.Reach(q.ctx, q.Notes, q.info.Game, place, n); err != nil {
		return err
	}
	return q.tellStep()
}

// tellStep says what the step is about that was just set up.
func (q *request) tellStep() error {
	m := q.lesson.Match()
	q.id, q.status, q.counts, q.refused, q.drafted = m.ID(), engine.Msg{}, "", nil, nil
	q.lastReply.from, q.lastReply.to = m.Seq(), m.Seq()
	if err := q.refresh(); err != nil {
		return err
	}
	head, about := q.spoken(q.lesson.Head()), q.spoken(q.lesson.About())
	q.write("")
	q.showAbove(head, about)
	q.write(head)
	q.write(about)
	if err := q.tellDecisions(q.viewer(), q.lesson.Opened(), m.Seq()); err != nil {
		return err
	}
	return q.task()
}

// task shows the match of the course, and what is to be done in it.
func (q *request) task() error {
	if err := q.tellState(); err != nil {
		return err
	}
	q.tell(q.lesson.Do(q.lesson.Hint(q.lang)))
	return nil
}

// judge says whether the last order in the course was the one asked for, and continues.
func (q *request) judge() error {
	n, _ := q.lesson.Step()
	learned := q.lesson.Learned()
	verdict, err := q.lesson.Judge()
	if err != nil {
		return err
	}
	switch verdict {
	case tutor.Nothing:
		return q.tellState()
	case tutor.Other:
		q.write("")
		tellAll(q, q.lesson.Else(q.lesson.Hint(q.lang)))
		q.status = engine.Msg{}
		return q.task()
	case tutor.More:
		return q.task()
	case tutor.StepDone:
		q.tell(learned)
		return q.step(n + 1)
	case tutor.Over:
		q.tell(learned)
		q.say("table.learn.over")
		if err := tutor.Reach(q.ctx, q.Notes, q.info.Game, place, 0); err != nil {
			return err
		}
	}
	return q.leaveCourse()
}

// again sets up the step again.
func again(q *request, _ []string) error {
	n, _ := q.lesson.Step()
	return q.step(n)
}

// back goes back to the step before.
func back(q *request, _ []string) error {
	n, _ := q.lesson.Step()
	return q.step(max(1, n-1))
}

// skip goes on to the next step.
func skip(q *request, _ []string) error {
	n, of := q.lesson.Step()
	if n == of {
		return refused("table.learn.last", q.command("quit"))
	}
	return q.step(n + 1)
}

// leaveCourse returns to the match that was open before the course.
func (q *request) leaveCourse() error {
	l := q.lesson
	q.lesson, q.info, q.words, q.mine, q.id = nil, l.info, l.words, l.mine, ""
	q.places, q.refused, q.drafted = placesOf(q.info), nil, nil
	if l.id != "" {
		return q.resume(l.id)
	}
	_ = q.refresh() // there is no match
	return q.welcome()
}

// quitCourse leaves the course, which later continues at this step.
func (q *request) quitCourse() error {
	n, _ := q.lesson.Step()
	q.say("table.learn.left", q.command("learn"), engine.Num("n", n))
	return q.leaveCourse()
}
