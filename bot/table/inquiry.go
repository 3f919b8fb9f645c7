package table

import (
	"context"
	"errors"
	"slices"
	"strings"

	"referee/bot/locale"
	"referee/bot/referee"
	"referee/bot/tutor"
	"referee/engine"
)

// Inquiry is somebody who asks about a match at another door, in the words of the table.
type Inquiry struct {
	Referee *referee.Referee
	Words   *locale.Words // of the game
	Lang    string
	By      referee.Command // the match, and the seat and account of who asks
	// Lesson is the one that the match is of; nil: it is a match of the referee.
	Lesson *tutor.Lesson
	// Refused is what was refused last; nil: nothing was. From and To are else the decisions that were made last.
	Refused  *engine.Illegal
	From, To int
}

// Answer is what a table answers.
type Answer struct {
	Lines []string
	// Refused says that they tell why the question cannot be answered.
	Refused bool
	// Rehearsed is the standing order that was looked at, as it can be typed; "": none was.
	Rehearsed string
}

// Asks lists the words of the table that an Inquiry can ask; what they do changes nothing.
func Asks() []string {
	return []string{"board", "units", "status", "why", "log", "dice", "rules", AidsWord, "law", "help", "standing"}
}

// Ask answers a question, whose words are those of the game and of the table, as a table without drawings does. The error is that of
// a match that cannot be read; with a word that is none of Asks it panics.
func (q Inquiry) Ask(ctx context.Context, words []string) (Answer, error) {
	s, err := q.snapshot(ctx)
	if err != nil {
		return Answer{}, err
	}
	var out strings.Builder
	sink := &output{to: &out, plate: &out}
	session := &Session{
		ctx:    ctx,
		Config: Config{Referee: q.Referee, Plain: true},
		printer: printer{
			lang: q.Lang, words: q.Words, wordsOf: map[string]*locale.Words{}, out: sink, sink: sink, screen: screen{endless: true},
		},
		id: q.By.Match, mine: q.By.Seat, info: s.Info(),
	}
	if q.Lesson != nil {
		session.lesson = &takenCourse{Lesson: q.Lesson}
	}
	t := session.request(ctx)
	t.asker = &q.By
	t.lastReply.from, t.lastReply.to = q.From, q.To
	if q.Refused != nil {
		t.refused = q.Refused
	}
	if words[0] == "standing" && (len(words) == 1 || !strings.HasSuffix(words[1], ":")) {
		words = slices.Insert(slices.Clone(words), 1, string(q.By.Seat)+":") // also where it is not asked
	}
	if !slices.Contains(Asks(), words[0]) {
		panic("table: " + words[0] + " is not a question")
	}
	v := verbs()[slices.IndexFunc(verbs(), func(v verb) bool { return v.name == words[0] })]
	err = v.run(t, words[1:])
	if errors.Is(err, referee.ErrStore) {
		return Answer{}, err
	}
	if err != nil {
		t.refuse(err)
	}
	return Answer{strings.Split(strings.TrimRight(out.String(), "\n"), "\n"), err != nil, t.rehearsed.text}, nil
}

func (q Inquiry) snapshot(ctx context.Context) (*referee.Snapshot, error) {
	if q.Lesson != nil {
		return q.Lesson.Snapshot(), nil
	}
	return q.Referee.Snapshot(ctx, q.By.Match)
}
