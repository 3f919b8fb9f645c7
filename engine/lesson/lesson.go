package lesson

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"referee/engine"
)

// Course teaches a game in steps.
type Course struct {
	Seat  engine.Seat // the pupil's
	Steps []Step
	// Catalogues holds a file for each of engine.Languages. They say of each step its title
	// (lesson.ID.title), what it is about (lesson.ID.text), what is to be done
	// (lesson.ID.do, with a 2, 3, … behind it for the later tasks), what is to be known of an
	// answer that is none of it (lesson.ID.else; or the same for a task) and what was learned
	// (lesson.ID.done).
	Catalogues fs.FS
}

// Step is one thing to be learned.
type Step struct {
	ID    string
	Rules []string // the paragraphs that it is about
	// GoesOn says that it begins where the step before ends, if that is solved as written.
	GoesOn bool
	// Seed is a word on which it hangs what the rival does.
	Seed     string
	Position string   // position text
	Faces    []string // what the rolls and draws bring, in order; after them it is drawn by lot
	Tasks    []Task
}

// Task is what is asked of the pupil at once: one answer.
type Task struct {
	Order string // that does it, in the words of the game
	Wants []Want // all of them hold once it is done
}

// Want is something to be seen in the match: an event since the task was set, or a line of the
// position text.
type Want struct {
	Event string   // its kind; "": it is about the position
	Words []string // NAME=VALUE of the event's facts; or of a line the first word, and others in their order
}

// Done reports whether all that a task wants is seen in the events since it was set and the
// position after them.
func (t *Task) Done(events []engine.Event, pos engine.Position) bool {
	return !slices.ContainsFunc(t.Wants, func(w Want) bool { return !w.seen(events, pos) })
}

func (w *Want) seen(events []engine.Event, pos engine.Position) bool {
	if w.Event != "" {
		return slices.ContainsFunc(events, func(e engine.Event) bool { return e.Kind() == w.Event && has(e, w.Words) })
	}
	return slices.ContainsFunc(strings.Split(pos.String(), "\n"), func(line string) bool { return inOrder(strings.Fields(line), w.Words) })
}

// inOrder reports whether a line begins with the first of some words and has the others in their order.
func inOrder(line, words []string) bool {
	if len(line) == 0 || line[0] != words[0] {
		return false
	}
	for _, word := range words {
		i := slices.Index(line, word)
		if i < 0 {
			return false
		}
		line = line[i+1:]
	}
	return true
}

// has reports whether an event has facts of some values, as they are stored.
func has(e engine.Event, facts []string) bool {
	data, err := json.Marshal(e)
	var of map[string]any
	if err != nil || json.Unmarshal(data, &of) != nil {
		return false
	}
	return !slices.ContainsFunc(facts, func(fact string) bool {
		name, value, _ := strings.Cut(fact, "=")
		return fmt.Sprint(of[name]) != value
	})
}

// Read reads the steps of a course, one of each file of a directory, in the order of their
// names: 03-march.txt is the step "march". Lines:
//
//	# what the step is for
//	rule 8            a paragraph that it is about; several
//	goes-on           it begins where the step before ends
//	seed a            a word on which it hangs what the rival does
//	| unit a 0101     a line of the position text
//	faces 5 9         what the rolls and draws bring
//	do ORDER          a task, and the order that does it; what follows is wanted of it:
//	event KIND N=V    an event with these facts
//	line unit a 0102  a line of the position text begins with the first word, and has the others
func Read(files fs.FS) ([]Step, error) {
	entries, err := fs.ReadDir(files, ".")
	if err != nil {
		return nil, fmt.Errorf("lesson: %w", err)
	}
	var out []Step
	for _, e := range entries {
		_, id, numbered := strings.Cut(strings.TrimSuffix(e.Name(), ".txt"), "-")
		if !numbered {
			return nil, fmt.Errorf("lesson: %s: a step is called as 03-march.txt", e.Name())
		}
		text, err := fs.ReadFile(files, e.Name())
		if err != nil {
			return nil, fmt.Errorf("lesson: %w", err)
		}
		s := Step{ID: id}
		for i, line := range strings.Split(string(text), "\n") {
			if !s.line(strings.TrimSpace(line)) {
				return nil, fmt.Errorf("lesson: %s:%d: not understood: %s", e.Name(), i+1, line)
			}
		}
		if s.Position == "" || len(s.Tasks) == 0 || len(s.Rules) == 0 || slices.ContainsFunc(s.Tasks, func(t Task) bool { return len(t.Wants) == 0 }) {
			return nil, fmt.Errorf("lesson: %s: it has no paragraph, no position, no task, or an empty task", e.Name())
		}
		out = append(out, s)
	}
	return out, nil
}

// line reads a line of a step, and reports whether it is one.
func (s *Step) line(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	words := strings.Fields(rest)
	tasks := len(s.Tasks)
	switch {
	case text == "" || word == "#":
	case text == "goes-on":
		s.GoesOn = true
	case len(words) == 0:
		return false
	case word == "rule":
		s.Rules = append(s.Rules, words...)
	case word == "seed":
		s.Seed = words[0]
	case word == "|":
		s.Position += strings.Join(words, " ") + "\n"
	case word == "faces":
		s.Faces = append(s.Faces, words...)
	case word == "do":
		s.Tasks = append(s.Tasks, Task{Order: strings.Join(words, " ")})
	case word == "event" && tasks > 0:
		s.Tasks[tasks-1].Wants = append(s.Tasks[tasks-1].Wants, Want{Event: words[0], Words: words[1:]})
	case word == "line" && tasks > 0:
		s.Tasks[tasks-1].Wants = append(s.Tasks[tasks-1].Wants, Want{Words: words})
	default:
		return false
	}
	return true
}
