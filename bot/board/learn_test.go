package board_test

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"referee/bot/board"
	"referee/bot/referee"
	"referee/bot/tutor"
	"referee/cmd/games"
	"referee/engine/celles/course"
)

// pupil is somebody in the course of Celles at a site.
type pupil struct {
	*site
	c    *http.Client
	keys int
}

// taughtGame is Celles with its course, and those who play it.
func taughtGame() referee.Game {
	list, err := games.Known().Referee("celles", nil)
	if err != nil {
		panic(err)
	}
	return list[0]
}

// body reads an answer.
func body(t testing.TB, answer *http.Response) string {
	t.Helper()
	text, err := io.ReadAll(answer.Body)
	must(t, errors.Join(err, answer.Body.Close()))
	return string(text)
}

const atCourse = "/learn/celles"

// newPupil is a pupil at a screen.
func newPupil(t testing.TB) *pupil {
	t.Helper()
	s := newSite(t, playing(taughtGame()))
	return &pupil{site: s, c: s.browser()}
}

// state is the lesson as it stands.
func (p *pupil) state() board.State {
	p.Helper()
	return get[board.State](p.site, p.c, atCourse+"/state", http.StatusOK)
}

// does does something in the lesson.
func (p *pupil) does(d board.Action, status int) board.Outcome {
	p.Helper()
	p.keys++
	d.Key = fmt.Sprintf("key-%05d", p.keys)
	return p.doesAt(p.c, atCourse+"/do", d, status)
}

// solve gives the orders that a step asks for, until it is done.
func (p *pupil) solve() board.State {
	p.Helper()
	for range 10 {
		st := p.state()
		if st.Lesson.Done {
			return st
		}
		hint := p.does(board.Action{Do: "hint", Seat: st.Viewer.Seat}, http.StatusOK)
		a := hint.Answer
		if a == nil || len(a.Path) == 0 || len(a.Lines) != 1 {
			p.Fatalf("“%s”: the hint is %+v", st.Lesson.Do, a)
		}
		if said := a.Lines[0]; strings.Contains(said, a.Path[0]) {
			p.Errorf("“%s”: %s names an order to type, not buttons", st.Lesson.Do, said)
		}
		done := p.does(board.Action{Do: "answer", Seat: st.Viewer.Seat, Seen: st.Seen, Prompt: a.Prompt, Path: a.Path}, http.StatusOK)
		if done.Refusal != nil || len(done.Lines) == 0 {
			p.Fatalf("“%s”, %q: %+v %q %q", st.Lesson.Do, a.Path, done.Refusal, done.Lines, done.State.Lesson.Said)
		}
	}
	p.Fatal("the step does not end")
	return board.State{}
}

// goTo goes to a step, and returns the page that is shown then.
func (p *pupil) goTo(step string) string {
	p.Helper()
	answer, err := p.c.PostForm(p.url+atCourse, url.Values{"step": {step}})
	must(p, err)
	text := body(p, answer)
	if answer.StatusCode != http.StatusOK || answer.Request.URL.Path != atCourse {
		p.Fatalf("step %s leads to %s: %s", step, answer.Request.URL, answer.Status)
	}
	return text
}

// TestTheCourse: each step of the course is done by the order that it asks for; a pupil goes on with the next, and is told what they
// learned, and what the rival did.
func TestTheCourse(t *testing.T) {
	p := newPupil(t)
	of := len(course.Course().Steps)
	for n := 1; n <= of; n++ {
		text := p.goTo(fmt.Sprint(n))
		if !strings.Contains(text, `value="`+fmt.Sprint(n)+`" aria-current="step"`) || !strings.Contains(text, "lesson.js") {
			t.Errorf("step %d: the page does not say where it stands", n)
		}
		st := p.solve()
		if len(st.Asks)+len(st.Acts) > 0 || len(st.Lesson.Said) != 1 {
			t.Errorf("step %d is done, and %+v can be answered: %q", n, st.Asks, st.Lesson.Said)
		}
		if no := p.does(board.Action{Do: "order", Text: "end", Seat: "german"}, http.StatusOK); no.Refusal == nil || no.Refusal.Text != p.says("tutor.done") {
			t.Errorf("step %d is done, and an order is answered by %+v", n, no.Refusal)
		}
		want := n + 1
		if n == of {
			want = 0
		}
		if got, err := tutor.Reached(t.Context(), p.steps, "celles", "table"); err != nil || got != want {
			t.Errorf("after step %d the pupil goes on at %d: %v", n, got, err)
		}
	}
	log := get[[]board.Entry](p.site, p.c, atCourse+"/log", http.StatusOK)
	rival := false
	for _, e := range log {
		rival = rival || e.Seat == "allied" && len(e.Lines) > 0
	}
	if !rival {
		t.Error("what the rival did is not told")
	}
	get[[]board.Scene](p.site, p.c, atCourse+"/scenes", http.StatusOK)
	get[[]board.Completion](p.site, p.c, atCourse+"/complete?text=e", http.StatusOK)
	for _, q := range []string{"units", "rules 7.3", "log", "status"} {
		if a := get[board.Answer](p.site, p.c, atCourse+"/ask?q="+url.QueryEscape(q), http.StatusOK); len(a.Lines) == 0 {
			t.Errorf("%s: no answer", q)
		}
	}
}

// TestAnotherOrderIsTakenBack: an order that is legal, but not what the step asks for, is told, and the match stands as it did before;
// one that the rules refuse is refused as in any match, and what is half built can be undone.
func TestAnotherOrderIsTakenBack(t *testing.T) {
	p := newPupil(t)
	p.goTo("2")
	was := p.state()
	other := board.Action{Do: "order", Text: "activate 2pz-a", Seat: "german", Seen: was.Seen}
	done := p.does(other, http.StatusOK)
	if done.Refusal != nil || done.State.Seq != was.Seq || done.State.Text != was.Text || len(done.State.Lesson.Said) < 3 || len(done.Lines) > 0 {
		t.Fatalf("%+v: %+v", done.Refusal, done.State.Lesson)
	}
	if again := p.state(); len(again.Lesson.Said) == 0 || again.Seen != was.Seen {
		t.Errorf("on a page that is loaded again the pupil is told %q", again.Lesson.Said)
	}
	no := p.does(board.Action{Do: "order", Text: "activate 84-1", Seat: "german"}, http.StatusOK)
	if no.Refusal == nil || no.Refusal.Text == "" || no.State.Seq != was.Seq {
		t.Errorf("an order that is forbidden: %+v", no.Refusal)
	}
	other.Seen = "0123456789abcdef"
	if stale := p.does(other, http.StatusConflict); stale.Refusal == nil || stale.State == nil {
		t.Errorf("what was seen is not so: %+v", stale)
	}
	p.goTo("3")
	half := p.does(board.Action{Do: "order", Text: "lehr-a 2215", Seat: "german"}, http.StatusOK)
	if n := half.State.Asks[0].Node; n == nil || len(n.Path) == 0 || len(half.State.Acts) != 2 {
		t.Fatalf("half an order: %+v, %+v", half.State.Asks, half.State.Acts)
	}
	if back := p.does(board.Action{Do: "undo", Seat: "german"}, http.StatusOK); len(back.State.Acts) != 1 {
		for len(back.State.Acts) > 1 {
			back = p.does(board.Action{Do: "undo", Seat: "german"}, http.StatusOK)
		}
	}
	if no := p.does(board.Action{Do: "undo", Seat: "german"}, http.StatusOK); no.Refusal == nil {
		t.Error("more is undone than there was")
	}
}

// TestACourseIsResumed: by a board that is opened later at the step that was reached, at whichever door.
func TestACourseIsResumed(t *testing.T) {
	p := newPupil(t)
	p.goTo("1")
	p.solve()
	screen := board.NewScreen("table:", "en")
	b := p.another(screen, board.Config{Steps: p.steps})
	come := asks(t, b, screen.Path(), nil)
	cookie := map[string]string{"Cookie": come.Cookies()[0].Name + "=" + come.Cookies()[0].Value}
	if text := body(t, asks(t, b, atCourse, cookie)); !strings.Contains(text, `value="2" aria-current="step"`) {
		t.Errorf("the course begins again: %.2000s", text)
	}
	must(t, tutor.Reach(t.Context(), p.steps, "celles", "table", 7)) // as a terminal does
	other := p.another(screen, board.Config{Steps: p.steps})
	if text := body(t, asks(t, other, atCourse, cookie)); !strings.Contains(text, `value="7" aria-current="step"`) {
		t.Error("the step of the other door is not known")
	}
}

// TestNothingElseIsDoneInACourse: acts of matches, sandboxes, seats of others and steps that there are not are refused, as is the course of a
// game that has none.
func TestNothingElseIsDoneInACourse(t *testing.T) {
	p := newPupil(t)
	p.goTo("1")
	was := p.state()
	for _, d := range []board.Action{
		{Do: "resign"},
		{Do: "draw"},
		{Do: "take-back", N: 1},
		{Do: "try"},
		{Do: "note", Text: "x"},
		{Do: "sit"},
		{Do: "stand", Text: "x"},
		{Do: "pick", Sandbox: true},
		{Do: "learn"},
	} {
		d.Seat = "german"
		p.does(d, http.StatusBadRequest)
	}
	p.does(board.Action{Do: "order", Text: "draw", Seat: "allied"}, http.StatusForbidden)
	get[board.Outcome](p.site, p.c, atCourse+"/state?seat=allied", http.StatusForbidden)
	for _, step := range []string{"", "0", "11", "x", "-1"} {
		answer, err := p.c.PostForm(p.url+atCourse, url.Values{"step": {step}})
		must(t, err)
		if text := body(t, answer); !strings.Contains(text, p.says("tutor.step")) {
			t.Errorf("step %q: %s", step, answer.Status)
		}
	}
	if st := p.state(); st.Seen != was.Seen {
		t.Error("the lesson has changed")
	}
	for _, game := range []string{"toy", "chess"} {
		if answer, text := sent(t, p.c, request(t, p.url+"/learn/"+game)); !strings.Contains(text, p.says("tutor.none")) {
			t.Errorf("the course of %s: %s", game, answer.Status)
		}
	}
	get[board.Outcome](p.site, p.c, "/m/"+url.PathEscape(string(was.Match))+"/state", http.StatusNotFound)
}

// TestAGuestLearns: a visitor who was let in by a link takes the course in a lesson of their own, and sits in no match by it.
func TestAGuestLearns(t *testing.T) {
	who := &guests{by: map[string]board.Visitor{}}
	s := newSiteOf(t, who, playing(taughtGame()))
	for _, name := range []string{"anna", "ben"} {
		who.by[name] = board.Visitor{Account: "test:" + name, Name: name, Lang: "en"}
	}
	anna, ben := s.client("anna"), s.client("ben")
	hint := s.doesAt(anna, atCourse+"/do", board.Action{Key: "key-0001", Do: "hint", Seat: "german"}, http.StatusOK)
	done := s.doesAt(anna, atCourse+"/do", board.Action{Key: "key-0002", Do: "answer", Seat: "german", Prompt: hint.Answer.Prompt, Path: hint.Answer.Path}, http.StatusOK)
	if !done.State.Lesson.Done {
		t.Errorf("%+v", done.State.Lesson)
	}
	if st := get[board.State](s, ben, atCourse+"/state", http.StatusOK); st.Lesson.Done || len(st.Viewer.Seats) != 1 {
		t.Error("two guests have one lesson")
	}
	get[board.Outcome](s, anna, "/m/"+string(s.id)+"/state", http.StatusNotFound)
}
