package table

import (
	"slices"
	"strconv"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/tutor"
	"referee/engine"
	"referee/engine/match"
)

// taught is a course that is taken at the table, and what was there before it.
type taught struct {
	*tutor.Lesson
	id    match.ID
	info  *engine.Info
	words *locale.Words
	mine  engine.Seat
}

// atLesson are the table's own commands that a course has: no match is opened, ended or
// agreed about in it.
var atLesson = []string{
	"options", "undo", "board", "units", "status", "map", "changed", "replay", "try", "why", "log", "rules", "help",
	"learn", "hint", "again", "back", "skip", "quit",
}

// onlyLesson are those that there are in a course alone.
var onlyLesson = []string{"again", "back", "skip"}

// has refuses the commands of the table that a course has not, and outside of one those of a course.
func (l *taught) has(t *Session, name string) error {
	learn := engine.Text("learn", t.words.Called(t.lang, "learn"))
	switch {
	case l == nil && slices.Contains(onlyLesson, name):
		return refused("table.learn.none", learn)
	case l != nil && !slices.Contains(atLesson, name):
		return refused("table.learn.not-here", engine.Text("order", t.words.Called(t.lang, name)), engine.Text("quit", t.words.Called(t.lang, "quit")))
	}
	return nil
}

// snapshot is a match as it stands, also that of a course.
func (t *Session) snapshot(id match.ID) (*referee.Snapshot, error) {
	if t.lesson != nil && id == t.lesson.By().Match {
		return t.lesson.Snapshot(), nil
	}
	return t.Referee.Snapshot(id)
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
func learn(t *Session, words []string) error {
	if t.lesson != nil {
		n, of := t.lesson.Step()
		if len(words) > 0 {
			var err error
			if n, err = strconv.Atoi(words[0]); err != nil || n < 1 || n > of || len(words) > 1 {
				return refused("table.learn.step", engine.Num("n", of))
			}
		}
		return t.step(n)
	}
	info, err := t.course()
	if err != nil {
		return err
	}
	if info == nil {
		return tutor.ErrNone
	}
	course, _ := t.Referee.Games.Course(info.Game)
	n, err := tutor.Reached(t.Notes, info.Game, place)
	if err == nil && len(words) > 0 {
		if n, err = strconv.Atoi(words[0]); err != nil || n < 1 || n > len(course.Steps) || len(words) > 1 {
			err = refused("table.learn.step", engine.Num("n", len(course.Steps)))
		}
	}
	if err != nil {
		return err
	}
	by := t.by(course.Seat)
	l, err := tutor.New(t.Referee, info.Game, by, n)
	if err != nil {
		return err
	}
	t.lesson = &taught{Lesson: l, id: t.id, info: t.info, words: t.words, mine: t.mine}
	t.info, t.words, t.mine = l.Snapshot().Info(), l.Words.ForTyping(), course.Seat
	t.places = placesOf(t.info)
	t.say("table.learn.how", engine.Text("hint", t.words.Called(t.lang, "hint")), engine.Text("again", t.words.Called(t.lang, "again")),
		engine.Text("back", t.words.Called(t.lang, "back")), engine.Text("skip", t.words.Called(t.lang, "skip")), engine.Text("quit", t.words.Called(t.lang, "quit")))
	return t.begun()
}

// step sets up a step of the course.
func (t *Session) step(n int) error {
	if err := t.lesson.Go(n); err != nil {
		return err
	}
	if err := tutor.Reach(t.Notes, t.info.Game, place, n); err != nil {
		return err
	}
	return t.begun()
}

// begun tells what a step is about that was just set up.
func (t *Session) begun() error {
	m := t.lesson.Match()
	t.id, t.status, t.counts, t.refused, t.drafted = m.ID(), engine.Msg{}, "", nil, nil
	t.last.from, t.last.to = m.Seq(), m.Seq()
	t.write("")
	t.tell(t.lesson.Head())
	t.tell(t.lesson.About())
	if err := t.told(t.viewer(), t.lesson.Opened(), m.Seq()); err != nil {
		return err
	}
	return t.task()
}

// task shows the match of the course, and what is to be done in it.
func (t *Session) task() error {
	if err := t.stand(); err != nil {
		return err
	}
	t.tell(t.lesson.Do(t.lesson.Hint(t.lang)))
	return nil
}

// judged looks at what an order in the course has come to, and goes on from there.
func (t *Session) judged() error {
	n, _ := t.lesson.Step()
	learned := t.lesson.Learned()
	verdict, err := t.lesson.Judge()
	if err != nil {
		return err
	}
	switch verdict {
	case tutor.Nothing:
		return t.stand()
	case tutor.Other:
		t.write("")
		tellAll(t, t.lesson.Else(t.lesson.Hint(t.lang)))
		t.status = engine.Msg{}
		return t.task()
	case tutor.More:
		return t.task()
	case tutor.Done:
		t.tell(learned)
		return t.step(n + 1)
	case tutor.Over:
		t.tell(learned)
		t.say("table.learn.over")
		if err := tutor.Reach(t.Notes, t.info.Game, place, 0); err != nil {
			return err
		}
	}
	return t.leaveCourse()
}

// again sets up the step anew.
func again(t *Session, _ []string) error {
	n, _ := t.lesson.Step()
	return t.step(n)
}

// back goes back to the step before.
func back(t *Session, _ []string) error {
	n, _ := t.lesson.Step()
	return t.step(max(1, n-1))
}

// skip goes on to the next step.
func skip(t *Session, _ []string) error {
	n, of := t.lesson.Step()
	if n == of {
		return refused("table.learn.last", engine.Text("quit", t.words.Called(t.lang, "quit")))
	}
	return t.step(n + 1)
}

// leaveCourse goes back to where the table was before.
func (t *Session) leaveCourse() error {
	l := t.lesson
	t.lesson, t.info, t.words, t.mine, t.id = nil, l.info, l.words, l.mine, ""
	t.places, t.refused, t.drafted = placesOf(t.info), nil, nil
	if l.id != "" {
		return t.resume(l.id)
	}
	return t.welcome()
}

// quitCourse leaves the course, which goes on at the step where it was left.
func (t *Session) quitCourse() error {
	n, _ := t.lesson.Step()
	t.say("table.learn.left", engine.Text("learn", t.words.Called(t.lang, "learn")), engine.Num("n", n))
	return t.leaveCourse()
}
