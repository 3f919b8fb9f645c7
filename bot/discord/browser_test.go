package discord

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/bwmarrin/discordgo"

	"referee/bot/board"
	"referee/bot/board/links"
	"referee/bot/discord/wire"
	"referee/engine"
	"referee/engine/match"
)

// browsed is a stage whose people can open the board in a browser.
type browsed struct {
	*stage
	book *links.Book
	site *httptest.Server
}

func newBrowsed(t *testing.T) *browsed {
	s := &browsed{stage: newStage(t)}
	log := slog.New(slog.DiscardHandler)
	var door http.Handler
	s.site = httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { door.ServeHTTP(w, r) }))
	t.Cleanup(s.site.Close)
	s.book = links.New(links.Config{
		Store: s.store.Board(), Matches: s.h.Referee, Site: s.site.URL, Now: func() time.Time { return s.at }, Random: rand.Reader, Log: log,
	})
	b, err := board.New(t.Context(), board.Config{Referee: s.h.Referee, Visitors: s.book, Secure: true, Log: log})
	s.must(err)
	door = b
	s.h.Browsers = s.book
	return s
}

// linkOf is the link that somebody was shown last; "": none.
func (s *browsed) linkOf(who string) string {
	for _, c := range inside(s.shown[who].Components) {
		if c.URL != "" {
			return c.URL
		}
	}
	return ""
}

// browser is one that has opened a link and pressed its button.
func (s *browsed) browser(link string) *http.Client {
	s.t.Helper()
	jar, err := cookiejar.New(nil)
	s.must(err)
	c := s.site.Client()
	c = &http.Client{Transport: c.Transport, Jar: jar}
	answer, err := c.Get(link)
	s.must(err)
	text, err := io.ReadAll(answer.Body)
	s.must(errors.Join(err, answer.Body.Close()))
	token := regexp.MustCompile(`name="?token"?[^>]*value="?([0-9a-z]+)`).FindSubmatch(text)
	if token == nil {
		s.t.Fatalf("no button: %s %s", answer.Status, text)
	}
	answer, err = c.PostForm(s.site.URL+"/enter", url.Values{"token": {string(token[1])}})
	s.must(err)
	s.must(answer.Body.Close())
	if answer.StatusCode != http.StatusOK || answer.Request.URL.Path != "/m/"+s.match() {
		s.t.Fatalf("the link leads to %s: %s", answer.Request.URL, answer.Status)
	}
	return c
}

// state is how a browser is shown the match.
func (s *browsed) state(c *http.Client, seat engine.Seat) (out board.State, status int) {
	s.t.Helper()
	answer, err := c.Get(s.site.URL + "/m/" + s.match() + "/state?seat=" + string(seat))
	s.must(err)
	defer func() { s.must(answer.Body.Close()) }()
	if answer.StatusCode == http.StatusOK {
		s.must(json.NewDecoder(answer.Body).Decode(&out))
	}
	return out, answer.StatusCode
}

// does does something at the board.
func (s *browsed) does(c *http.Client, d board.Action) (out board.Outcome, status int) {
	s.t.Helper()
	text, err := json.Marshal(d)
	s.must(err)
	answer, err := c.Post(s.site.URL+"/m/"+s.match()+"/do", "application/json", bytes.NewReader(text))
	s.must(err)
	defer func() { s.must(answer.Body.Close()) }()
	s.must(json.NewDecoder(answer.Body).Decode(&out))
	return out, answer.StatusCode
}

// begins opens a match for ann and ben.
func (s *browsed) begins() {
	s.t.Helper()
	s.command("ann", "/match new side:red rounds:2 weather:off")
	s.command("ben", "/match join side:blue")
	s.posts()
}

// TestTheBoardFromDiscord: the button of a match gives each player a link of their own, which nobody else is shown; what
// they do there is posted in the channel as what is pressed in it, once.
func TestTheBoardFromDiscord(t *testing.T) {
	s := newBrowsed(t)
	s.begins()
	r, ok := s.press("ann", say("discord.button.browser"))
	if !ok || !r.Private || r.Kind != wire.Say {
		t.Fatalf("%+v %t\n%s", r.Kind, ok, text(s.board))
	}
	anns := s.linkOf("ann")
	if _, ok := s.press("ben", say("discord.button.browser")); !ok || s.linkOf("ben") == anns {
		t.Error("two are given one link")
	}
	ann, ben := s.browser(anns), s.browser(s.linkOf("ben"))
	for who, c := range map[engine.Seat]*http.Client{"red": ann, "blue": ben} {
		if st, status := s.state(c, who); status != http.StatusOK || st.Viewer.Seat != who || len(st.Viewer.Seats) != 1 || !slices.ContainsFunc(st.Asks, func(q board.Ask) bool { return q.Mine }) {
			t.Errorf("%s: %d %+v", who, status, st.Viewer)
		}
	}
	if done, status := s.does(ann, board.Action{Key: "key-0000", Seat: "blue", Do: "resign"}); status != http.StatusForbidden || done.Refusal == nil {
		t.Errorf("ann resigns for ben: %d %+v", status, done)
	}
	// a whole round, red's at the board, and the news of it in the channel, told as of any order
	st, _ := s.state(ann, "red")
	action := board.Action{Key: "key-0001", Seen: st.Seen, Seat: "red", Do: "order", Prompt: st.Asks[0].Prompt, Text: "plan hold"}
	done, status := s.does(ann, action)
	if status != http.StatusOK || done.Refusal != nil {
		t.Fatalf("%d %+v", status, done.Refusal)
	}
	seq := done.State.Last
	if again, status := s.does(ann, action); status != http.StatusOK || !again.Repeated || again.State.Last != seq {
		t.Errorf("the same key once more: %d %+v", status, again)
	}
	if _, status := s.does(ben, board.Action{Key: "key-0002", Seat: "blue", Do: "order", Text: "plan hold"}); status != http.StatusOK {
		t.Errorf("ben's plan: %d", status)
	}
	if done, status := s.does(ann, board.Action{Key: "key-0003", Seat: "red", Do: "draw"}); status != http.StatusOK {
		t.Errorf("ann offers a draw: %d %+v", status, done.Refusal)
	}
	news, _, edited := s.posts()
	told := ""
	for _, m := range news {
		told += text(m)
	}
	if !strings.Contains(told, "draw") || strings.Count(told, "["+say("discord.button.accept")+"]") > 1 || !edited && s.board.Components == nil {
		t.Errorf("the channel is told:\n%s", told)
	}
	if _, ok := s.press("ben", say("discord.button.accept")); !ok {
		t.Errorf("what was offered at the board cannot be accepted in the channel:\n%s", told)
	}
}

// TestNoBoardFromDiscordForOthers tries what somebody may not do with a link.
func TestNoBoardFromDiscordForOthers(t *testing.T) {
	s := newBrowsed(t)
	s.begins()
	refused := func(who, key string) {
		t.Helper()
		if got := text(s.shown[who]); !says(got, key) || s.linkOf(who) != "" {
			t.Errorf("%s is shown\n%s", who, got)
		}
	}
	s.press("zoe", say("discord.button.browser"))
	refused("zoe", "discord.browser-no-spectators")
	s.command("zoe", "/match settings spectators:yes")
	s.press("zoe", say("discord.button.browser"))
	refused("zoe", "discord.browser-no-spectators")
	s.command("ann", "/match settings spectators:yes")
	s.press("zoe", say("discord.button.browser"))
	zoe := s.browser(s.linkOf("zoe"))
	st, status := s.state(zoe, "red")
	if status == http.StatusOK && (st.Viewer.Seat != "" || st.Seen != "" || slices.ContainsFunc(st.Asks, func(q board.Ask) bool { return q.Mine || q.Node != nil })) {
		t.Errorf("a spectator is shown red's side: %+v", st.Viewer)
	}
	for _, do := range []string{"resign", "draw", "order", "pick", "undo", "take-back"} {
		if done, status := s.does(zoe, board.Action{Key: "key-" + do, Seat: "red", Do: do, Text: "plan hold"}); status != http.StatusForbidden || done.Refusal == nil {
			t.Errorf("a spectator may %s: %d", do, status)
		}
	}
	// the list is one's own, and who ends another's visit ends nothing
	s.press("ann", say("discord.button.browser"))
	ann := s.browser(s.linkOf("ann"))
	s.command("ann", "/me board")
	list, err := s.book.Entries(t.Context(), wire.AccountOf(userID("ann")))
	s.must(err)
	if len(list) != 1 || !strings.Contains(text(s.shown["ann"]), list[0].ID) || !strings.Contains(text(s.shown["ann"]), "Red") {
		t.Errorf("%+v\n%s", list, text(s.shown["ann"]))
	}
	end := func(who, id string) {
		t.Helper()
		in := s.act(who, discordgo.InteractionMessageComponent)
		in.Path = wire.Path{"me", "board", id}
		s.handle(who, in)
	}
	end("zoe", list[0].ID)
	if _, status := s.state(ann, "red"); status != http.StatusOK {
		t.Errorf("zoe has ended ann's visit: %d", status)
	}
	s.command("ann", "/me privacy")
	if !says(text(s.shown["ann"]), "discord.privacy-browser") {
		t.Error(text(s.shown["ann"]))
	}
	end("ann", list[0].ID)
	if _, status := s.state(ann, "red"); status != http.StatusUnauthorized {
		t.Errorf("a visit that was ended: %d", status)
	}
	// who is erased is out, everywhere
	s.press("ann", say("discord.button.browser"))
	ann, link := s.browser(s.linkOf("ann")), ""
	s.press("ann", say("discord.button.browser"))
	link = s.linkOf("ann")
	in := s.act("ann", discordgo.InteractionMessageComponent)
	in.Path = wire.Path{"privacy", "yes", "yes"}
	s.handle("ann", in)
	if _, status := s.state(ann, "red"); status != http.StatusUnauthorized {
		t.Errorf("who was erased: %d", status)
	}
	if answer, err := s.site.Client().Get(link); err != nil || answer.StatusCode != http.StatusForbidden {
		t.Errorf("a link of who was erased: %v %v", answer.Status, err)
	}
	s.h.Browsers = nil
	s.command("ben", "/me board")
	refused("ben", "discord.browser-none")
	if _, ok := s.press("ben", say("discord.button.browser")); ok && s.linkOf("ben") != "" {
		t.Error("there is a link, and no board")
	}
}

// TestTheBoardOfAnotherMatch: a visit is of its match alone.
func TestTheBoardOfAnotherMatch(t *testing.T) {
	s := newBrowsed(t)
	s.begins()
	first := s.match()
	s.press("ann", say("discord.button.browser"))
	ann := s.browser(s.linkOf("ann"))
	s.channel = "200"
	s.command("zoe", "/match new weather:off")
	second, err := s.h.Referee.Index.LatestAt(t.Context(), wire.PlaceOf(s.channel), match.UnderWay)
	s.must(err)
	for id, want := range map[match.ID]int{match.ID(first): http.StatusOK, second: http.StatusNotFound} {
		for _, path := range []string{"", "/state"} {
			answer, err := ann.Get(fmt.Sprint(s.site.URL, "/m/", id, path))
			s.must(err)
			s.must(answer.Body.Close())
			if answer.StatusCode != want {
				t.Errorf("%s%s: %d, want %d", id, path, answer.StatusCode, want)
			}
		}
	}
}

// addressOf is the address in what somebody was shown last; "": none.
func (s *browsed) addressOf(who string) string {
	return regexp.MustCompile(regexp.QuoteMeta(s.site.URL) + `/(replay|league)/[0-9a-z]+`).FindString(text(s.shown[who]))
}

// TestSharingFromDiscord: the address of a match is made by who presses for it, shown to them alone, and listed until they end it;
// of a match under way there is none unless spectators are let in.
func TestSharingFromDiscord(t *testing.T) {
	s := newBrowsed(t)
	s.begins()
	s.press("ann", say("discord.button.browser"))
	if _, ok := s.press("ann", say("discord.button.browser-share")); ok {
		t.Error("a match under way is to be shared")
	}
	shares := func(who string) wire.Response { // as if there were the button
		in := s.act(who, discordgo.InteractionMessageComponent)
		in.Path = wire.Path{"board", s.match(), "yes"}
		return s.handle(who, in)
	}
	if shares("ann"); s.addressOf("ann") != "" {
		t.Errorf("a match under way is shared:\n%s", text(s.shown["ann"]))
	}
	s.command("ann", "/match settings spectators:yes")
	s.press("ann", say("discord.button.browser"))
	if r, ok := s.press("ann", say("discord.button.browser-share")); !ok || !r.Private {
		t.Errorf("%t %+v", ok, r.Kind)
	}
	at := s.addressOf("ann")
	shows := func(want error) {
		t.Helper()
		what, _, err := s.book.Shown(t.Context(), at[strings.LastIndex(at, "/")+1:])
		if !errors.Is(err, want) || want == nil && what.Match != match.ID(s.match()) {
			t.Errorf("%s shows %+v, %v, want %v", at, what, err, want)
		}
	}
	shows(nil)
	s.command("ann", "/match settings spectators:no")
	shows(links.ErrSpectators)
	s.command("ann", "/me board")
	list, err := s.book.Entries(t.Context(), wire.AccountOf(userID("ann")))
	s.must(err)
	i := slices.IndexFunc(list, func(e links.Entry) bool { return e.Shared })
	if i < 0 || !strings.Contains(text(s.shown["ann"]), list[i].ID) || !says(text(s.shown["ann"]), "discord.browsers-shared") {
		t.Fatalf("%+v\n%s", list, text(s.shown["ann"]))
	}
	for _, who := range []string{"ben", "ann"} { // nobody ends what another has shared
		_, _, err := s.book.Shown(t.Context(), at[strings.LastIndex(at, "/")+1:])
		if !errors.Is(err, links.ErrSpectators) {
			t.Errorf("before %s ends it: %v", who, err)
		}
		in := s.act(who, discordgo.InteractionMessageComponent)
		in.Path = wire.Path{"me", "board", list[i].ID}
		s.handle(who, in)
	}
	shows(links.ErrUnknown)
	s.command("ann", "/match resign sure:yes")
	if shares("zoe"); s.addressOf("zoe") == "" {
		t.Errorf("what is over is not shared:\n%s", text(s.shown["zoe"]))
	}
}

// TestTheLeaguePageFromDiscord: its organiser is given its address, and nobody else.
func TestTheLeaguePageFromDiscord(t *testing.T) {
	s := newBrowsed(t)
	s.powers["org"] = 1 << 5
	s.command("org", "/league create name:Winter format:round-robin weather:off")
	leagues, err := s.h.Club.Leagues.At(t.Context(), "discord:1")
	s.must(err)
	if s.command("ann", "/league-admin page"); s.addressOf("ann") != "" {
		t.Errorf("a player is given the address:\n%s", text(s.shown["ann"]))
	}
	s.command("org", "/league-admin page")
	at := s.addressOf("org")
	if what, _, err := s.book.Shown(t.Context(), at[strings.LastIndex(at, "/")+1:]); err != nil || what.League != leagues[0].ID || !strings.Contains(at, links.LeaguePath) {
		t.Errorf("%q shows %+v, %v\n%s", at, what, err, text(s.shown["org"]))
	}
	s.h.Browsers = nil
	if s.command("org", "/league-admin page"); s.addressOf("org") != "" {
		t.Error("there is a page, and no door to it")
	}
}
