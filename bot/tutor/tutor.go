package tutor

import (
	"context"
	"hash/fnv"
	"math/rand/v2"
	"strings"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/lesson"
	"referee/engine/match"
	"referee/engine/refusal"
)

// Errors of courses, for pupils.
var (
	// ErrNone says that a game has no course.
	ErrNone = refusal.New("tutor.none", "tutor: the game has no course")
	// ErrDone says that a step is done, in which nothing more is to be ordered.
	ErrDone = refusal.New("tutor.done", "tutor: the step is done")
	// ErrStep says that a course has no such step.
	ErrStep = refusal.New("tutor.step", "tutor: there is no such step")
)

// Verdict is what an order of the pupil has come to.
type Verdict int

// In their order: nothing that was to be judged; legal, but not what was asked for; what was
// asked for, and there is more in this step; the step is done; the last step is.
const (
	Nothing Verdict = iota
	Other
	More
	StepDone
	Over
)

// Lesson is a pupil on their way through a course. It is for one goroutine.
type Lesson struct {
	*referee.Practice
	Words *locale.Words // of the game, with those of the course

	r      *referee.Referee
	course *lesson.Course
	by     referee.Command
	game   string
	step   int
	task   int
	opened int          // the decision after which the step was set up
	wrong  int          // answers since the task was set that were not what was asked for
	now    Verdict      // what the orders of the step have come to so far
	from   *match.Match // as the task was set
}

// New begins a course at a step, from 1; one that there is not is the first. by says who the pupil is and
// at which door. It returns ErrNone.
func New(ctx context.Context, r *referee.Referee, game string, by referee.Command, step int) (*Lesson, error) {
	course, ok := r.Games.Course(game)
	if !ok {
		return nil, ErrNone
	}
	by.Seat = course.Seat
	l := &Lesson{r: r, course: course, by: by, game: game}
	if err := l.Go(ctx, step); err != nil {
		return nil, err
	}
	var err error
	l.Words, err = locale.New(l.Snapshot().Info(), course.Catalogues)
	return l, err
}

// Go sets up a step, from 1, as it begins; one that there is not is the first.
func (l *Lesson) Go(ctx context.Context, step int) error {
	if step < 1 || step > len(l.course.Steps) {
		step = 1
	}
	s := &l.course.Steps[step-1]
	l.by.Match = match.ID("lesson-" + s.ID + s.Seed) // what the rival answers hangs on it
	p, err := l.r.Practise(ctx, referee.Practising{Game: l.game, Position: s.Position, Dice: faces{s}, By: l.by})
	if err != nil {
		return err
	}
	l.Practice, l.step, l.task, l.wrong, l.now, l.from = p, step, 0, 0, Nothing, p.Match()
	l.opened = 1 + len(l.from.Game().Info().Seats)
	return nil
}

// Step is the number of the step, from 1, and of how many.
func (l *Lesson) Step() (n, of int) { return l.step, len(l.course.Steps) }

// Opened is the decision after which the step was set up: what follows it is for the pupil to see.
func (l *Lesson) Opened() int { return l.opened }

// By is who practises, at their seat.
func (l *Lesson) By() referee.Command { return l.by }

func (l *Lesson) currentStep() *lesson.Step { return &l.course.Steps[l.step-1] }

// Judge looks at what the last order has led to. What was not asked for is taken back;
// what was is kept, and after the last of a step the next step is to be set up by [Lesson.Go].
func (l *Lesson) Judge() (Verdict, error) {
	v, err := l.judge()
	if v != Nothing {
		l.now = v
	}
	return v, err
}

// Done reports whether the step is done, as it was judged last.
func (l *Lesson) Done() bool { return l.now == StepDone || l.now == Over }

// Resumes is the step at which the pupil goes on later: the next once this one is done, and 0, the beginning, after the last.
func (l *Lesson) Resumes() int {
	switch l.now {
	case StepDone:
		return l.step + 1
	case Over:
		return 0
	default:
		return l.step
	}
}

func (l *Lesson) judge() (Verdict, error) {
	now := l.Match()
	if now.Seq() == l.from.Seq() {
		return Nothing, nil
	}
	var events []engine.Event
	for _, e := range now.After(l.from.Seq()) {
		more, err := engine.Decode(now.Game(), e.Decision.Events())
		if err != nil {
			return Nothing, err
		}
		events = append(events, more...)
	}
	s := l.currentStep()
	if !s.Tasks[l.task].Done(events, now.Position()) {
		l.wrong++
		l.Return(l.from)
		return Other, nil
	}
	l.from, l.wrong = now, 0
	if l.task < len(s.Tasks)-1 {
		l.task++
		return More, nil
	}
	if l.step == len(l.course.Steps) {
		return Over, nil
	}
	return StepDone, nil
}

// Asked is the order that does what is asked for, in the words of the game.
func (l *Lesson) Asked() []string { return strings.Fields(l.currentStep().Tasks[l.task].Order) }

// Hint is the order that does what is asked for, in a language.
func (l *Lesson) Hint(lang string) string {
	words := l.Asked()
	for i, w := range words {
		words[i] = l.Words.Called(lang, w)
	}
	return strings.Join(words, " ")
}

// Proposed is the order that does what is asked for, as an answer to a question; nothing where it cannot be read after what is
// half built.
func (l *Lesson) Proposed(ctx context.Context) (engine.PromptID, []string) {
	o, err := l.Snapshot().Read(ctx, l.by, strings.Join(l.Asked(), " "))
	if err != nil {
		return "", nil
	}
	return o.Prompt, o.Path
}

// Titles are the titles of all steps.
func (l *Lesson) Titles() (out []engine.Msg) {
	for _, s := range l.course.Steps {
		out = append(out, engine.Say("lesson."+s.ID+".title"))
	}
	return out
}

// Said is what is said of the pupil's last order, in whose language order is what [Lesson.Hint] returns: what was learned once the
// step is done, and why an order was taken back as long as the task is not done.
func (l *Lesson) Said(order string) []engine.Msg {
	switch {
	case l.Done():
		return []engine.Msg{l.Learned()}
	case l.wrong > 0:
		return l.Else(order)
	}
	return nil
}

// Head names the step, with its paragraphs.
func (l *Lesson) Head() engine.Msg {
	s := l.currentStep()
	return engine.Say("tutor.head", engine.Num("n", l.step), engine.Num("m", len(l.course.Steps)),
		engine.Sub("title", engine.Say("lesson."+s.ID+".title")), engine.Text("rules", strings.Join(s.Rules, ", ")))
}

// About says what the step is about, and the first one that new matches are played on another board, where they are.
func (l *Lesson) About() engine.Msg {
	about := engine.Say("lesson." + l.currentStep().ID + ".text")
	if said, elsewhere := l.r.Games.TaughtElsewhere(l.Snapshot().Info()); elsewhere && l.step == 1 {
		return engine.Say("account.and", engine.Sub("said", about), engine.Sub("next", said))
	}
	return about
}

// Do says what is to be done now; order is what [Lesson.Hint] returns.
func (l *Lesson) Do(order string) engine.Msg {
	return engine.Say(l.key("do"), engine.Text("order", order))
}

// Else is what is said of an answer that was not asked for, after the second with the order that is.
func (l *Lesson) Else(order string) []engine.Msg {
	out := []engine.Msg{engine.Say("tutor.other")}
	if key := l.key("else"); l.Words.Has(locale.Languages[0], key) {
		out = append(out, engine.Say(key, engine.Text("order", order)))
	}
	if l.wrong > 1 {
		out = append(out, engine.Say("tutor.hint", engine.Text("order", order)))
	}
	return out
}

// Learned is what is said of a step that is done.
func (l *Lesson) Learned() engine.Msg { return engine.Say("lesson." + l.currentStep().ID + ".done") }

// key is the key of what is said of the task.
func (l *Lesson) key(what string) string {
	key := "lesson." + l.currentStep().ID + "." + what
	if l.task == 0 {
		return key
	}
	return key + string(rune('1'+l.task))
}

// faces are the results of a step: those that it names, by the number of the roll, and beyond
// them, or where a roll cannot have the one that is named, any, but the same each time.
type faces struct{ step *lesson.Step }

// Roll implements [match.Roller].
func (f faces) Roll(r match.Roll) (match.Face, error) {
	if r.No <= len(f.step.Faces) {
		for _, o := range r.Faces {
			if o.ID == f.step.Faces[r.No-1] {
				return match.Face{ID: o.ID}, nil
			}
		}
	}
	h := fnv.New64a()
	h.Write([]byte(f.step.ID))
	var all []string
	for _, o := range r.Faces {
		for range max(1, o.Weight) {
			all = append(all, o.ID)
		}
	}
	return match.Face{ID: all[rand.New(rand.NewPCG(h.Sum64(), uint64(r.No))).IntN(len(all))]}, nil
}
