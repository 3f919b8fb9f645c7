package balance

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"referee/cmd/games"
	"referee/engine"
	"referee/engine/match"
	"referee/engine/play"
	arena "referee/engine/play/duel"
)

// variant is a data set of a game with one thing changed.
type variant struct {
	name   string
	change func(match.Data) error
}

// variants are those of each game.
var variants = map[string][]variant{"celles": cellesVariants}

// sample is matches of the same kind: who plays, with which options, over which data set.
type sample struct {
	name    string
	game    engine.Game
	players [2]play.Player // alike where a player meets itself
	setup   engine.Setup
	seed    uint64
	judge   *play.Judge // nil: the game has none
}

// itself says that a player meets itself.
func (s sample) itself() bool { return s.players[0].About == s.players[1].About }

// match is one of the two matches of a pair. Where two players meet they change sides and keep the
// dice. A player who meets itself would play the very same match again: both matches have dice of their own.
func (s sample) match(pair, side int) arena.Match {
	r := arena.Rivals{Game: s.game, Setup: s.setup, A: s.players[0], B: s.players[1], Seed: s.seed}
	if s.itself() {
		return r.Match(2*pair+side, 0)
	}
	return r.Match(pair, side)
}

// deal is what the results of a sample hang on.
func (s sample) deal() deal {
	info := s.game.Info()
	option := ""
	for _, o := range info.Options {
		if v, ok := s.setup[o.ID]; ok {
			option = o.ID + "=" + v
		}
	}
	d := deal{
		Sample: s.name, Game: info.Game, Law: info.Law, Data: cmp.Or(info.Facts, info.Data), Option: option,
		Players: [2]play.About{s.players[0].About, s.players[1].About}, Seed: s.seed,
	}
	if s.judge != nil {
		d.Judge = s.judge.About
	}
	return d
}

// stage is a part of the plan: so many pairs of a sample are wanted, the first of them checked.
type stage struct {
	sample         sample
	pairs, checked int
}

// basic are the stages without options, in the order in which they are played: what is cheap, and
// what is checked, comes first.
var basic = []struct {
	players        [2]string
	pairs, checked int
}{
	{[2]string{"sergeant", "sergeant"}, 2000, 2000},
	{[2]string{"recruit", "recruit"}, 2000, 2000},
	{[2]string{"sergeant", "recruit"}, 1000, 1000},
	{[2]string{"captain", "captain"}, 250, 250},
	{[2]string{"colonel", "colonel"}, 20, 20},
	{[2]string{"captain", "captain"}, 500, 250},
	{[2]string{"colonel", "colonel"}, 60, 20},
	{[2]string{"captain", "sergeant"}, 200, 0},
	{[2]string{"colonel", "captain"}, 60, 0},
}

// How many pairs of a cheap player try an option and a changed data set, and how many of others
// try the bid that evens a match.
const (
	optionPairs = 1000
	otherPairs  = 250 // of a scenario that is not the usual one, by each cheap player
	bidPairs    = 250
	dataPairs   = 500
)

// table is what there is to play, and with which players.
type table struct {
	game   engine.Game
	roster play.Roster
	cheap  play.Player // tries options and data sets
	seed   uint64
	judge  *play.Judge
	board  string // what it is called
	most   int    // pairs of a sample; 0: as many as are planned
	others []named
}

// named is the game over a changed data set.
type named struct {
	name string
	game engine.Game
}

// set opens the game and its changed data sets.
func set(entry games.Module, dir string, changes []variant, seed uint64, most int) (*table, error) {
	data, err := entry.Data(dir)
	if err != nil {
		return nil, err
	}
	g, err := entry.Open(data, entry.Law)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", entry.ID, err)
	}
	t := &table{game: g, roster: entry.Roster(), seed: seed, judge: entry.Judge, most: most}
	for _, v := range changes {
		changed, err := match.LoadData(data)
		if err != nil {
			return nil, err
		}
		if err := v.change(changed); err != nil {
			return nil, fmt.Errorf("%s: %w", v.name, err)
		}
		g, err := entry.Open(changed, entry.Law)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", v.name, err)
		}
		t.others = append(t.others, named{v.name, g})
	}
	t.cheap = t.roster[0]
	if p, ok := t.roster.Find("sergeant"); ok {
		t.cheap = p
	}
	return t, nil
}

// own is a sample of a player against itself, with one option, which may be none.
func (t *table) own(p play.Player, g engine.Game, option, value string) sample {
	s := sample{name: p.Name, game: g, players: [2]play.Player{p, p}, seed: t.seed, judge: t.judge}
	if option != "" {
		s.name += " " + option + "=" + value
		s.setup = engine.Setup{option: value}
	}
	return s
}

// plan lists the stages in their order. The bids that are tried are those that even the matches which are
// kept, so that they are in it once those are whole.
func (t *table) plan(k kept) []stage {
	var out []stage
	add := func(s sample, pairs, checked int) {
		if t.most > 0 {
			pairs, checked = min(pairs, t.most), min(checked, t.most)
		}
		out = append(out, stage{s, pairs, checked})
	}
	for _, b := range basic {
		first, ok := t.roster.Find(b.players[0])
		second, also := t.roster.Find(b.players[1])
		switch {
		case !ok || !also:
		case first.About == second.About:
			add(t.own(first, t.game, "", ""), b.pairs, b.checked)
		default:
			add(sample{name: first.Name + "-" + second.Name, game: t.game, players: [2]play.Player{first, second}, seed: t.seed, judge: t.judge}, b.pairs, b.checked)
		}
	}
	plain := slices.Clone(out)
	for _, o := range t.game.Info().Options {
		for _, value := range o.Values {
			switch {
			case value == o.Default || o.Bid:
			case o.Scenario:
				for _, p := range t.simple() {
					add(t.own(p, t.game, o.ID, value), otherPairs, 0)
				}
			default:
				add(t.own(t.cheap, t.game, o.ID, value), optionPairs, 0)
			}
		}
	}
	tried := []struct {
		name          string
		beside, pairs int // the bids beside it that are tried too, where one that evens should show as such
	}{{t.cheap.Name, 1, optionPairs}, {"captain", 0, bidPairs}}
	for _, try := range tried {
		p, ok := t.roster.Find(try.name)
		b, whole := t.evening(p, plain, k)
		if !ok || !whole {
			continue
		}
		for vp := max(-b.most, b.even-try.beside); vp <= min(b.most, b.even+try.beside); vp++ {
			if vp != 0 {
				add(t.own(p, t.game, b.option, b.value(vp)), try.pairs, 0)
			}
		}
	}
	for _, o := range t.others {
		s := t.own(t.cheap, o.game, "", "")
		s.name += " with " + o.name
		add(s, dataPairs, 0)
	}
	return out
}

// simple are the recruit and the player that tries options.
func (t *table) simple() play.Roster {
	if t.cheap.About == t.roster[0].About {
		return t.roster[:1]
	}
	return play.Roster{t.roster[0], t.cheap}
}

// evening is the bid that evens a player's matches against itself; false: these are not whole, or
// the game has no bid.
func (t *table) evening(p play.Player, plain []stage, k kept) (bid, bool) {
	s := t.own(p, t.game, "", "")
	wanted := 0
	for _, st := range plain {
		if st.sample.name == s.name {
			wanted = max(wanted, st.pairs)
		}
	}
	if wanted == 0 || len(k[s.name].lines) < wanted {
		return bid{}, false
	}
	return t.bid(k.sum(s.name))
}

// file is the name of the file of a sample, without its ending.
func (s sample) file() string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '+' || r == '-' || r == '.' {
			return r
		}
		return '_'
	}, s.name)
}
