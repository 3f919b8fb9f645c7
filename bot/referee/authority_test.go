package referee_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"referee/bot/authority"
	"referee/bot/post"
	"referee/bot/referee"
	"referee/engine/match"
)

// from has a command come from a place.
func from(c referee.Command, home, place string) referee.Command {
	c.Powers.Home, c.Powers.Place = home, place
	return c
}

// told lists what waits for a place about moves.
func moves(ctx context.Context, w *watch, place string) string {
	posts, err := w.Outbox.Posts(ctx, place)
	w.must(err)
	out := ""
	for _, p := range posts {
		if m, ok := p.What.(post.Relocation); ok {
			out += fmt.Sprintf("%s %s %d; ", m.State, m.Place, m.Player)
		}
	}
	return out
}

// TestMovingNeedsEveryPlayer: until then the match stays, also over a restart, and so do
// the powers of those who moderate it.
func TestMovingNeedsEveryPlayer(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	red, blue := from(command(id, "red"), "far", "there"), command(id, "blue")
	move := func(c referee.Command, want bool) {
		t.Helper()
		if moved, err := w.Relocation.Propose(t.Context(), c); err != nil || moved != want {
			t.Errorf("moved %t, %v", moved, err)
		}
	}
	stranger := red
	stranger.Account = "test:stranger"
	for what, err := range map[string]error{
		"a stranger agrees": fails(w.Relocation.Agree(t.Context(), stranger, "there")), "a stranger moves it": fails(w.Relocation.Propose(t.Context(), stranger)), "a stranger declines": w.Relocation.Decline(t.Context(), stranger),
	} {
		if !errors.Is(err, match.ErrPlayer) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if _, err := w.Relocation.Agree(t.Context(), blue, "there"); !errors.Is(err, referee.ErrNoProposal) {
		t.Errorf("to agree to nothing: %v", err)
	}
	move(red, false)
	move(red, false)
	if _, err := w.Relocation.Propose(t.Context(), from(blue, "far", "elsewhere")); !errors.Is(err, referee.ErrMoving) {
		t.Errorf("a second move: %v", err)
	}
	if got := moves(t.Context(), w, "here") + moves(t.Context(), w, post.DMPlace("test:blue")); got != "asked there 1; asked there 1; " {
		t.Errorf("asked: %s", got)
	}
	if _, err := w.Relocation.Agree(t.Context(), blue, "elsewhere"); !errors.Is(err, referee.ErrMoving) {
		t.Errorf("agreed to another move than was proposed: %v", err)
	}
	w.must(w.Relocation.Decline(t.Context(), blue))
	move(red, false)
	w.crash(t.Context(), time.Minute)
	if at, err := w.Index.LatestAt(t.Context(), "here", match.UnderWay); err != nil || at != id {
		t.Errorf("it has moved: %s, %v", at, err)
	}
	if moved, err := w.Relocation.Agree(t.Context(), blue, "there"); err != nil || !moved {
		t.Errorf("agreed: %t, %v", moved, err)
	}
	if got := moves(t.Context(), w, "here"); got != "asked there 1; declined there 2; asked there 1; done there 0; " {
		t.Errorf("the old place is told: %s", got)
	}
	w.crash(t.Context(), time.Minute)
	if at, err := w.Index.LatestAt(t.Context(), "there", match.UnderWay); err != nil || at != id {
		t.Errorf("at the new place: %s, %v", at, err)
	}
	if _, err := w.Moderator.TakeBack(t.Context(), judge(id, ""), 2); !errors.Is(err, authority.ErrElsewhere) {
		t.Errorf("a moderator of the old place: %v", err)
	}
	if err := w.May(t.Context(), from(judge(id, ""), "far", "x"), authority.TakeBack); err != nil {
		t.Errorf("a moderator of the new place: %v", err)
	}
	w.must(w.Erase(t.Context(), "test:red"))
	move(from(blue, "club", "here"), true) // nobody is known whom to ask
}

// TestNewPlayerMustAgreeToMoving: who takes up the seat of somebody erased has not
// agreed to what they had agreed to.
func TestNewPlayerMustAgreeToMoving(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	if moved, err := w.Relocation.Propose(t.Context(), from(command(id, "red"), "far", "there")); err != nil || moved {
		t.Fatalf("moved %t, %v", moved, err)
	}
	w.must(w.Erase(t.Context(), "test:red"))
	other := command(id, "red")
	other.Account = "test:other"
	w.must(w.Claim(t.Context(), other, ""))
	if moved, err := w.Relocation.Agree(t.Context(), command(id, "blue"), "there"); !errors.Is(err, referee.ErrNoProposal) {
		t.Errorf("moved %t, %v", moved, err)
	}
	w.crash(t.Context(), time.Minute)
	if moved, err := w.Relocation.Agree(t.Context(), command(id, "blue"), "there"); !errors.Is(err, referee.ErrNoProposal) {
		t.Errorf("after a restart: moved %t, %v", moved, err)
	}
}

// TestAMoveGoesWithItsProposer: who has left the match has nothing moved.
func TestAMoveGoesWithItsProposer(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	if moved, err := w.Relocation.Propose(t.Context(), from(command(id, "red"), "far", "there")); err != nil || moved {
		t.Fatalf("moved %t, %v", moved, err)
	}
	left, err := w.Leave(t.Context(), command(id, "red"))
	w.must(err)
	if l, err := left.Now.Look(t.Context(), "blue"); err != nil || l.Moving != nil {
		t.Errorf("who leaves is still told of a move: %+v, %v", l.Moving, err)
	}
	if moved, err := w.Relocation.Agree(t.Context(), command(id, "blue"), "there"); !errors.Is(err, referee.ErrNoProposal) {
		t.Errorf("moved %t, %v", moved, err)
	}
}

// TestReadersOfSecretsCannotSit: neither one that is free nor one of whom nobody is known.
func TestReadersOfSecretsCannotSit(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	reader := command(id, "red")
	reader.Account = "test:reader"
	w.must(w.store.Leagues().PutReader(t.Context(), id, reader.Account))
	w.must(w.Erase(t.Context(), "test:red"))
	if err := w.Claim(t.Context(), reader, "here"); !errors.Is(err, authority.ErrRead) {
		t.Errorf("who has read claims a seat: %v", err)
	}
	_, err := w.Leave(t.Context(), command(id, "blue"))
	w.must(err)
	reader.Seat = "blue"
	if _, err := w.Join(t.Context(), reader); !errors.Is(err, authority.ErrRead) {
		t.Errorf("who has read joins: %v", err)
	}
}

func fails[T any](_ T, err error) error { return err }

// TestAHomeIsLearned: a match from before homes were kept lives where it is played.
func TestAHomeIsLearned(t *testing.T) {
	w := newWatch(t)
	id := w.start("none")
	elsewhere := from(judge(id, ""), "club", "another channel")
	if err := w.May(t.Context(), elsewhere, authority.TakeBack); !errors.Is(err, authority.ErrElsewhere) {
		t.Errorf("before its home is known: %v", err)
	}
	_, err := w.Moderator.ChangeSettings(t.Context(), judge(id, ""), map[string]string{"language": "fr"})
	w.must(err)
	w.crash(t.Context(), time.Minute)
	if err := w.May(t.Context(), elsewhere, authority.TakeBack); err != nil {
		t.Errorf("since its home is known: %v", err)
	}
	if err := w.May(t.Context(), from(judge(id, ""), "other", "here"), authority.TakeBack); !errors.Is(err, authority.ErrElsewhere) {
		t.Errorf("from another home: %v", err)
	}
}
