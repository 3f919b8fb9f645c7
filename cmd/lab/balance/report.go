package balance

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"referee/engine"
	"referee/engine/play"
)

// page is the page that is written.
type page struct {
	*table
	plan []stage
	kept kept
	strings.Builder
}

// text is the page.
func (t *table) text(plan []stage, k kept) string {
	p := &page{table: t, plan: plan, kept: k}
	p.head()
	p.levels()
	p.scenarios()
	p.verdict()
	p.bids()
	p.options()
	p.data()
	p.meeting()
	p.checks()
	p.method()
	p.say("<!-- end -->\n")
	return p.String()
}

func (p *page) say(format string, args ...any) { fmt.Fprintf(p, format, args...) }

// seat is the name of a seat in a sentence.
func (p *page) seat(i int) string {
	name := string(p.game.Info().Seats[i])
	return strings.ToUpper(name[:1]) + name[1:]
}

// title is the name of the game.
func (p *page) title() string { return p.game.Info().Title }

// named is the flag that names the game, where another is meant without it.
func (p *page) named() string {
	if p.usual {
		return ""
	}
	return " --game " + p.game.Info().Game
}

func (p *page) head() {
	info := p.game.Info()
	p.say("# Balance of *%s*\n\n", p.title())
	p.say("<!-- written by: go run ./cmd/lab balance%s -->\n", p.named())
	p.say("Which side the game favours, as far as its players show it by playing against themselves. This page is written by\n")
	p.say("`go run ./cmd/lab balance%s`. Law %d, data set %.8s, dice %d; brackets hold intervals of 95 %%. A margin is %s VP less %s VP. Players:\n\n",
		p.named(), info.Law, info.Data, p.seed, p.seat(0), p.seat(1))
	for _, pl := range p.roster {
		p.say("- %s\n", pl.About)
	}
	p.say("\n")
}

// wanted is how many pairs of a sample are planned, and how many of these are to be checked.
func (p *page) wanted(name string) (pairs, checked int) {
	for _, st := range p.plan {
		if st.sample.name == name {
			pairs, checked = max(pairs, st.pairs), max(checked, st.checked)
		}
	}
	return pairs, checked
}

// of says how many pairs of a sample there are.
func (p *page) of(name string) string {
	n, _ := p.wanted(name)
	if s := p.kept.sum(name); s.pairs < n {
		return fmt.Sprintf("%d of %d", s.pairs, n)
	}
	return fmt.Sprint(n)
}

// complete says that a sample has all the pairs that are planned.
func (p *page) complete(name string) bool {
	n, _ := p.wanted(name)
	return n > 0 && len(p.kept[name].lines) >= n
}

// percent is a share with its interval.
func percent(i interval) string {
	if math.IsInf(i.high, 1) {
		return fmt.Sprintf("%.1f %%", 100*i.mean)
	}
	return fmt.Sprintf("%.1f %% (%.1f to %.1f)", 100*i.mean, 100*i.low, 100*i.high)
}

// points is a figure in VP, or in percent points, with its interval and its sign.
func points(i interval, digits int) string {
	out := signed(i.mean, digits)
	if !math.IsInf(i.high, 1) {
		out += " (" + signed(i.low, digits) + " to " + signed(i.high, digits) + ")"
	}
	return out
}

// signed writes a number with its sign; 0 has none.
func signed(x float64, digits int) string {
	text := fmt.Sprintf("%+.*f", digits, x)
	if strings.Trim(text, "+-0.") == "" {
		return text[1:]
	}
	return strings.Replace(text, "-", "−", 1)
}

func (p *page) levels() {
	p.say("## By level\n\nEach player against itself.\n\n| player | pairs | %s wins | drawn | %[1]s decisive wins | margin | bid that evens it |\n|---|---|---|---|---|---|---|\n", p.seat(0))
	for _, pl := range p.roster {
		s := p.kept.sum(pl.Name)
		if s.pairs == 0 {
			p.say("| %s | %s | | | | | |\n", pl.Name, p.of(pl.Name))
			continue
		}
		_, _, drawn := s.strength.Results()
		even := ""
		if b, ok := p.bid(s); ok && p.byMargin() {
			even = p.even(b)
		}
		p.say("| %s | %s | %s | %.1f %% | %s | %s | %s |\n", pl.Name, p.of(pl.Name), percent(s.wins()),
			100*float64(drawn)/float64(len(s.matches)), percent(share(s.decisive, len(s.matches))), points(s.margin(), 2), even)
	}
	switch {
	case !slices.ContainsFunc(p.game.Info().Options, func(o engine.SetupOption) bool { return o.Bid }):
		p.say("\n")
	case p.byMargin():
		p.say("\nThe bid is that which would have brought wins nearest to one half, draws counting half, had the same matches been played with it; in brackets those at which\n")
		p.say("the interval still has one half in it. A side that wins before the last turn wins at any bid.\n\n")
	default:
		p.say("\nNo bid is reckoned: somebody wins who is not ahead by margin, so that margins do not say what a bid would have done.\n\n")
	}
}

// byMargin reports whether the bids that even matches could be reckoned, of players of whom there are matches.
func (p *page) byMargin() bool {
	return !slices.ContainsFunc(p.roster, func(pl play.Player) bool {
		s := p.kept.sum(pl.Name)
		_, ok := p.bid(s)
		return s.pairs > 0 && !ok
	})
}

// even says which bid evens matches.
func (p *page) even(b bid) string {
	out := p.given(b.even)
	switch {
	case !b.enough:
		out = "more than " + out
	case b.low < b.high:
		out += fmt.Sprintf(" (%s to %s)", p.given(b.low), p.given(b.high))
	}
	return out
}

// given says who is given how many VP.
func (p *page) given(vp int) string {
	switch {
	case vp > 0:
		return fmt.Sprintf("%d for %s", vp, p.seat(1))
	case vp < 0:
		return fmt.Sprintf("%d for %s", -vp, p.seat(0))
	}
	return "none"
}

// favours says whom a measure favours: "favours German", "shows no lean".
func (p *page) favours(lean int) string {
	switch lean {
	case 1:
		return "favours " + p.seat(0)
	case -1:
		return "favours " + p.seat(1)
	}
	return "shows no lean"
}

// scenarios tells of each scenario beside the usual one.
func (p *page) scenarios() {
	said := false
	for _, st := range p.plan {
		i := slices.IndexFunc(p.game.Info().Options, func(o engine.SetupOption) bool { _, ok := st.sample.setup[o.ID]; return ok && o.Scenario })
		if i < 0 {
			continue
		}
		if !said {
			said = true
			p.say("## By scenario\n\nThe tables above are of the usual one; a margin here is of what the scenario counts, and not to be compared.\n\n")
			p.say("| scenario, player | pairs | %s wins | drawn | %[1]s decisive wins | margin |\n|---|---|---|---|---|---|\n", p.seat(0))
		}
		s, name := p.kept.sum(st.sample.name), st.sample.setup[p.game.Info().Options[i].ID]+", "+st.sample.players[0].Name
		if s.pairs == 0 {
			p.say("| %s | %s | | | | |\n", name, p.of(st.sample.name))
			continue
		}
		_, _, drawn := s.strength.Results()
		p.say("| %s | %s | %s | %.1f %% | %s | %s |\n", name, p.of(st.sample.name), percent(s.wins()),
			100*float64(drawn)/float64(len(s.matches)), percent(share(s.decisive, len(s.matches))), points(s.margin(), 2))
	}
	if said {
		p.say("\n")
	}
}

// verdict says what may be said: what the two best players agree on, once their samples are
// whole. Whoever stopped when it looked right would find something in any game.
func (p *page) verdict() {
	p.say("## What may be said\n\n")
	if len(p.roster) < 3 {
		p.say("Nothing: it takes two players beside the recruit who agree, as what one alone shows may be its own.\n\n")
		return
	}
	best := p.roster[len(p.roster)-2:]
	missing := slices.DeleteFunc(best.Names(), p.complete)
	if len(missing) > 0 {
		var have []string
		for _, name := range missing {
			have = append(have, fmt.Sprintf("%s has %s pairs", name, p.of(name)))
		}
		p.say("Nothing yet: something is said only where %s agree, once all their pairs are played; %s.\n\n",
			strings.Join(best.Names(), " and "), strings.Join(have, ", "))
		return
	}
	p.say("Only what holds for %s:\n\n", strings.Join(best.Names(), " and "))
	for _, measure := range []struct {
		name string
		lean func(sum) int
	}{
		{"wins", func(s sum) int { return s.score().leans(0.5) }},
		{"margin", func(s sum) int { return s.margin().leans(0) }},
	} {
		p.agree(best, measure.name, measure.lean)
	}
	p.say("\n")
}

// agree says what players agree on by a measure.
func (p *page) agree(best play.Roster, measure string, lean func(sum) int) {
	leans := map[int]bool{}
	var said []string
	for _, pl := range best {
		l := lean(p.kept.sum(pl.Name))
		leans[l] = true
		said = append(said, fmt.Sprintf("%s %s", pl.Name, p.favours(l)))
	}
	switch {
	case len(leans) > 1:
		p.say("- by %s nothing: %s;\n", measure, strings.Join(said, ", "))
	case leans[0]:
		p.say("- by %s neither side is favoured by so much that it would show in so many matches;\n", measure)
	default:
		l := lean(p.kept.sum(best[0].Name))
		p.say("- by %s the game %s;\n", measure, p.favours(l))
	}
}

// row is a row of a table of samples.
func (p *page) row(name string) {
	s := p.kept.sum(name)
	if s.pairs == 0 {
		p.say("| %s | %s | | | |\n", name, p.of(name))
		return
	}
	p.say("| %s | %s | %s | %s | %s |\n", name, p.of(name), percent(s.wins()), percent(share(s.decisive, len(s.matches))), points(s.margin(), 2))
}

// optioned are the samples with an option that is a bid, or that is none.
func (p *page) optioned(bids bool) []string {
	var out []string
	for _, st := range p.plan {
		for _, o := range p.game.Info().Options {
			if _, ok := st.sample.setup[o.ID]; ok && o.Bid == bids && !o.Scenario {
				out = append(out, st.sample.name)
			}
		}
	}
	return out
}

func (p *page) bids() {
	list := p.optioned(true)
	if len(list) == 0 {
		return
	}
	p.say("## With the bid\n\nWhether the bid does so, by matches that were played with it; for %s with those beside it, too.\n\n", p.cheap.Name)
	p.say("| player, bid | pairs | %s wins | %[1]s decisive wins | margin |\n|---|---|---|---|---|\n", p.seat(0))
	plain := ""
	for _, name := range list {
		if player, _, _ := strings.Cut(name, " "); player != plain {
			plain = player
			p.row(plain)
		}
		p.row(name)
	}
	p.say("\n")
}

// change is what a changed game is worth to the first seat.
type change struct {
	name          string
	of            string
	margin, score interval
}

// changes compares samples with the plain one of the same player; those without pairs are last.
func (p *page) changes(list []string, cut string) []change {
	var out []change
	for _, name := range list {
		m, s, n := p.kept.more(name, p.cheap.Name)
		want, _ := p.wanted(name)
		c := change{name: strings.TrimPrefix(name, p.cheap.Name+cut), of: fmt.Sprint(n), margin: m, score: s}
		if n < want {
			c.of = fmt.Sprintf("%d of %d", n, want)
		}
		if n < 2 {
			c.margin, c.score = interval{}, interval{}
		}
		out = append(out, c)
	}
	slices.SortStableFunc(out, func(a, b change) int { return cmp.Compare(math.Abs(b.margin.mean), math.Abs(a.margin.mean)) })
	return out
}

// compared writes a table of changes.
func (p *page) compared(what string, list []change) {
	p.say("| %s | pairs | margin, less that without | %s wins with half the draws, less those without |\n|---|---|---|---|\n", what, p.seat(0))
	for _, c := range list {
		if c.margin == (interval{}) {
			p.say("| %s | %s | | |\n", c.name, c.of)
			continue
		}
		s := c.score
		p.say("| %s | %s | %s VP | %s points |\n", c.name, c.of, points(c.margin, 2), points(interval{100 * s.mean, 100 * s.low, 100 * s.high}, 1))
	}
	p.say("\n")
}

func (p *page) options() {
	list := p.optioned(false)
	if len(list) == 0 {
		return
	}
	p.say("## By option\n\n%s alone, against itself; each with the dice of the matches without it.\n\n", p.capital(p.cheap.Name))
	p.compared("option", p.changes(list, " "))
}

func (p *page) capital(name string) string { return strings.ToUpper(name[:1]) + name[1:] }

func (p *page) data() {
	if len(p.others) == 0 {
		return
	}
	var list []string
	for _, o := range p.others {
		list = append(list, p.cheap.Name+" with "+o.name)
	}
	changed := p.changes(list, " with ")
	p.say("## By data set\n\n%s alone, against itself, over copies of the data set in which one thing is changed; each with the dice of the matches without it.\n", p.capital(p.cheap.Name))
	p.say("The greatest difference comes first.\n\n")
	p.compared("what is changed", changed)
	// Of fifteen intervals of 95 % one misses by chance: three standard errors.
	var sure []string
	for _, c := range changed {
		if math.Abs(c.margin.mean) > 3*(c.margin.high-c.margin.mean)/z {
			sure = append(sure, fmt.Sprintf("%s (%s VP)", c.name, signed(c.margin.mean, 1)))
		}
	}
	if slices.ContainsFunc(list, func(name string) bool { return !p.complete(name) }) {
		p.say("Not all of them are played.")
	} else if len(sure) == 0 {
		p.say("None changes the margin by three standard errors.")
	} else {
		p.say("By three standard errors or more the margin hangs on: %s.", strings.Join(sure, ", "))
	}
	p.say(" What another player's would do is not known.\n\n")
}

// meeting tells of two players who meet.
func (p *page) meeting() {
	for _, st := range p.plan {
		s := st.sample
		sum := p.kept.sum(s.name)
		if s.itself() || sum.pairs == 0 {
			continue
		}
		won, lost, drawn := sum.strength.Results()
		a, b := sum.strength.Sides[0], sum.strength.Sides[1]
		p.say("## %s against %s\n\nThe same dice with sides changed, %s pairs: %d : %d, %d drawn; as %s %d : %d, as %s %d : %d. %s wins %s, margin %s VP.\n\n",
			p.capital(s.players[0].Name), s.players[1].Name, p.of(s.name), won, lost, drawn, p.seat(0), a.Wins, a.Losses, p.seat(1), b.Wins, b.Losses,
			p.capital(s.players[0].Name), percent(sum.wins()), points(sum.margin(), 2))
	}
}

// checks tells what --check has seen.
func (p *page) checks() {
	p.say("## No illegal answer, no more nodes than the budget, the same answer again\n\n")
	p.say("Each of these matches was played twice. A fault is an answer that the rules refuse, or that is another one, or takes other nodes, the second time.\n\n")
	p.say("| sample | matches checked | of | answers asked twice | most nodes, of | faults |\n|---|---|---|---|---|---|\n")
	faults := []string(nil)
	for _, name := range names(p.plan) {
		_, want := p.wanted(name)
		s := p.kept.sum(name)
		bad := len(s.faults) + p.kept[name].differ
		if want == 0 && bad == 0 {
			continue
		}
		var nodes []string
		for _, st := range p.plan {
			if st.sample.name != name || len(nodes) > 0 {
				continue
			}
			for i, pl := range st.sample.players {
				if i == 1 && st.sample.itself() {
					nodes[0] = fmt.Sprintf("%d of %d", max(s.most[0], s.most[1]), pl.Nodes)
					continue
				}
				nodes = append(nodes, fmt.Sprintf("%d of %d", s.most[i], pl.Nodes))
			}
		}
		p.say("| %s | %d | %d | %d | %s | %d |\n", name, 2*s.checked, 2*want, s.answers, strings.Join(nodes, ", "), bad)
		faults = append(faults, s.faults...)
	}
	p.say("\n")
	for _, f := range faults {
		p.say("    %s\n\n", strings.ReplaceAll(strings.TrimSpace(f), "\n", "\n    "))
	}
}

func (p *page) method() {
	p.say("## How\n\n")
	p.say("A pair is two matches. Where a player meets itself, changing sides with the same dice would give the same match again, so that both have dice of their own: match n of a player\n")
	p.say("against itself has the dice of match n of any other. Intervals of wins are Wilson's; those of margins and differences are the mean and 1.96 standard errors by pairs, and\n")
	p.say("so are those of wins with half the draws, by which it is told whom wins favour. Options and changed data are tried by %s, which plays\n", p.cheap.Name)
	p.say("a match in a moment; what %s does there says little about people.\n", p.cheap.Name)
	other := 0
	for _, k := range p.kept {
		other += k.other
	}
	if other > 0 {
		p.say("\n%d pairs of other versions of players, of the data set or of the law are left out.\n", other)
	}
	all, missing := names(p.plan), 0
	for _, name := range all {
		if !p.complete(name) {
			missing++
		}
	}
	if missing > 0 {
		p.say("\n%d of %d samples are not yet all played; the tables say how many pairs of each there are.\n", missing, len(all))
	}
}
