package discord

import (
	"bytes"
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"referee/bot/discord/wire"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/match"
)

// maxPhrase is how many characters a phrase for the dice may have.
const maxPhrase = 100

// phrase is what who joins adds to the dice: their own words, or the name of the
// interaction, which Discord chooses.
func phrase(c *call) (string, error) {
	text := strings.TrimSpace(c.options["phrase"])
	if length(text) > maxPhrase {
		return "", no("phrase-long", engine.Num("n", maxPhrase))
	}
	return cmp.Or(text, c.key), nil
}

// askWords is the button that asks who joins for words of their own.
const askWords = "ask"

// wordsForm is the form in which who joins writes their own words for the dice.
func wordsForm(c *call, l referee.Look, seat engine.Seat) *form {
	return &form{
		title: c.say("phrase-title", engine.Noun("seat", string(seat))), path: wire.Path{"match", "join", string(l.Match), string(seat)},
		fields: []field{{name: "phrase", label: c.say("phrase-label"), help: c.say("phrase-help"), most: maxPhrase}},
	}
}

// numbered matches what stands for the words of who brought none: the name of the
// interaction, with that of the match before it in a league.
var numbered = regexp.MustCompile(`^(?:[a-z2-7]+/[0-9]+ )?discord:[0-9]+(?:/join)?$`)

// phraseBrought tells who has just taken a seat which phrase they have brought, and what it
// means if it is none of their own; "" where the dice take none.
func phraseBrought(c *call, l referee.Look, seat engine.Seat) string {
	if l.Dice == nil || seat == "" {
		return ""
	}
	phrase, key := l.Holder(seat).Phrase, "phrase-yours"
	if numbered.MatchString(phrase) {
		key = "phrase-number-yours"
	}
	return c.say(key, engine.Text("phrase", plain(phrase)))
}

// phrases are the phrases that players have brought, a line each.
func phrases(v voice, l referee.Look) []string {
	var lines []string
	for _, at := range l.Sitting {
		key := "phrase"
		switch {
		case at.Phrase == "":
			key = "phrase-gone"
		case numbered.MatchString(at.Phrase):
			key = "phrase-number"
		}
		lines = append(lines, v.say(key, engine.Noun("seat", string(at.Seat)), engine.Text("phrase", plain(at.Phrase))))
	}
	return lines
}

// pledged says what the dice of a match hang on: their key when it opens, and
// the phrases when it begins. It is posted before there is an order.
func (n news) pledged() []string {
	d := n.then.Dice
	switch {
	case d == nil:
		return nil
	case n.post.From == 0:
		lines := []string{n.say("key-opened", engine.Text("match", string(n.then.Match)), engine.Text("key", d.Key))}
		if b := d.Beacon; b != nil {
			lines = append(lines, n.say("key-beacon", engine.Text("chain", b.Chain), engine.Num("n", int(b.Margin))))
		}
		return lines
	case n.then.Started && !n.was.Started:
		lines := append([]string{n.say("key-begun", engine.Text("key", d.Key))}, phrases(n.voice, n.then)...)
		return append(lines, "-# "+n.say("key-check"))
	}
	return nil
}

// awaited says when the roll that is awaited can be made; "" where none is.
func awaited(v voice, l referee.Look) string {
	if l.Awaits == 0 {
		return ""
	}
	return v.say("awaited", engine.Text("when", fmt.Sprintf("<t:%d:R>", (l.Awaits+999)/1000)))
}

// proofButton shows the proofs of the rolls that a post tells; none where there
// are no such.
func proofButton(h *desk, v voice, p post.Post) ([]button, error) {
	rolls, err := h.Referee.Rolls(p.Match)
	if err != nil {
		return nil, err
	}
	rolls = slices.DeleteFunc(rolls, func(m match.Made) bool { return m.Seq <= p.From || m.Seq > p.To || m.Roll.Dice == nil })
	if len(rolls) == 0 {
		return nil, nil
	}
	span := strconv.Itoa(rolls[0].Rolled.No)
	if len(rolls) > 1 {
		span += "-" + strconv.Itoa(rolls[len(rolls)-1].Rolled.No)
	}
	return []button{{label: v.say("button.proof"), path: wire.Path{"dice", "proof", string(p.Match), span}}}, nil
}

var showDiceCommand = &command{
	path: "dice/show", parts: []string{"match"},
	options: []option{{name: "count"}},
	do:      showDice,
}

// showDice lists the last rolls and draws: /dice show.
func showDice(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	rolls, err := c.Referee.RollsTold(l.Match, viewerOf(c, l))
	if err != nil {
		return answer{}, err
	}
	n := number(c.options["count"], 10)
	out := listed(c, l, rollLines(c.voice, rolls[max(0, len(rolls)-n):]))
	if len(rolls) == 0 {
		out.text(c.say("no-dice"))
	}
	var buttons []button
	if l.Dice != nil {
		out.text(c.say("key", engine.Text("key", l.Dice.Key)))
		out.text(phrases(c.voice, l)...)
		out.text("-# " + c.say("proof-how"))
		buttons = append(buttons, button{label: c.say("button.verify"), path: wire.Path{"dice", "verify", string(l.Match)}})
	}
	if len(rolls) > 0 {
		out.press(append(buttons,
			button{label: c.say("button.luck"), path: wire.Path{"dice", "luck", string(l.Match)}},
			button{label: c.say("button.save"), path: wire.Path{"dice", "export", string(l.Match)}})...)
	}
	return answer{card: out}, nil
}

// rollLines says rolls, a line each: the number, what it was for, and what came.
func rollLines(v voice, list []referee.RollTold) []string {
	lines := make([]string, len(list))
	for i, r := range list {
		var came []string
		for _, m := range r.Came {
			came = append(came, v.tell(m))
		}
		key := "roll"
		if r.Undone {
			key = "roll-undone"
		}
		lines[i] = v.say(key, engine.Num("no", r.No), engine.Num("seq", r.Seq), engine.Text("ask", v.tell(r.Ask)),
			engine.Text("came", strings.Join(came, " ")))
	}
	return lines
}

var proofCommand = &command{
	path: "dice/proof", parts: []string{"match", "roll"},
	options: []option{{name: "roll", required: true}},
	do:      proof,
}

// proof gives what is needed to check a roll, or some rolls in a row, alone:
// /dice proof.
func proof(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	first, last, err := span(c.options["roll"])
	if err != nil {
		return answer{}, err
	}
	proofs, err := c.Referee.Proofs(l.Match, first, last)
	if err != nil {
		return answer{}, err
	}
	rolls, err := c.Referee.RollsTold(l.Match, viewerOf(c, l))
	if err != nil {
		return answer{}, err
	}
	out := listed(c, l, rollLines(c.voice, rolls[first-1:last]))
	if first == last {
		p := proofs.Rolls[0]
		out.text(c.say("proof", engine.Text("key", proofs.Key), engine.Text("alpha", p.Alpha), engine.Text("proof", p.Proof)))
	}
	out.text(c.say("proof-check", engine.Text("command", verifyLine(l))))
	var body bytes.Buffer
	if err := proofs.Write(&body); err != nil {
		return answer{}, err
	}
	name := fmt.Sprintf("%s-proof-%d.json", l.Match, first)
	out.files = []wire.File{{Name: name, Type: "application/json", Body: body.Bytes()}}
	out.press(button{label: c.say("button.save-match"), path: wire.Path{"match", "export", string(l.Match)}})
	return answer{card: out}, nil
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
// head: nobody finds another record for it, as he might for the digits in a post.
func verifyLine(l referee.Look) string {
	return fmt.Sprintf("`referee verify %s.json --head '#%d·%s'`", l.Match, l.Seq, l.Whole)
}

var verifyCommand = &command{path: "dice/verify", parts: []string{"match"}, do: verify}

// verify checks the whole match, and says what holds: /dice verify.
func verify(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	said, err := c.Referee.Audit(l.Match)
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: foot(l)}
	for _, m := range said {
		out.text(c.tell(m))
	}
	out.text(c.say("verify-yourself", engine.Text("command", verifyLine(l))))
	out.press(button{label: c.say("button.save-match"), path: wire.Path{"match", "export", string(l.Match)}})
	return answer{card: out}, nil
}

var exportDiceCommand = &command{path: "dice/export", parts: []string{"match"}, do: exportDice}

// exportDice gives all rolls as files: /dice export.
func exportDice(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	var table, proofs bytes.Buffer
	if err := c.Referee.WriteRolls(l.Match, &table, &proofs); err != nil {
		return answer{}, err
	}
	name := string(l.Match) + "-dice"
	out := &card{foot: foot(l), files: []wire.File{
		{Name: name + ".csv", Type: "text/csv", Body: table.Bytes()},
		{Name: name + ".json", Type: "application/json", Body: proofs.Bytes()},
	}}
	out.text(c.say("exported-dice"))
	return answer{card: out}, nil
}

var luckCommand = &command{path: "dice/luck", parts: []string{"match"}, do: luck}

// luck says what the dice brought to each side, and what was to be expected:
// /dice luck.
func luck(c *call) (answer, error) {
	l, _, err := c.here()
	if err != nil {
		return answer{}, err
	}
	said, err := c.Referee.Luck(l.Match)
	if err != nil {
		return answer{}, err
	}
	out := &card{foot: foot(l)}
	for _, m := range said {
		out.text(c.tell(m))
	}
	out.text("-# " + c.say("luck-how"))
	return answer{card: out}, nil
}
