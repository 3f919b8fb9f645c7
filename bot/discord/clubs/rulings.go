package clubs

import (
	"slices"
	"strconv"
	"strings"

	"referee/bot/authority"
	"referee/bot/club"
	"referee/bot/discord/command"
	"referee/bot/discord/matches"
	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/match"
)

// mostCases is how many rulings are shown at once.
const mostCases = 5

var rulingsCommand = &command.Command{
	Path: "rules/rulings", Short: "rulings", Parts: []string{"case"},
	Guild: "judges.guild-only",
	Options: []command.Option{
		{Name: "search"},
		{Name: "case", Complete: completeCase},
	},
	Do: rulings,
}

// rulings searches what judges have ruled in this server, or gives one case as a
// file: /rulings.
func rulings(c *command.Call) (command.Answer, error) {
	if c.Options["case"] != "" {
		return oneCase(c)
	}
	list, err := precedents(c, c.Options["search"])
	if err != nil {
		return command.Answer{}, err
	}
	out := &command.Card{}
	var lines []string
	for _, x := range list[:min(len(list), mostCases)] {
		text, err := caseText(c, x)
		if err != nil {
			return command.Answer{}, err
		}
		lines = append(lines, text...)
	}
	out.Text(command.Fitting(lines, command.NewsRoom, c.Say("and-more-lines"))...)
	switch {
	case len(list) == 0:
		out.Text(c.Say("judges.no-rulings"))
	case len(list) > mostCases:
		out.Text(c.Say("judges.more-rulings", engine.Num("n", len(list)-mostCases)))
	}
	return command.Answer{Card: out}, nil
}

// precedents are the rulings of this server in which some words stand, the latest
// first.
func precedents(c *command.Call, words string) ([]club.Case, error) {
	return c.Club.Judges.Rulings(c.Context(), words, func(list []league.Judged) ([]league.Judged, error) { return ours(c, list) })
}

// ours keeps the matches of this server: those of its leagues, and those of none about
// which judges were asked here.
func ours(c *command.Call, list []league.Judged) ([]league.Judged, error) {
	if c.Home == "" {
		return nil, nil
	}
	var free []match.ID
	for _, x := range list {
		if x.Link.League == "" {
			free = append(free, x.Match)
		}
	}
	notes, err := matches.AllAppealed(c.Context(), c.Handlers, free)
	return slices.DeleteFunc(list, func(x league.Judged) bool {
		if x.Link.League != "" {
			return x.Home != c.Home
		}
		note, known := notes[x.Match]
		return !known || note.Home != c.Home
	}), err
}

// ruledText is what judges have ruled, in one sentence.
func ruledText(c *command.Call, x club.Case) (string, error) {
	info, err := c.Referee.Games.Info(x.Game)
	if err != nil {
		return "", err
	}
	words, err := c.Library.Of(info)
	if err != nil {
		return "", err
	}
	return command.Voice{Words: words, Lang: c.Lang}.Raw(x.Told), nil
}

// caseText is a ruling as it is shown to everybody: not what the players wrote to
// the judges alone, nor what was secret.
func caseText(c *command.Call, x club.Case) ([]string, error) {
	said, err := ruledText(c, x)
	if err != nil {
		return nil, err
	}
	return append([]string{caseHead(c.Voice, x), command.Plain(said)}, command.Quoted(x.Reason)...), nil
}

// caseHead names a case.
func caseHead(v command.Voice, x club.Case) string {
	head := ranged(v, "judges.case", x, engine.Text("match", string(x.Match)))
	if len(x.Rules) > 0 {
		head += " " + v.Say("judges.about-rules", engine.Text("rules", command.Plain(strings.Join(x.Rules, ", "))))
	}
	return "**" + head + "**"
}

// oneCase gives a case as a file. Until its match is over it is for judges who do
// not play it, as it holds what is secret. What the players wrote is for judges
// alone.
func oneCase(c *command.Call) (command.Answer, error) {
	x, err := caseNamed(c, c.Options["case"])
	if err != nil {
		return command.Answer{}, err
	}
	lines, err := caseText(c, x)
	if err != nil {
		return command.Answer{}, err
	}
	out := command.Says(lines...)
	l, _, err := matches.InPublic(c.Context(), c.Handlers, x.Match)
	if err != nil {
		return command.Answer{}, err
	}
	all, err := c.Club.Judges.ReadCases(c.Context(), c.Command(x.Match, ""))
	switch judges := err == nil; {
	case err != nil && !command.IsRefused(err, authority.ErrJudge, authority.ErrOwnCase, authority.ErrElsewhere):
		return command.Answer{}, err
	case judges:
		x = all[slices.IndexFunc(all, func(y club.Case) bool { return y.Seq == x.Seq })]
	case l.Ending == nil:
		out.Text(c.Say("judges.file-later"))
		return command.Answer{Card: out}, nil
	default:
		x.Statements = nil
	}
	file, err := caseFile(x, "case-"+string(x.Match)+"-"+strconv.Itoa(x.Seq)+".txt")
	out.Files = []wire.File{file}
	return command.Answer{Card: out}, err
}

// caseNamed is a case of this server that was ruled on, by its name.
func caseNamed(c *command.Call, name string) (club.Case, error) {
	name = strings.ReplaceAll(name, "#", "") // as it is shown where cases are proposed
	id, _, _ := strings.Cut(name, " ")
	ruled, err := precedents(c, "")
	if err != nil {
		return club.Case{}, err
	}
	if !slices.ContainsFunc(ruled, func(x club.Case) bool { return caseID(x.Match, x.Seq) == name }) {
		return club.Case{}, command.No("judges.no-rulings")
	}
	list, err := c.Club.Judges.Cases(c.Context(), match.ID(id))
	if err != nil {
		return club.Case{}, err
	}
	i := slices.IndexFunc(list, func(x club.Case) bool { return x.Ruling != nil && caseID(x.Match, x.Seq) == name })
	if i < 0 {
		return club.Case{}, command.No("judges.no-rulings")
	}
	return list[i], nil
}
