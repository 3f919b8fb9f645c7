package discord

import (
	"slices"
	"strconv"
	"strings"

	"referee/bot/referee"
	"referee/engine"
)

// mostCases is how many rulings are shown at once.
const mostCases = 5

// rulings searches what judges have ruled in this server, or gives one case as a
// file: /rulings.
func (c *call) rulings() (answer, error) {
	if !c.guild {
		return answer{}, no("bench.guild-only")
	}
	if c.options["case"] != "" {
		return c.oneCase()
	}
	list, err := c.precedents(c.options["search"])
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	var lines []string
	for _, x := range list[:min(len(list), mostCases)] {
		text, err := c.caseText(x)
		if err != nil {
			return answer{}, err
		}
		lines = append(lines, text...)
	}
	out.text(fitting(lines, newsRoom, c.say("and-more-lines"))...)
	switch {
	case len(list) == 0:
		out.text(c.say("bench.no-rulings"))
	case len(list) > mostCases:
		out.text(c.say("bench.more-rulings", engine.Num("n", len(list)-mostCases)))
	}
	return answer{card: out}, nil
}

// precedents are the rulings of this server in which some words stand, the latest
// first.
func (c *call) precedents(words string) ([]referee.Case, error) {
	all, err := c.Referee.Rulings(words)
	if err != nil {
		return nil, err
	}
	leagues, err := c.Referee.LeaguesAt(c.home)
	if err != nil {
		return nil, err
	}
	var out []referee.Case
	for _, x := range all {
		b, known, err := c.benchNote(x.Match)
		if err != nil {
			return nil, err
		}
		ours := known && b.Home == c.home
		for _, l := range leagues {
			ours = ours || l.ID == x.League.League
		}
		if ours && c.home != "" {
			out = append(out, x)
		}
	}
	return out, nil
}

// ruledText is what judges have ruled, in one sentence.
func (c *call) ruledText(x referee.Case) (string, error) {
	l, err := c.Referee.Look(x.Match, engine.Spectator)
	if err != nil {
		return "", err
	}
	words, err := c.library.of(l.Info)
	if err != nil {
		return "", err
	}
	lines, err := c.Referee.Told(x.Match, engine.Spectator, x.Seq-1, x.Seq)
	if err != nil || len(lines) == 0 {
		return "", err
	}
	return voice{words, c.lang}.raw(lines[0].Said), nil
}

// caseText is a ruling as it is shown to everybody: not what the players wrote to
// the judges alone, nor what was secret.
func (c *call) caseText(x referee.Case) ([]string, error) {
	said, err := c.ruledText(x)
	if err != nil {
		return nil, err
	}
	return append([]string{c.caseHead(x), plain(said)}, quoted(x.Reason)...), nil
}

// caseHead names a case.
func (v voice) caseHead(x referee.Case) string {
	head := v.ranged("bench.case", x, engine.Text("match", string(x.Match)))
	if len(x.Rules) > 0 {
		head += " " + v.say("bench.about-rules", engine.Text("rules", plain(strings.Join(x.Rules, ", "))))
	}
	return "**" + head + "**"
}

// oneCase gives a case as a file. Until its match is over it is for judges who do
// not play it, as it holds what is secret. What the players wrote is for judges
// alone.
func (c *call) oneCase() (answer, error) {
	list, err := c.precedents("")
	if err != nil {
		return answer{}, err
	}
	i := slices.IndexFunc(list, func(x referee.Case) bool { return caseID(x.Match, x.Seq) == c.options["case"] })
	if i < 0 {
		return answer{}, no("bench.no-rulings")
	}
	x := list[i]
	lines, err := c.caseText(x)
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	out.text(lines...)
	l, err := c.Referee.Look(x.Match, engine.Spectator)
	if err != nil {
		return answer{}, err
	}
	party, err := c.party(l)
	if err != nil {
		return answer{}, err
	}
	if l.Ending == nil && (party || !c.judge) {
		out.text(c.say("bench.file-later"))
		return answer{card: out}, nil
	}
	if party || !c.judge {
		x.Statements = nil
	}
	file, err := caseFile(x, "case-"+string(x.Match)+"-"+strconv.Itoa(x.Seq)+".txt")
	out.files = []File{file}
	return answer{card: out}, err
}
