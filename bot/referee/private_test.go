package referee_test

import (
	"slices"
	"testing"

	"referee/bot/post"
	"referee/bot/referee"
	"referee/bot/schedule"
	"referee/engine"
	"referee/engine/match"
)

// private has ann challenge ben to a match that is played at a place outside servers.
func (b *bench) private(place string) match.ID {
	b.t.Helper()
	r, err := b.Open(b.t.Context(), as("ann", "", ""), referee.Opening{
		Setup: engine.Setup{"weather": "off"}, Place: place, Opponent: match.Challenger{Account: "test:ben", Name: "ben"},
	})
	b.must(err)
	return r.Match
}

// TestPrivateMatches: a match in direct messages is told to those who play it, each alone; nobody else comes in, be it to play or to watch;
// and where nobody can be called a clock runs only if all players are told elsewhere.
func TestPrivateMatches(t *testing.T) {
	b := newBench(t)
	id := b.private(post.DMPlace("test:ann"))
	places, err := b.Outbox.Places(t.Context())
	b.must(err)
	if places[post.DMPlace("test:ann")] == 0 || places[post.DMPlace("test:ben")] == 0 || len(places) != 2 {
		t.Errorf("the challenge is told at %v", places)
	}
	b.refused("it is opened to all", b.Challenges.OpenToAll(t.Context(), as("ann", id, "")), referee.ErrPrivate)
	_, err = b.Join(t.Context(), as("ben", id, "blue"))
	b.must(err)
	_, err = b.ChangeSettings(t.Context(), as("ben", id, "blue"), map[string]string{referee.SettingSpectators: "yes"})
	b.refused("spectators", err, referee.ErrNoSpectators)
	clock := map[string]string{schedule.SettingClock: "limit 3d"}
	_, err = b.ProposeSettings(t.Context(), as("ben", id, "blue"), clock)
	b.must(err)

	away := b.private(post.AwayPlace("there"))
	_, err = b.Join(t.Context(), as("ben", away, "blue"))
	b.must(err)
	b.must(b.Schedule.Refused(t.Context(), "test:ann", true))
	_, err = b.ProposeSettings(t.Context(), as("ben", away, "blue"), clock)
	b.refused("a clock of whom nobody reaches", err, referee.ErrUntold)
	b.must(b.Schedule.Refused(t.Context(), "test:ann", false))
	b.must(b.Schedule.Prefer(t.Context(), "test:ann", schedule.Preferences{Where: schedule.Quiet}))
	_, err = b.ProposeSettings(t.Context(), as("ben", away, "blue"), clock)
	b.refused("a clock of who is told nothing", err, referee.ErrUntold)
	b.must(b.Schedule.Prefer(t.Context(), "test:ann", schedule.Preferences{Where: schedule.ByMail}))
	_, err = b.ProposeSettings(t.Context(), as("ben", away, "blue"), clock)
	b.must(err)

	b.must(b.Erase(t.Context(), "test:ann"))
	_, err = b.Resign(t.Context(), as("ben", id, "blue"))
	b.must(err)
	posts, err := b.Outbox.Posts(t.Context(), post.DMPlace("test:ann"))
	b.must(err)
	if slices.ContainsFunc(posts, func(p post.Post) bool {
		of, seq := p.Match()
		return of == id && seq == b.seq(id)
	}) {
		t.Error("who was erased is told the end")
	}
}
