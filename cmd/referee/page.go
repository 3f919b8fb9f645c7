package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/club"
	"referee/bot/describe"
	"referee/bot/files"
	"referee/bot/locale"
	"referee/bot/page"
	"referee/bot/referee"
	"referee/cmd/cli"
	"referee/engine"
	"referee/engine/league"
	"referee/engine/luck"
	"referee/engine/match"
	"referee/store"
)

// pageScale is the scale of the maps on a league's page.
const pageScale = 1

// tellLast is how many lines of a match its page tells.
const tellLast = 12

// leaguePage makes one page.
type leaguePage struct {
	r     *referee.Referee
	clubs *club.Club
	store *store.Store
	dir   string
	lang  string
	words *locale.Words
	club  page.Club
	dice  *uniformity
	luck  map[league.Player]*luck.Sum
	cases map[match.ID][]club.Case
}

// writePage writes a league as a page to a directory, in a language.
func writePage(cmd *cobra.Command, clubs *club.Club, s *store.Store, id league.ID, dir, lang string) error {
	p := &leaguePage{
		r: clubs.Referee, clubs: clubs, store: s, dir: dir, lang: lang, luck: map[league.Player]*luck.Sum{}, cases: map[match.ID][]club.Case{},
		dice: &uniformity{dice: luck.NewUniform(), games: map[pinned]engine.Game{}, stderr: cmd.ErrOrStderr()},
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("directory %s: %w", dir, files.Reason(err))
	}
	if err := p.gather(id); err != nil {
		return err
	}
	progress := cli.NewProgress(cmd.ErrOrStderr(), "matches", len(p.club.Look.Matches))
	defer progress.Done()
	for i, m := range p.club.Look.Matches {
		if err := cli.Stopped(cmd.Context(), "%d of %d matches; %s is not whole", i, len(p.club.Look.Matches), dir); err != nil {
			return err
		}
		if m.ID != "" {
			if err := p.count(m); err != nil {
				return fmt.Errorf("match %d: %w", m.No, err)
			}
		}
		progress.At(i + 1)
	}
	progress.Done()
	return p.write(cmd)
}

// gather reads what the page shows besides the matches.
func (p *leaguePage) gather(id league.ID) (err error) {
	if p.club.Look, err = p.clubs.Leagues.Look(id); err != nil {
		return err
	}
	card := p.club.Look.Card
	if p.club.Info, err = p.r.Info(card.Game); err != nil {
		return err
	}
	if p.words, err = locale.New(p.club.Info, page.Catalogues()); err != nil {
		return err
	}
	if p.club.Ratings, err = p.clubs.Statistics.Ratings(card.Home, card.Game); err != nil {
		return err
	}
	if p.club.Reliability, err = p.clubs.Statistics.Reliability(id); err != nil {
		return err
	}
	rulings, err := p.clubs.Judges.Rulings("", nil)
	if err != nil {
		return err
	}
	for _, c := range rulings {
		p.cases[c.Match] = append(p.cases[c.Match], c)
	}
	p.club.Written = time.Now()
	return nil
}

// count counts the dice of a match, for all and for each of its players.
func (p *leaguePage) count(m club.LeagueMatch) error {
	entries, err := p.store.Load(m.ID)
	if err != nil {
		return err
	}
	o, err := match.Pinned(entries)
	if err != nil {
		return err
	}
	g, err := p.dice.game(o, func(match.Opening) (match.Data, error) { return p.store.Data(o.Data) })
	if err != nil {
		return err
	}
	rolls, err := luck.Rolls(g, entries)
	if err != nil {
		return err
	}
	p.dice.dice.Add(rolls)
	kinds := engine.CostKinds(g)
	if len(kinds) == 0 {
		return nil
	}
	for i, seat := range g.Info().Seats[:2] {
		who := m.Pair[i]
		if p.luck[who] == nil {
			p.luck[who] = luck.NewSum(kinds)
		}
		p.luck[who].Add(rolls, seat)
	}
	return nil
}

// write writes the files.
func (p *leaguePage) write(cmd *cobra.Command) error {
	p.club.Dice, p.club.Draws = p.dice.dice.Dice(), p.dice.dice.Draws()
	p.club.Luck = map[league.Player]luck.Report{}
	for who, sum := range p.luck {
		p.club.Luck[who] = sum.Report()
	}
	pages, err := page.New(p.words, p.lang, p.club)
	if err != nil {
		return err
	}
	if err := cli.WriteFile(filepath.Join(p.dir, page.IndexFile), pages.Index); err != nil {
		return err
	}
	progress := cli.NewProgress(cmd.ErrOrStderr(), "maps", len(p.club.Look.Matches))
	defer progress.Done()
	for i, m := range p.club.Look.Matches {
		if err := cli.Stopped(cmd.Context(), "%d of %d maps; %s is not whole", i, len(p.club.Look.Matches), p.dir); err != nil {
			return err
		}
		if m.ID != "" {
			if err := p.match(pages, m); err != nil {
				return fmt.Errorf("match %d: %w", m.No, err)
			}
		}
		progress.At(i + 1)
	}
	return nil
}

// match writes the page of a match, and its map.
func (p *leaguePage) match(pages *page.Page, m club.LeagueMatch) error {
	s, err := p.r.Snapshot(m.ID)
	if err != nil {
		return err
	}
	look, err := s.Look(engine.Spectator)
	if err != nil {
		return err
	}
	lines, err := s.Told(engine.Spectator, max(0, look.Seq-tellLast), 0)
	if err != nil {
		return err
	}
	played := page.Played{
		LeagueMatch: m, Map: fmt.Sprintf("map-%03d.png", m.No), Alt: describe.Alt(look.Info, look.View, nil), Ending: look,
		Told: lines, Rulings: p.cases[m.ID],
	}
	say := func(m engine.Msg) string { return p.words.Say(p.lang, m) }
	draw := func(w io.Writer) error { return s.Picture(w, engine.Spectator, nil, say) }
	if err := cli.WriteFile(filepath.Join(p.dir, played.Map), draw); err != nil {
		return err
	}
	return cli.WriteFile(filepath.Join(p.dir, page.MatchFile(m.No)), func(w io.Writer) error { return pages.Match(w, played) })
}
