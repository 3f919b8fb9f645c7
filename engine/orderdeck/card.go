package orderdeck

import (
	"slices"
	"strings"
)

// Deck is what an owner has printed: the order cards and the action cards.
type Deck struct {
	Orders  []OrderCard
	Actions []ActionCard
	Name    Namer // names units, hexes and formations in reasons
}

// Level is the level of the formation on an order card.
type Level string

// The levels. A card of an army or an army group activates what is near the German unit nearest to its city.
const (
	LevelDivision Level = "division"
	LevelCorps    Level = "corps"
	LevelArmy     Level = "army"
)

// OrderCard is one order card. Texts of events are not in it.
type OrderCard struct {
	ID         string   `json:"id"`
	Level      Level    `json:"level"`
	Formations []string `json:"formations"`        // one, or several divisions
	City       string   `json:"city,omitempty"`    // of an army: its id, or hexes
	Waits      bool     `json:"waits,omitempty"`   // the formation must be brought in first (11.82)
	Support    string   `json:"support,omitempty"` // tactic that supports attacks
	Orders     []Order  `json:"orders,omitempty"`  // in printed order; none: the contents are not known, and are asked
}

// Order is one order on a card.
type Order struct {
	Verb Verb  `json:"verb"`           // Special, Deploy, Expedite, Replace, Activate, Event, NoOrder
	Days []int `json:"days,omitempty"` // of an event, if it lists days
}

// Scope says of whom the situation of an action card is asked.
type Scope string

// The scopes.
const (
	ScopeUnit   Scope = "A" // the principal unit
	ScopeStack  Scope = "B" // it and the others in its hex
	ScopeOthers Scope = "C" // and all other active units near the target
)

// ActionCard is one action card. A card without a Verb is an owner's whose contents are not known: the units in its
// situation are asked ([Situation]), and its action is the player's to carry out ([Carry]).
type ActionCard struct {
	Number int    `json:"number"`
	Scope  Scope  `json:"scope,omitempty"`  // "": not known; the person who answers reads it on the card
	When   []Sign `json:"when,omitempty"`   // what must hold for the principal unit
	Target []Sign `json:"target,omitempty"` // what must hold for a German unit or stack near it
	Odds   [2]int `json:"odds,omitempty"`   // the least odds against the target, Allied to German
	Verb   Verb   `json:"verb,omitempty"`
	Key    string `json:"key,omitempty"`   // its words in a catalogue
	Avoid  bool   `json:"avoid,omitempty"` // avoid surround
	Line   bool   `json:"line,omitempty"`  // preserve the line
	Heavy  bool   `json:"heavy,omitempty"` // the attack is heavy
	Break  [2]int `json:"break,omitempty"` // break off below these odds
}

// Sign is a condition of an action card: a kind of fact, or one of the constants; with "!" before it, it must not hold.
type Sign string

// The signs that are no kinds of fact.
const (
	OutOfContact Sign = "contact"    // the unit is out of contact (§6)
	Lowest       Sign = "lowest"     // the unit has the lowest number in its stack
	Improvable   Sign = "improvable" // the unit can get an improved position
	Weakest      Sign = "weakest"    // the target is the weakest near the unit, of equals the one with the highest number
	Strongest    Sign = "strongest"  // the target is the strongest near the unit, of equals the one with the lowest number
	Unsupplied   Sign = "unsupplied" // the target is out of supply
)

// bare returns the sign without "!", and whether that stood before it.
func (s Sign) bare() (name Sign, denied bool) {
	word, denied := strings.CutPrefix(string(s), "!")
	return Sign(word), denied
}

// none reports whether the card is No Order.
func (c OrderCard) none() bool {
	return slices.ContainsFunc(c.Orders, func(o Order) bool { return o.Verb == NoOrder })
}
