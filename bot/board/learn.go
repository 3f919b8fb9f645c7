package board

import (
	"net/http"
	"slices"
	"strconv"

	"referee/bot/referee"
	"referee/bot/tutor"
	"referee/engine"
	"referee/engine/match"
)

// Course is the page of a step of a course, beside the match of its [Lesson].
type Course struct {
	Game        string
	Head, About string
	Steps       []CourseStep
	N, Next     int // the number of the step, and of the next; Next 0: it is the last
	Lesson      *Lesson
}

// CourseStep is a step of a course in its list.
type CourseStep struct {
	N         int
	Title     string
	Done, Now bool
}

// pupil is who a visitor is in a course: the name of their notes, and the command of their seat.
func (v Visitor) pupil(seat engine.Seat) (account string, by referee.Command) {
	if v.Table != "" {
		return v.place(), v.seated("", seat)
	}
	return v.Account, referee.Command{Seat: seat, Account: v.Account, Name: v.Name, Door: door}
}

// inLesson has a request be about the match of the visitor's lesson, at the step where they left the course.
func inLesson(h handler) handler {
	return func(q *request) error {
		game := q.PathValue("game")
		course, has := q.b.Referee.Games.Course(game)
		if !has || q.b.Turn != nil {
			return tutor.ErrNone
		}
		account, by := q.visitor.pupil(course.Seat)
		begin := func() (*tutor.Lesson, error) {
			n, err := q.reached(game)
			if err != nil {
				return nil, err
			}
			return tutor.New(q.Context(), q.b.Referee, game, by, n)
		}
		return q.b.lessons.With(account, game, begin, func(l *tutor.Lesson) error {
			q.lesson = l
			q.visitor.Rooms = append(slices.Clone(q.visitor.Rooms), Room{l.Match().ID(), course.Seat})
			return h(q)
		})
	}
}

// reached is the step at which the visitor goes on with a course; 0: at the beginning.
func (q *request) reached(game string) (int, error) {
	account, _ := q.visitor.pupil("")
	return tutor.Reached(q.Context(), q.b.Steps, game, account)
}

// reach notes where the visitor goes on with their course.
func (q *request) reach() error {
	account, _ := q.visitor.pupil("")
	return tutor.Reach(q.Context(), q.b.Steps, q.PathValue("game"), account, q.lesson.Resumes())
}

// address begins the addresses of what a request is about: of its match, or of the course.
func (q *request) address(id match.ID) string {
	if q.lesson != nil {
		return learnAt(q.PathValue("game"))
	}
	return pathTo(id)
}

// taught is a voice that has the words of the course.
func (q *request) taught() voice { return voice{q.lesson.Words, q.lang} }

// course is what stands beside the match of the lesson.
func (q *request) course(st *State) *Course {
	l, v := q.lesson, q.taught()
	n, of := l.Step()
	out := &Course{Game: q.PathValue("game"), Head: v.say(l.Head()), About: v.say(l.About()), N: n, Lesson: st.Lesson}
	if n < of {
		out.Next = n + 1
	}
	for i, title := range l.Titles() {
		out.Steps = append(out.Steps, CourseStep{N: i + 1, Title: v.say(title), Done: i+1 < n || i+1 == n && l.Done(), Now: i+1 == n})
	}
	return out
}

// pressed is the order that a step asks for, as the buttons that give it.
func (q *request) pressed() string {
	_, path := q.lesson.Proposed(q.Context())
	if len(path) == 0 { // it cannot be read after what is half built
		path = q.lesson.Asked()
	}
	return q.text("web.learn.press", engine.Text("buttons", q.pressing(path)))
}

// inCourse adds to the state of a lesson's match what is to be done there, and takes away what is not.
func (q *request) inCourse(st *State) {
	l, v := q.lesson, q.taught()
	hint := q.pressed()
	st.Lesson = &Lesson{Do: v.say(l.Do(hint)), Said: v.all(l.Said(hint)), Done: l.Done()}
	if l.Done() {
		st.Asks, st.Result = []Ask{}, nil
		return
	}
	st.Acts = []Button{q.act("hint")}
	if slices.ContainsFunc(st.Asks, func(a Ask) bool { return a.Node != nil && len(a.Node.Path) > 0 }) {
		st.Acts = append(st.Acts, q.act("undo"))
	}
}

// practise does something in the match of a lesson, and says what the tutor makes of it.
func practise(q *request) error {
	asked, err := q.read()
	if err != nil {
		return err
	}
	act, known := inPractice[asked.Do]
	if asked.Sandbox || !known {
		return errForm
	}
	s, err := q.snapshot()
	if err != nil {
		return err
	}
	d := &seatRequest{request: q, Action: asked}
	by, err := q.acting(s, asked.Seat)
	if err != nil {
		return err
	}
	if d.Turn, err = q.b.turn(q.Context(), s, by); err != nil {
		return err
	}
	d.Orders = q.lesson.Orders
	undone, no := d.practise(act)
	if no != nil && !d.refuses(no) {
		return no
	}
	if d.outcome.State, err = q.state(q.lesson.Snapshot(), glance{seat: asked.Seat}); err != nil {
		return err
	}
	said := &d.outcome.State.Lesson.Said
	*said = slices.Insert(*said, 0, undone...)
	return q.json(statusOf(no), d.outcome)
}

// inPractice is what can be done in a lesson, by its name.
var inPractice = map[string]func(*seatRequest) (referee.Reply, error){
	"pick": pick, "draft": draft, "answer": confirm, "order": order, "undo": (*seatRequest).act, "hint": (*seatRequest).task,
}

// practise does something in a lesson. undone tells what an order led to that was taken back.
func (d *seatRequest) practise(act func(*seatRequest) (referee.Reply, error)) (undone []string, err error) {
	l := d.lesson
	switch {
	case d.Seen != "" && d.Seen != d.Look.Snapshot.Fingerprint(d.By.Seat):
		return nil, referee.ErrChanged
	case l.Done():
		return nil, tutor.ErrDone
	}
	reply, err := act(d)
	if err != nil {
		return nil, err
	}
	verdict, err := l.Judge()
	if err != nil {
		return nil, err
	}
	var lines []string
	for _, line := range reply.Lines {
		lines = append(lines, d.say(line.Said))
	}
	if verdict == tutor.Other {
		return lines, nil
	}
	d.outcome.Lines = lines
	if l.Done() {
		err = d.reach()
	}
	return nil, err
}

// task answers with the order that is asked for, which can be taken over.
func (d *seatRequest) task() (referee.Reply, error) {
	d.outcome.Answer = &Answer{Title: d.text("web.learn.order"), Lines: []string{d.pressed()}}
	d.outcome.Answer.Prompt, d.outcome.Answer.Path = d.lesson.Proposed(d.Context())
	return referee.Reply{}, nil
}

// lessonPage shows the step of a course.
func lessonPage(q *request) error {
	st, where, err := q.matchState()
	if err != nil {
		return err
	}
	return q.page(http.StatusOK, "match", q.shown(Match{State: st, Board: where, Course: q.course(st)}))
}

// goTo goes to a step of a course, as a form says.
func goTo(q *request) error {
	if err := q.ParseForm(); err != nil {
		return tooBig(err, errForm)
	}
	n, err := strconv.Atoi(q.PostForm.Get("step"))
	if _, of := q.lesson.Step(); err != nil || n < 1 || n > of {
		return tutor.ErrStep
	}
	if err := q.lesson.Go(q.Context(), n); err != nil {
		return err
	}
	if err := q.reach(); err != nil {
		return err
	}
	http.Redirect(q.w, q.Request, q.address(""), http.StatusSeeOther)
	return nil
}
