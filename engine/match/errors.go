package match

import (
	"errors"

	"referee/engine/refusal"
)

// Errors of a command that have nothing to do with the rules of the game. Those
// of answers themselves (closed questions, illegal paths) are package engine's.
var (
	ErrPlayer   = refusal.New("referee.refuse.player", "match: that seat is not this player's")
	ErrTaken    = refusal.New("referee.refuse.taken", "match: the seat is taken")
	ErrNoSeat   = refusal.New("referee.refuse.no-seat", "match: the game has no such seat")
	ErrWaiting  = refusal.New("referee.refuse.waiting", "match: not every seat is taken yet")
	ErrUndo     = refusal.New("referee.refuse.undo", "match: that cannot be taken back")
	ErrNoOffer  = refusal.New("referee.refuse.no-offer", "match: there is no such offer to answer")
	ErrOwnOffer = refusal.New("referee.refuse.own-offer", "match: a seat does not accept its own offer")
	ErrAlone    = refusal.New("referee.refuse.alone", "match: nobody else plays it who could agree")
	ErrOffered  = refusal.New("referee.refuse.offered", "match: an offer stands already")
	ErrNoOrder  = refusal.New("referee.refuse.no-order", "match: the seat has left no such standing order")
	ErrNumber   = errors.New("match: a new player has the next number")
	ErrNoSalt   = errors.New("match: a secret answer needs a salt of at least 16 bytes")
	ErrPinned   = errors.New("match: the game or its data are not those that the match is pinned to")
	ErrLaw      = refusal.New("referee.refuse.law", "match: only a law that is newer than that of the match can be adopted")
	ErrBoard    = refusal.New("referee.refuse.board-same", "match: that is the board that the match has")
	ErrKey      = refusal.New("referee.refuse.key", "match: the dice have another key than the match was opened with")
	ErrNoRoll   = errors.New("match: the roll has no answer yet")
	ErrEndless  = errors.New("match: what follows by itself does not end")
	ErrUnknown  = refusal.New("referee.refuse.no-match", "match: there is no such match")
	ErrExists   = refusal.New("referee.refuse.exists", "match: a match with this id is there already, and differs")
	ErrConflict = errors.New("match: the match has continued in the meantime")
	// ErrUnsure says that the context of a write ended while it was on its way to the disk: it may be stored, or not.
	ErrUnsure = errors.New("match: the disk has not answered in time: it may be stored, or not")
)
