package match

import "errors"

// Errors of a command that have nothing to do with the rules of the game. Those
// of answers themselves (closed questions, illegal paths) are package engine's.
var (
	ErrPlayer   = errors.New("match: that seat is not this player's")
	ErrTaken    = errors.New("match: the seat is taken")
	ErrNoSeat   = errors.New("match: the game has no such seat")
	ErrWaiting  = errors.New("match: not every seat is taken yet")
	ErrUndo     = errors.New("match: that cannot be taken back")
	ErrNoOffer  = errors.New("match: there is no such offer to answer")
	ErrOffered  = errors.New("match: an offer stands already")
	ErrNoOrder  = errors.New("match: the seat has left no such standing order")
	ErrNumber   = errors.New("match: a new player has the next number")
	ErrNoSalt   = errors.New("match: a secret answer needs a salt of at least 16 bytes")
	ErrPinned   = errors.New("match: the game, its law or its data are not those that the match is pinned to")
	ErrKey      = errors.New("match: the dice have another key than the match was opened with")
	ErrNoRoll   = errors.New("match: the roll has no answer yet")
	ErrEndless  = errors.New("match: what follows by itself does not end")
	ErrUnknown  = errors.New("match: there is no such match")
	ErrExists   = errors.New("match: a match with this id is there already, and differs")
	ErrConflict = errors.New("match: the match has gone on in the meantime")
)
