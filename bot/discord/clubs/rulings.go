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
func rulings(q *command.Request) (command.Response, error) {
	if q.Options["case"] != "" {
		return oneCase(q)
	}
	list, err := precedents(q, q.Options["search"])
	if err != nil {
		return command.Response{}, err
	}
	out := &command.Card{}
	var lines []string
	for _, x := range list[:min(len(list), mostCases)] {
		text, err := caseText(q, x)
		if err != nil {
			return command.Response{}, err
		}
		lines = append(lines, text...)
	}
	out.Text(command.Fitting(lines, command.NewsRoom, q.Say("and-more-lines"))...)
	switch {
	case len(list) == 0:
		out.Text(q.Say("judges.no-rulings"))
	case len(list) > mostCases:
		out.Text(q.Say("judges.more-rulings", engine.Num("n", len(list)-mostCases)))
	}
	return command.Response{Card: out}, nil
}

// precedents are the rulings of this server in which some words stand, the latest
// first.
func precedents(q *command.Request, words string) ([]club.Case, error) {
	return q.Club.Judges.Rulings(q.Context(), words, func(list []league.Judged) ([]league.Judged, error) { return ours(q, list) })
}

// ours keeps the matches of this server: those of its leagues, and those of none about
// which judges were asked here.
func ours(q *command.Request, list []league.Judged) ([]league.Judged, error) {
	if q.Home == "" {
		return nil, nil
	}
	var free []match.ID
	for _, x := range list {
		if x.Link.League == "" {
			free = append(free, x.Match)
		}
	}
	notes, err := matches.AllAppealed(q.Context(), q.Handlers, free)
	return slices.DeleteFunc(list, func(x league.Judged) bool {
		if x.Link.League != "" {
			return x.Home != q.Home
		}
		note, known := notes[x.Match]
		return !known || note.Home != q.Home
	}), err
}

// ruledText is what judges have ruled, in one sentence.
func ruledText(q *command.Request, x club.Case) (string, error) {
	info, err := q.Referee.Games.Info(x.Game)
	if err != nil {
		return "", err
	}
	words, err := q.Library.Of(info)
	if err != nil {
		return "", err
	}
	return command.Voice{Words: words, Lang: q.Lang}.Raw(x.Told), nil
}

// caseText is a ruling as it is shown to everybody: not what the players wrote to
// the judges alone, nor what was secret.
func caseText(q *command.Request, x club.Case) ([]string, error) {
	said, err := ruledText(q, x)
	if err != nil {
		return nil, err
	}
	return append([]string{caseHead(q.Voice, x), command.Plain(said)}, command.Quoted(x.Reason)...), nil
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
func oneCase(q *command.Request) (command.Response, error) {
	x, err := caseNamed(q, q.Options["case"])
	if err != nil {
		return command.Response{}, err
	}
	lines, err := caseText(q, x)
	if err != nil {
		return command.Response{}, err
	}
	out := command.Says(lines...)
	l, _, err := matches.InPublic(q.Context(), q.Handlers, x.Match)
	if err != nil {
		return command.Response{}, err
	}
	all, err := q.Club.Judges.ReadCases(q.Context(), q.Command(x.Match, ""))
	switch judges := err == nil; {
	case err != nil && !command.IsRefused(err, authority.ErrJudge, authority.ErrOwnCase, authority.ErrElsewhere):
		return command.Response{}, err
	case judges:
		x = all[slices.IndexFunc(all, func(y club.Case) bool { return y.Seq == x.Seq })]
	case l.Ending == nil:
		out.Text(q.Say("judges.file-later"))
		return command.Response{Card: out}, nil
	default:
		x.Statements = nil
	}
	file, err := caseFile(x, "case-"+string(x.Match)+"-"+strconv.Itoa(x.Seq)+".txt")
	out.Files = []wire.File{file}
	return command.Response{Card: out}, err
}

// caseNamed is a case of this server that was ruled on, by its name.
func caseNamed(q *command.Request, name string) (club.Case, error) {
	name = strings.ReplaceAll(name, "#", "") // as it is shown where cases are proposed
	id, _, _ := strings.Cut(name, " ")
	ruled, err := precedents(q, "")
	if err != nil {
		return club.Case{}, err
	}
	if !slices.ContainsFunc(ruled, func(x club.Case) bool { return caseID(x.Match, x.Seq) == name }) {
		return club.Case{}, command.No("judges.no-rulings")
	}
	list, err := q.Club.Judges.Cases(q.Context(), match.ID(id))
	if err != nil {
		return club.Case{}, err
	}
	i := slices.IndexFunc(list, func(x club.Case) bool { return x.Ruling != nil && caseID(x.Match, x.Seq) == name })
	if i < 0 {
		return club.Case{}, command.No("judges.no-rulings")
	}
	return list[i], nil
}
