package matches

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/command"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/bot/turn"
	"referee/engine"
	"referee/engine/match"
)

// maxPhrase is how many characters a phrase for the dice may have.
const maxPhrase = 100

// phrase is what who joins adds to the dice: their own words, or the name of the
// interaction, which Discord chooses.
func phrase(q *command.Request) (string, error) {
	text := strings.TrimSpace(q.Options["phrase"])
	if command.Length(text) > maxPhrase {
		return "", command.No("phrase-long", engine.Num("n", maxPhrase))
	}
	return cmp.Or(text, q.Key), nil
}

// askWords is the button that asks who joins for words of their own.
const askWords = "ask"

// wordsForm is the form in which who joins writes their own words for the dice.
func wordsForm(q *command.Request, l referee.Look, seat engine.Seat) *command.Form {
	return &command.Form{
		Title: q.Say("phrase-title", engine.Noun("seat", string(seat))), Path: wire.Path{"match", "join", string(l.Match), string(seat), askWords},
		Fields: []command.Field{{Name: "phrase", Label: q.Say("phrase-label"), Help: q.Say("phrase-help"), Most: maxPhrase}},
	}
}

// numbered matches what stands for the words of who brought none: the name of the
// interaction, with that of the match before it in a league.
var numbered = regexp.MustCompile(`^(?:[a-z2-7]+/[0-9]+ )?discord:[0-9]+(?:/join)?$`)

// phraseBrought tells who has just taken a seat which words of their own they have brought to
// the dice; "" where they have brought none.
func phraseBrought(q *command.Request, l referee.Look, seat engine.Seat) string {
	if l.Dice == nil || seat == "" {
		return ""
	}
	phrase := l.Holder(seat).Phrase
	if numbered.MatchString(phrase) {
		return ""
	}
	return q.Say("phrase-yours", engine.Text("phrase", command.Plain(phrase)))
}

// phrases are the phrases that players have brought, a line each.
func phrases(v command.Voice, l referee.Look) []string {
	var lines []string
	for _, at := range l.Sitting {
		key := "phrase"
		switch {
		case at.Phrase == "":
			key = "phrase-gone"
		case numbered.MatchString(at.Phrase):
			key = "phrase-number"
		}
		lines = append(lines, v.Say(key, engine.Noun("seat", string(at.Seat)), engine.Text("phrase", command.Plain(at.Phrase))))
	}
	return lines
}

// begins adds to news by which a match begins what its dice hang on, before there is an
// order: where no card has shown it at the place, or something was rolled already.
func begins(ctx context.Context, h *command.Handlers, place string, c *command.Card, n news) (bool, error) {
	if n.then.Dice == nil || !n.then.Started || n.was.Started {
		return false, nil
	}
	shown, _, err := wire.BoardAt(ctx, h.Notes, place)
	if err != nil || shown == n.then.Match && !n.notable() {
		return false, err
	}
	gathering(ctx, h, n.Voice, c, n.then, "")
	return true, nil
}

// awaited says when the roll that is awaited can be made; "" where none is.
func awaited(v command.Voice, l referee.Look) string {
	if l.Awaits == 0 {
		return ""
	}
	return v.Say("awaited", engine.Text("when", fmt.Sprintf("<t:%d:R>", (l.Awaits+999)/1000)))
}

// proofButton shows the proofs of the rolls in decisions from+1 to to; the zero Button where there
// are no such.
func proofButton(v command.Voice, l referee.Look, from, to int) command.Button {
	rolls := l.Snapshot.Match().VisibleTo(engine.Spectator).Rolls()
	rolls = slices.DeleteFunc(rolls, func(m match.RecordedRoll) bool {
		return m.Seq <= from || m.Seq > to || m.Roll.Dice == nil || m.Sealed
	})
	if len(rolls) == 0 {
		return command.Button{}
	}
	span := strconv.Itoa(rolls[0].Rolled.No)
	if len(rolls) > 1 {
		span += "-" + strconv.Itoa(rolls[len(rolls)-1].Rolled.No)
	}
	return command.Button{Label: v.Say("button.proof"), Path: wire.Path{"dice", "proof", string(l.Match), span}}
}

var showDiceCommand = &command.Command{
	Path: "dice/show", Parts: []string{"match"},
	Options: []command.Option{{Name: "count", Number: command.AtLeast(1)}},
	Do:      command.Here(showDice),
}

// showDice lists the last rolls and draws: /dice show.
func showDice(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	rolls, err := l.Snapshot.Dice.Rolls(viewerOf(q, l))
	if err != nil {
		return command.Response{}, err
	}
	n := command.Number(q.Options["count"], 10)
	out := Listed(q, l, rollLines(q.Voice, rolls[max(0, len(rolls)-n):]))
	if len(rolls) == 0 {
		out.Text(q.Say("no-dice"))
	}
	var buttons []command.Button
	if l.Dice != nil {
		hangsOn(q, out, l)
		buttons = append(buttons, command.Button{Label: q.Say("button.verify"), Path: wire.Path{"dice", "verify", string(l.Match)}})
	}
	if len(rolls) > 0 {
		buttons = append(buttons,
			command.Button{Label: q.Say("button.luck"), Path: wire.Path{"dice", "luck", string(l.Match)}},
			command.Button{Label: q.Say("button.save"), Path: wire.Path{"dice", "export", string(l.Match)}})
		out.Press(append(buttons, accountButton(q.Voice, l)...)...)
	}
	return command.Response{Card: out}, nil
}

// hangsOn says what the rolls of a match hang on beside its orders, and how that is checked.
func hangsOn(q *command.Request, out *command.Card, l referee.Look) {
	out.Text(q.Say("key", engine.Text("key", l.Dice.Key)))
	if b := l.Dice.Beacon; b != nil {
		out.Text(q.Say("key-beacon", engine.Text("chain", b.Chain), engine.Num("n", int(b.Margin))))
	}
	out.Text(phrases(q.Voice, l)...)
	if l.Started {
		out.Text("-# " + q.Say("proof-how"))
		return
	}
	out.Text("-# "+q.Say("key-keep"), "-# "+q.Say("phrase-own"))
	if l.Ending == nil && l.Snapshot.Seats.MayTake(q.Account) == nil {
		out.Press(wordsButtons(q.Voice, l)...)
	}
}

// rollLines says rolls, a line each: the number, what it was for, and what came.
func rollLines(v command.Voice, list []referee.RollTold) []string {
	lines := make([]string, len(list))
	for i, r := range list {
		key := "roll"
		if r.Undone {
			key = "roll-undone"
		}
		lines[i] = v.Say(key, engine.Num("no", r.No), engine.Num("seq", r.Seq), engine.Text("ask", v.Tell(r.Ask)),
			engine.Text("came", strings.Join(v.TellAll(r.Came), " ")))
	}
	return lines
}

var proofCommand = &command.Command{
	Path: "dice/proof", Parts: []string{"match", "roll"},
	Options: []command.Option{{Name: "roll", Required: true}},
	Do:      command.Here(proof),
}

// proof gives what is needed to check a roll, or some rolls in a row, alone:
// /dice proof.
func proof(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	first, last, err := span(q.Options["roll"])
	if err != nil {
		return command.Response{}, err
	}
	proofs, err := l.Snapshot.Dice.Proofs(first, last)
	if err != nil {
		return command.Response{}, err
	}
	rolls, err := l.Snapshot.Dice.Rolls(viewerOf(q, l))
	if err != nil {
		return command.Response{}, err
	}
	out := Listed(q, l, rollLines(q.Voice, rolls[first-1:last]))
	if first == last {
		p := proofs.Rolls[0]
		out.Text(q.Say("proof", engine.Text("key", proofs.Key), engine.Text("alpha", p.Alpha), engine.Text("proof", p.Proof)))
	}
	out.Text(q.Say("proof-check", engine.Text("command", verifyLine(l))))
	var body bytes.Buffer
	if err := proofs.Write(&body); err != nil {
		return command.Response{}, err
	}
	name := fmt.Sprintf("%s-proof-%d.json", l.Match, first)
	out.Files = []wire.File{{Name: name, Type: "application/json", Body: body.Bytes()}}
	out.Press(command.Button{Label: q.Say("button.save-match"), Path: wire.Path{"match", "export", string(l.Match)}})
	return command.Response{Card: out}, nil
}

// span reads the number of a roll, or the first and the last of some: "12",
// "12-14". It returns referee.ErrRoll.
func span(text string) (first, last int, err error) {
	from, to, several := strings.Cut(strings.TrimPrefix(text, "#"), "-")
	if !several {
		to = from
	}
	first, wrong := strconv.Atoi(from)
	last, wrongToo := strconv.Atoi(to)
	if wrong != nil || wrongToo != nil || first < 1 || last < first {
		return 0, 0, referee.ErrRoll
	}
	return first, last, nil
}

// verifyLine is the command that checks a match that was saved, with the whole
// head: nobody finds another record for it, as they might for the digits in a post.
func verifyLine(l referee.Look) string {
	return fmt.Sprintf("`referee verify %s.json --head '#%d·%s'`", l.Match, l.Seq, l.Whole)
}

var verifyCommand = &command.Command{Path: "dice/verify", Parts: []string{"match"}, Do: command.Here(verify)}

// verify checks the whole match, and says what holds: /dice verify.
func verify(q *command.Request, t turn.Turn) (command.Response, error) {
	l := t.Look
	said, err := l.Snapshot.Dice.Audit()
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(l, q.TellAll(said)...)
	out.Text(q.Say("verify-yourself", engine.Text("command", verifyLine(l))))
	out.Press(command.Button{Label: q.Say("button.save-match"), Path: wire.Path{"match", "export", string(l.Match)}})
	return command.Response{Card: out}, nil
}

var exportDiceCommand = &command.Command{Path: "dice/export", Parts: []string{"match"}, Do: command.Here(exportDice)}

// exportDice gives all rolls as files: /dice export.
func exportDice(q *command.Request, t turn.Turn) (command.Response, error) {
	var table, proofs bytes.Buffer
	if err := t.Look.Snapshot.Dice.Write(&table, &proofs); err != nil {
		return command.Response{}, err
	}
	name := string(t.Look.Match) + "-dice"
	out := &command.Card{Foot: Foot(t.Look), Files: []wire.File{
		{Name: name + ".csv", Type: "text/csv", Body: table.Bytes()},
		{Name: name + ".json", Type: "application/json", Body: proofs.Bytes()},
	}}
	out.Text(q.Say("exported-dice"))
	return command.Response{Card: out}, nil
}

var luckCommand = &command.Command{Path: "dice/luck", Parts: []string{"match"}, Do: command.Here(luck)}

// luck says what the dice brought to each side, and what was to be expected:
// /dice luck.
func luck(q *command.Request, t turn.Turn) (command.Response, error) {
	said, err := t.Look.Snapshot.Dice.Luck()
	if err != nil {
		return command.Response{}, err
	}
	out := cardOf(t.Look, q.TellAll(said)...)
	out.Text("-# " + q.Say("luck-how"))
	return command.Response{Card: out}, nil
}
