package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"referee/bot/board/drawn"
	replaypage "referee/bot/board/replay"
	"referee/bot/club"
	"referee/bot/describe"
	"referee/bot/files"
	"referee/bot/locale"
	"referee/bot/page"
	"referee/bot/referee"
	"referee/bot/visible"
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
	p := newLeaguePage(clubs, s, lang, cmd.ErrOrStderr())
	p.dir = dir
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return fmt.Errorf("directory %s: %w", dir, files.Reason(err))
	}
	if err := p.gather(cmd.Context(), id); err != nil {
		return err
	}
	if err := p.each(cmd, "matches", p.count); err != nil {
		return err
	}
	pages, err := p.pages()
	if err != nil {
		return err
	}
	if err := cli.WriteFile(filepath.Join(dir, page.IndexFile), pages.Index); err != nil {
		return err
	}
	return p.each(cmd, "maps", func(ctx context.Context, m club.LeagueMatch) error { return p.match(ctx, pages, m) })
}

// each calls do for each match that was opened, and shows the progress; what names the results.
func (p *leaguePage) each(cmd *cobra.Command, what string, do func(context.Context, club.LeagueMatch) error) error {
	all := p.club.Look.Matches
	progress := cli.NewProgress(cmd.ErrOrStderr(), what, len(all))
	defer progress.Done()
	for i, m := range all {
		if err := cli.Stopped(cmd.Context(), "%d of %d %s; %s is not whole", i, len(all), what, p.dir); err != nil {
			return err
		}
		if m.ID != "" {
			if err := do(context.WithoutCancel(cmd.Context()), m); err != nil {
				return fmt.Errorf("match %d: %w", m.No, err)
			}
		}
		progress.At(i + 1)
	}
	return nil
}

// newLeaguePage begins the page of a league.
func newLeaguePage(clubs *club.Club, s *store.Store, lang string, stderr io.Writer) *leaguePage {
	return &leaguePage{
		r: clubs.Referee, clubs: clubs, store: s, lang: lang, luck: map[league.Player]*luck.Sum{}, cases: map[match.ID][]club.Case{},
		dice: &uniformity{dice: luck.NewUniform(), games: map[pinned]engine.Game{}, stderr: stderr},
	}
}

// read reads all that the page shows, for [leaguePage.file].
func (p *leaguePage) read(ctx context.Context, id league.ID) error {
	if err := p.gather(ctx, id); err != nil {
		return err
	}
	for _, m := range p.club.Look.Matches {
		if m.ID == "" {
			continue
		}
		if err := p.count(ctx, m); err != nil {
			return fmt.Errorf("match %d: %w", m.No, err)
		}
		s, err := p.r.Snapshot(ctx, m.ID)
		if err != nil {
			return fmt.Errorf("match %d: %w", m.No, err)
		}
		if s.HasPicture() {
			p.club.Picture = mapFile(m.No)
		}
	}
	return nil
}

// file writes one file of the page, with the replays of matches that are over beside those that are written to a
// directory. site is where the files are served, see [page.Club]. It returns errNoPage where there is no such file.
func (p *leaguePage) file(ctx context.Context, w io.Writer, name, site string) error {
	p.club.Site = site
	pages, err := p.pages()
	if err != nil {
		return err
	}
	if name == page.IndexFile {
		return pages.Index(w)
	}
	for _, m := range p.club.Look.Matches {
		if m.ID == "" || name != page.MatchFile(m.No) && name != mapFile(m.No) && name != replayFile(m.No) {
			continue
		}
		s, played, err := p.played(ctx, m)
		if err != nil {
			return err
		}
		say := func(m engine.Msg) string { return p.words.Say(p.lang, m) }
		switch {
		case name == mapFile(m.No):
			return s.Picture(ctx, w, engine.Spectator, nil, say)
		case name == page.MatchFile(m.No):
			if s.Match().Over() {
				played.Replay = replayFile(m.No)
			}
			return pages.Match(w, played)
		case s.Match().Over():
			return p.replay(w, s, m, site)
		}
	}
	return errNoPage
}

func mapFile(no int) string    { return fmt.Sprintf("map-%03d.png", no) }
func replayFile(no int) string { return fmt.Sprintf("replay-%03d.html", no) }

// replay writes a match, decision by decision.
func (p *leaguePage) replay(w io.Writer, s *referee.Snapshot, m club.LeagueMatch, site string) error {
	words, err := locale.New(s.Info(), replaypage.Catalogues())
	if err != nil {
		return err
	}
	who := map[engine.Seat]string{}
	for i, seat := range s.Info().Seats[:2] {
		who[seat] = visible.Line(p.words.Say(p.lang, p.club.Look.Name(m.Pair[i])))
	}
	picture := ""
	if site != "" && s.HasPicture() {
		picture = site + mapFile(m.No)
	}
	return replaypage.Write(w, s.Match(), engine.Spectator, replaypage.Config{Drawer: drawn.New(), Words: words, Lang: p.lang, Who: who, Picture: picture})
}

// gather reads what the page shows besides the matches.
func (p *leaguePage) gather(ctx context.Context, id league.ID) (err error) {
	if p.club.Look, err = p.clubs.Leagues.Look(ctx, id); err != nil {
		return err
	}
	card := p.club.Look.Card
	if p.club.Info, err = p.r.Games.InfoAt(card.Game, card.Home); err != nil {
		return err
	}
	if p.words, err = locale.New(p.club.Info, page.Catalogues()); err != nil {
		return err
	}
	if p.club.Ratings, err = p.clubs.Statistics.Ratings(ctx, card.Home, card.Game); err != nil {
		return err
	}
	if p.club.Reliability, err = p.clubs.Statistics.Reliability(ctx, id); err != nil {
		return err
	}
	rulings, err := p.clubs.Judges.Rulings(ctx, "", nil)
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
func (p *leaguePage) count(ctx context.Context, m club.LeagueMatch) error {
	g, rolls, err := p.dice.load(ctx, p.store, m.ID)
	if err != nil {
		return err
	}
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

// pages are what makes the files, once all is read.
func (p *leaguePage) pages() (*page.Page, error) {
	p.club.Dice, p.club.Draws = p.dice.dice.Dice(), p.dice.dice.Draws()
	p.club.Luck = map[league.Player]luck.Report{}
	for who, sum := range p.luck {
		p.club.Luck[who] = sum.Report()
	}
	return page.New(p.words, p.lang, p.club)
}

// played is a match as everybody may see it.
func (p *leaguePage) played(ctx context.Context, m club.LeagueMatch) (s *referee.Snapshot, out page.Played, err error) {
	if s, err = p.r.Snapshot(ctx, m.ID); err != nil {
		return s, out, err
	}
	look, err := s.Look(ctx, engine.Spectator)
	if err != nil {
		return s, out, err
	}
	lines, err := s.Lines(engine.Spectator, max(0, look.Seq-tellLast), 0)
	return s, page.Played{
		LeagueMatch: m, Map: mapFile(m.No), Alt: describe.Alt(look.Info, look.View, nil), Ending: look,
		Told: lines, Rulings: p.cases[m.ID],
	}, err
}

// match writes the page of a match, and its map.
func (p *leaguePage) match(ctx context.Context, pages *page.Page, m club.LeagueMatch) error {
	s, played, err := p.played(ctx, m)
	if err != nil {
		return err
	}
	say := func(m engine.Msg) string { return p.words.Say(p.lang, m) }
	draw := func(w io.Writer) error { return s.Picture(ctx, w, engine.Spectator, nil, say) }
	if err := cli.WriteFile(filepath.Join(p.dir, played.Map), draw); err != nil {
		return err
	}
	return cli.WriteFile(filepath.Join(p.dir, page.MatchFile(m.No)), func(w io.Writer) error { return pages.Match(w, played) })
}
