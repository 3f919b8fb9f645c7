package lesson_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"referee/engine"
	"referee/engine/enginetest/toy"
	"referee/engine/lesson"
)

func file(text string) fstest.MapFS { return fstest.MapFS{"01-plan.txt": {Data: []byte(text)}} }

// TestRead: each kind of line comes to its place, and a step that lacks something, or has a line that is none, is refused
// with its file.
func TestRead(t *testing.T) {
	whole := "# why\nrule 3\nrule 4.1\ngoes-on\nseed b\n| toy 1\n|  turn 2\nfaces 3 4\ndo plan hold\nevent planned seat=red\nline turn 2\ndo draw\nline turn 3\n"
	steps, err := lesson.Read(file(whole))
	if err != nil || len(steps) != 1 {
		t.Fatalf("%v %v", steps, err)
	}
	s := steps[0]
	if s.ID != "plan" || s.Position != "toy 1\nturn 2\n" || !s.GoesOn || s.Seed != "b" || strings.Join(s.Rules, " ") != "3 4.1" || strings.Join(s.Faces, " ") != "3 4" {
		t.Errorf("read: %+v", s)
	}
	if len(s.Tasks) != 2 || s.Tasks[0].Order != "plan hold" || len(s.Tasks[0].Wants) != 2 || s.Tasks[0].Wants[0].Event != "planned" || len(s.Tasks[1].Wants) != 1 {
		t.Errorf("tasks: %+v", s.Tasks)
	}
	for _, broken := range []string{
		strings.Replace(whole, "rule 3\nrule 4.1\n", "", 1), strings.Replace(whole, "line turn 3\n", "", 1),
		strings.Replace(whole, "| toy 1\n|  turn 2\n", "", 1), whole + "hum\n", whole + "rule\n", "line turn 2\n" + whole, "rule 3\n| toy 1\n",
	} {
		if _, err := lesson.Read(file(broken)); err == nil || !strings.Contains(err.Error(), "01-plan.txt") {
			t.Errorf("%q is read: %v", broken, err)
		}
	}
	if _, err := lesson.Read(fstest.MapFS{"plan.txt": {Data: []byte(whole)}}); err == nil {
		t.Error("a step without a number is read")
	}
}

// happened is an event with facts.
type happened struct {
	engine.Event
	Unit  string   `json:"unit"`
	Units []string `json:"units"`
	N     int      `json:"n"`
}

func (happened) Kind() string { return "moved" }

// TestDone: a task is done once all that it wants is seen.
func TestDone(t *testing.T) {
	g, err := toy.Open(toy.Files(), 1)
	if err != nil {
		t.Fatal(err)
	}
	out, err := g.Begin(1, nil)
	if err != nil {
		t.Fatal(err)
	}
	first := strings.Fields(strings.Split(out.Position.String(), "\n")[0])
	events := []engine.Event{happened{Unit: "a", Units: []string{"a", "b"}, N: 3}}
	for _, c := range []struct {
		wants []lesson.Want
		done  bool
	}{
		{[]lesson.Want{{Event: "moved"}}, true},
		{[]lesson.Want{{Event: "moved", Words: []string{"unit=a", "units=[a b]", "n=3"}}, {Words: first}}, true},
		{[]lesson.Want{{Event: "moved", Words: []string{"unit=b"}}}, false},
		{[]lesson.Want{{Event: "stopped"}}, false},
		{[]lesson.Want{{Words: []string{first[0], "nowhere"}}}, false},
		{[]lesson.Want{{Words: first[1:]}}, false},
		{[]lesson.Want{{Event: "moved"}, {Words: []string{"nowhere"}}}, false},
	} {
		task := lesson.Task{Wants: c.wants}
		if done := task.Done(events, out.Position); done != c.done {
			t.Errorf("%+v: done %t", c.wants, done)
		}
	}
}
