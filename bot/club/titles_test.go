package club_test

import (
	"testing"

	"referee/bot/club"
	"referee/bot/referee"
	"referee/bot/test/refereetest"
	"referee/engine"
	"referee/engine/dice"
	"referee/engine/kit/csvtable"
	"referee/engine/league"
	"referee/engine/match"
	"referee/engine/notary"
)

// TestALeagueOfATitle: a league of a game without a map is played on a title from the shelf, goes on with it when there is a newer
// one, and its export verifies.
func TestALeagueOfATitle(t *testing.T) {
	c := &clubhouse{watch: newWatch(t)}
	c.game = referee.Game{ID: "notary", Law: 1, Data: notary.Files(), Open: notary.Open}
	c.crash(0)
	shelve := func(version int, lines string) string {
		data, err := match.LoadData(notary.Files())
		c.must(err)
		id := engine.BoardID{Name: "Alps", Version: version, Author: "Anna"}
		data["title.csv"], data[csvtable.BoardFile] = lines, csvtable.WriteBoard(id)
		g, err := notary.Open(data, 1)
		c.must(err)
		c.must(c.store.PutBoard(t.Context(), match.Board{BoardID: id, Game: "notary", Data: g.Info().Data}, data))
		c.must(c.Games.ReadShelf(t.Context()))
		return g.Info().Data
	}
	alps := shelve(1, "name,Alps 1915\nclock,3d then loss\n")
	rules := roundRobin()
	rules.Settings = map[string]string{"setup.board": "alps", "setup.title": "title"}
	reply, err := c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "Winter", Place: "news", Rules: rules})
	c.must(err)
	c.id = reply.League
	for _, letter := range []string{"a", "b"} {
		_, err := c.Leagues.Enter(t.Context(), c.player(letter), club.Someone{}, 0, league.Waking{})
		c.must(err)
	}
	_, err = c.Leagues.Start(t.Context(), c.organiser(), nil)
	c.must(err)
	shelve(2, "name,Alps 1916\n")
	if is := c.look(t.Context()).Rules.Settings; is["data"] != alps || is["setup.board"] != "Alps 1" || is["clock"] != "limit 3d then loss" {
		t.Errorf("the league is played by %v", is)
	}
	id := c.openAll(t.Context())[1]
	l, err := refereetest.Current(t.Context(), c.Referee, id).Look(t.Context(), engine.Spectator)
	c.must(err)
	if title := l.View.Status.Args[0].Text; title != "Alps 1915" || l.Info.Named.Called() != "Alps 1" {
		t.Errorf("%q is played", title)
	}
	for _, order := range []struct {
		seat engine.Seat
		text string
	}{{"blue", "roll 2d10 attack"}, {"blue", "score blue 12"}, {"blue", "result blue"}, {"red", "agree"}} {
		_, err := c.Order(t.Context(), c.who(t.Context(), id, order.seat), order.text)
		c.must(err)
	}
	c.hear(t.Context())
	said, err := c.Statistics.Luck(t.Context(), c.id, func(league.Player) string { return "" })
	if err != nil || len(said) != 2 || said[1].Key != "luck.die.few" || said[1].Args[1].Num != 2 {
		t.Errorf("of the dice is told %+v, %v", said, err)
	}
	_, files := c.export(t.Context())
	verifier := club.Verifier{
		Open: func(o match.Opening, data match.Data) (engine.Game, error) { return notary.Open(data, o.Law) }, Roll: dice.Check,
	}
	if n, err := verifier.League(files); n != 1 || err != nil {
		t.Errorf("%d matches hold: %v", n, err)
	}
	rules.Settings["setup.board"] = "ardennes"
	if _, err := c.Leagues.Found(t.Context(), c.organiser(), club.Founding{Home: "club", Name: "Spring", Rules: rules}); err == nil {
		t.Error("a league is founded on a title that there is not")
	}
}
