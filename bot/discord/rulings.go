package discord

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"referee/bot/authority"
	"referee/bot/discord/wire"
	"referee/bot/referee"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// mostCases is how many rulings are shown at once.
const mostCases = 5

var rulingsCommand = &command{
	path: "rulings", parts: []string{"case"},
	guild: true,
	options: []option{
		{name: "search"},
		{name: "case", complete: completeCase},
	},
	do: rulings,
}

// rulings searches what judges have ruled in this server, or gives one case as a
// file: /rulings.
func rulings(c *call) (answer, error) {
	if !c.guild {
		return answer{}, no("bench.guild-only")
	}
	if c.options["case"] != "" {
		return oneCase(c)
	}
	list, err := precedents(c, c.options["search"])
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	var lines []string
	for _, x := range list[:min(len(list), mostCases)] {
		text, err := caseText(c, x)
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
func precedents(c *call, words string) ([]referee.Case, error) {
	leagues, err := c.Club.Leagues.At(c.home)
	if err != nil {
		return nil, err
	}
	return c.Club.Judges.Rulings(words, func(id match.ID) (bool, error) { return ours(c, id, leagues) })
}

// ours reports whether a match is of this server: it is of one of its leagues, or of
// none and judges were asked about it here.
func ours(c *call, id match.ID, leagues []league.Summary) (bool, error) {
	if c.home == "" {
		return false, nil
	}
	link, ok, err := c.Club.Leagues.LinkOf(id)
	if ok || err != nil {
		return slices.ContainsFunc(leagues, func(l league.Summary) bool { return l.ID == link.League }), err
	}
	b, known, err := benchNote(c.desk, id)
	return known && b.Home == c.home, err
}

// ruledText is what judges have ruled, in one sentence.
func ruledText(c *call, x referee.Case) (string, error) {
	info, err := c.Referee.Info(x.Game)
	if err != nil {
		return "", err
	}
	words, err := c.library.of(info)
	if err != nil {
		return "", err
	}
	return voice{words, c.lang}.raw(x.Told), nil
}

// caseText is a ruling as it is shown to everybody: not what the players wrote to
// the judges alone, nor what was secret.
func caseText(c *call, x referee.Case) ([]string, error) {
	said, err := ruledText(c, x)
	if err != nil {
		return nil, err
	}
	return append([]string{caseHead(c.voice, x), plain(said)}, quoted(x.Reason)...), nil
}

// caseHead names a case.
func caseHead(v voice, x referee.Case) string {
	head := ranged(v, "bench.case", x, engine.Text("match", string(x.Match)))
	if len(x.Rules) > 0 {
		head += " " + v.say("bench.about-rules", engine.Text("rules", plain(strings.Join(x.Rules, ", "))))
	}
	return "**" + head + "**"
}

// oneCase gives a case as a file. Until its match is over it is for judges who do
// not play it, as it holds what is secret. What the players wrote is for judges
// alone.
func oneCase(c *call) (answer, error) {
	x, err := caseNamed(c, c.options["case"])
	if err != nil {
		return answer{}, err
	}
	lines, err := caseText(c, x)
	if err != nil {
		return answer{}, err
	}
	out := &card{}
	out.text(lines...)
	l, err := c.Referee.Look(x.Match, engine.Spectator)
	if err != nil {
		return answer{}, err
	}
	all, err := c.Club.Judges.ReadCases(c.command(x.Match, ""))
	switch judges := err == nil; {
	case err != nil && !isRefused(err, authority.ErrJudge, authority.ErrOwnCase, authority.ErrElsewhere):
		return answer{}, err
	case judges:
		x = all[slices.IndexFunc(all, func(y referee.Case) bool { return y.Seq == x.Seq })]
	case l.Ending == nil:
		out.text(c.say("bench.file-later"))
		return answer{card: out}, nil
	default:
		x.Statements = nil
	}
	file, err := caseFile(x, "case-"+string(x.Match)+"-"+strconv.Itoa(x.Seq)+".txt")
	out.files = []wire.File{file}
	return answer{card: out}, err
}

// caseNamed is a case of this server that was ruled on, by its name.
func caseNamed(c *call, name string) (referee.Case, error) {
	id, _, _ := strings.Cut(name, " ")
	leagues, err := c.Club.Leagues.At(c.home)
	if err != nil {
		return referee.Case{}, err
	}
	if ok, err := ours(c, match.ID(id), leagues); err != nil || !ok {
		return referee.Case{}, cmp.Or(err, no("bench.no-rulings"))
	}
	list, err := c.Club.Judges.Cases(match.ID(id))
	if err != nil {
		return referee.Case{}, err
	}
	i := slices.IndexFunc(list, func(x referee.Case) bool { return x.Ruling != nil && caseID(x.Match, x.Seq) == name })
	if i < 0 {
		return referee.Case{}, no("bench.no-rulings")
	}
	return list[i], nil
}
