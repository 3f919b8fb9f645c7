package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"referee/bot/referee"
	"referee/bot/table"
	"referee/bot/test/localetest"
	"referee/cmd/config"
	"referee/cmd/games"
	"referee/engine"
	"referee/engine/enginetest/thorough"
	"referee/engine/match"
	"referee/engine/play"
)

// captainTranscript is a whole match at the terminal: its text, and how the names of its pictures begin.
const captainTranscript = "testdata/captain/captain-en"

// TestTranscriptOfAMatchAgainstTheCaptain plays a match of Celles at the table: what a sergeant would answer is
// typed for the person, who asks for the captain's reasons whenever there are some. Without -thorough only the first two turns are played. With -update it writes the text and
// the pictures.
func TestTranscriptOfAMatchAgainstTheCaptain(t *testing.T) {
	t.Parallel()
	thorough.Slow(t)
	dir := t.TempDir()
	g := games.Celles()
	h, err := openHouse(t.Context(), config.General{Game: g.ID, DB: filepath.Join(dir, "r.db")}, config.Dice{}, fixed{seed: "captain"})
	if err != nil {
		t.Fatal(err)
	}
	sergeant, _ := g.Players.Find("sergeant")
	p := &pupil{house: h, ctx: t.Context(), player: sergeant, seat: engine.Seat(g.Seat), last: thorough.Or(2, math.MaxInt)}
	if *update {
		p.last = math.MaxInt
	}
	var out bytes.Buffer
	err = table.Run(t.Context(), table.Config{
		Referee: h.Referee, In: p, Out: &out, Lang: "en", Seat: p.seat, Script: true, Pictures: dir, Animate: tableAnimator(),
	})
	if err = errors.Join(err, h.close()); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	got := captainPage(t, dir, out.String())
	file := captainTranscript + ".md"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	want := string(text)
	if begun := strings.TrimSuffix(got, "```\n"); p.last < math.MaxInt && strings.HasPrefix(want, begun) {
		return
	}
	if diff := cmp.Diff(strings.Split(want, "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-update rewrites it):\n%s", file, diff)
	}
}

// pupil types at a table: an order whenever they are asked, and before it what they want to know.
type pupil struct {
	*house
	ctx     context.Context
	player  play.Player // who says what to order
	seat    engine.Seat
	match   match.ID
	typed   []string // what is typed next
	seen    int      // the last decision whose reasons they know
	turn    int      // of which they have seen the map
	last    int      // the turn after which they stop
	advised int      // the turn in which they asked for a hint
}

// Read types one line, once the one before it is obeyed.
func (p *pupil) Read(line []byte) (int, error) {
	if len(p.typed) == 0 {
		if err := p.decide(p.ctx); err != nil {
			return 0, err
		}
	}
	n := copy(line, p.typed[0]+"\n")
	p.typed = p.typed[1:]
	return n, nil
}

// decide fills what is typed next; io.EOF once the match is over.
func (p *pupil) decide(ctx context.Context) error {
	id, err := p.Index.LatestAt(ctx, "table", match.UnderWay)
	if errors.Is(err, match.ErrUnknown) && p.match == "" {
		p.typed = []string{"new"}
		return nil
	}
	if p.match == "" {
		p.match = id
	}
	s, err := p.Snapshot(ctx, p.match)
	if err != nil {
		return err
	}
	look, err := s.Look(ctx, engine.Viewer(p.seat))
	if err != nil {
		return err
	}
	reasons, err := s.Why(ctx, engine.Viewer(p.seat), p.seen, look.Seq)
	if err != nil {
		return err
	}
	p.seen = look.Seq
	if len(reasons) > 0 {
		p.typed = append(p.typed, "why")
	}
	if turn, _ := look.View.Turn(); turn > p.last {
		return io.EOF
	} else if turn > p.turn {
		p.turn = turn
		p.typed = append(p.typed, "map")
	}
	moves := func(a referee.Ask) bool { return a.Kind == "move" }
	if len(p.typed) == 0 && p.advised < p.turn && slices.ContainsFunc(look.Asks, moves) {
		p.advised = p.turn
		p.typed = append(p.typed, "hint")
	}
	if look.Ending != nil {
		if len(p.typed) == 0 {
			return io.EOF
		}
		return nil
	}
	if len(p.typed) == 0 {
		order, err := p.order(ctx, look)
		p.typed = []string{order}
		return err
	}
	return nil
}

// order is what the player would answer, as a person would type it.
func (p *pupil) order(ctx context.Context, look referee.Look) (string, error) {
	i := slices.IndexFunc(look.Asks, func(a referee.Ask) bool { return a.Seat == p.seat })
	if i < 0 {
		return "", fmt.Errorf("nothing is asked after decision %d", look.Seq)
	}
	m, prompt := look.Snapshot.Match(), look.Asks[i].Prompt
	q, err := m.Question(prompt)
	if err != nil {
		return "", err
	}
	a, err := p.player.Answer(q)
	if err != nil {
		return "", err
	}
	warned, err := engine.Warnings(m.Position(), prompt, a.Path)
	if err != nil {
		return "", err
	}
	mark := ""
	if len(warned) > 0 {
		mark = referee.SureMark
	}
	by := referee.Command{Match: look.Match, Seat: p.seat, Account: "table:" + string(p.seat), Door: "table"}
	path := strings.Join(a.Path, " ")
	bare := strings.ReplaceAll(path, "to:", "")
	for _, text := range []string{strings.TrimPrefix(look.Asks[i].Kind+" "+bare, "draw "), bare, path} {
		if o, err := look.Snapshot.Read(ctx, by, text); err == nil && o.Prompt == prompt && slices.Equal(o.Path, a.Path) {
			return text + mark, nil
		}
	}
	return "", fmt.Errorf("nothing that is typed means %q to %s", path, prompt)
}

// captainPage is the transcript as a page; with -update the pictures are copied beside it.
func captainPage(t *testing.T, dir, seen string) string {
	t.Helper()
	var out strings.Builder
	out.WriteString("# A whole match against the captain, at the terminal\n\n" +
		"Made by `go test ./cmd/referee -run OfAMatchAgainstTheCaptain -update`: `referee table --terminal --seed captain`. A sergeant’s orders are typed for the German " +
		"player, who asks `why` whenever the captain had reasons, looks at the map at the start of each turn, and asks for a hint before the first move of a turn.\n\n```\n")
	n, saved := 0, regexp.MustCompile(`^`+regexp.QuoteMeta(localetest.Part("en", "table.map"))+`.*/([^/]+\.png)$`)
	for line := range strings.Lines(seen) {
		found := saved.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if found == nil {
			out.WriteString(line)
			continue
		}
		n++
		name := fmt.Sprintf("%s-%d.png", filepath.Base(captainTranscript), n)
		fmt.Fprintf(&out, "%s\n```\n\n![The whole map at the start of turn %d](%s)\n\n```\n",
			localetest.Told("en", "table.map", engine.Text("path", "pictures/"+found[1])), n, name)
		if !*update {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, found[1]))
		if err == nil {
			err = os.WriteFile(filepath.Join(filepath.Dir(captainTranscript), name), text, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if n == 0 {
		t.Error("no map was shown")
	}
	out.WriteString("```\n")
	return out.String()
}
