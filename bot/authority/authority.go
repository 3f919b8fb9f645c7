package authority

import "referee/engine/refusal"

// Role is a role that somebody has, apart from a seat.
type Role string

// The roles.
const (
	Moderator Role = "moderator"
	Organiser Role = "organiser" // of leagues
	Judge     Role = "judge"
)

// Powers are the roles that somebody holds at one home, and where they act.
type Powers struct {
	// Home is the club: in Discord a server. "": nowhere, and no role counts.
	Home string
	// Place is where they act: a channel of that home.
	Place                       string
	Moderator, Organiser, Judge bool
}

// holds is the first of some roles that is held; "" where none is.
func (p Powers) holds(roles []Role) Role {
	held := map[Role]bool{Moderator: p.Moderator, Organiser: p.Organiser, Judge: p.Judge}
	for _, r := range roles {
		if held[r] {
			return r
		}
	}
	return ""
}

// At reports whether somebody acts at the home of a match or league. A match that was
// opened before homes were stored is at home where it is played, as a place is in one
// home.
func (p Powers) At(s Subject) bool {
	if s.Home == "" {
		return p.Home != "" && p.Place != "" && p.Place == s.Place
	}
	return p.Home == s.Home
}

// Subject is a match or a league, and somebody's relation to it.
type Subject struct {
	Home   string // where it lives; "": not known
	Place  string // where it is played; "": nowhere
	League bool   // it is a league, or a match of one
	Ended  bool   // that league is over
	Party  bool   // they play it or have played it, also if they were erased since
	Read   bool   // they have read a case of it as a judge
}

// Right is what some people may do and others may not.
type Right string

// The acts on a match.
const (
	Unseat     Right = "unseat"     // free the seat of another
	TakeBack   Right = "take-back"  // over rolls, secrets and the end
	Abandon    Right = "abandon"    // end it without a result
	Conduct    Right = "conduct"    // set its language, or whom it mentions
	SetClock   Right = "set-clock"  // without the agreement of both players
	Rule       Right = "rule"       // on an appeal
	ReadCase   Right = "read-case"  // with its secrets
	Adjudicate Right = "adjudicate" // decide a match of a league
	MoveLeague Right = "move"       // have a match of a league played elsewhere
	Appeal     Right = "appeal"     // as a player: judges are asked where it lives
	Sit        Right = "sit"        // take a seat
)

// The acts on a league.
const (
	Organise   Right = "organise" // all that decides about no match in particular
	Report     Right = "report"   // a result
	Correct    Right = "correct"  // a result
	Substitute Right = "substitute"
	Undo       Right = "undo" // a decision about a match
)

// Why somebody may not act.
var (
	ErrModerator = refusal.New("referee.refuse.moderator", "authority: only moderators may do that")
	ErrOrganiser = refusal.New("referee.refuse.organiser", "authority: only who organises the league may do that")
	ErrJudge     = refusal.New("referee.refuse.judge", "authority: only judges may do that")
	ErrElsewhere = refusal.New("referee.refuse.elsewhere", "authority: that is done where the match or the league lives")
	ErrOwn       = refusal.New("referee.refuse.own", "authority: nobody decides about a match that they play or have played")
	ErrOwnCase   = refusal.New("referee.refuse.own-case", "authority: nobody judges a match that they play or have played")
	ErrRead      = refusal.New("referee.refuse.read", "authority: who has read a case takes no seat in its match")
	ErrSeats     = refusal.New("referee.refuse.seats", "authority: the league says who plays its matches")
	ErrNoAbandon = refusal.New("referee.refuse.no-abandon", "authority: a match of a league does not end without a result")
	ErrFixed     = refusal.New("referee.refuse.fixed", "authority: the league has fixed the clocks of its matches")
	ErrLaw       = refusal.New("referee.refuse.league-law", "authority: the league says by which law its matches are judged")
	ErrCasual    = refusal.New("referee.refuse.casual", "authority: the match is of no league")
)

// rule says who may do an act.
type rule struct {
	roles []Role // any of these; nil: everybody
	none  error  // for people without any of them
	party error  // for people who play or have played; nil: they may
	// league refuses the act for a match of a league, casual for any other; nil: it
	// may be done there.
	league, casual error
	afterwards     bool  // once the league is over, its matches are like any other
	reader         error // for people who have read a case; nil: they may
	anywhere       bool
}

var (
	judges     = []Role{Judge}
	moderators = []Role{Moderator}
	organisers = []Role{Organiser}
	both       = []Role{Organiser, Judge}
)

var rules = map[Right]rule{
	Unseat:     {roles: moderators, none: ErrModerator, party: ErrOwn, league: ErrSeats, afterwards: true},
	TakeBack:   {roles: moderators, none: ErrModerator, party: ErrOwn},
	Abandon:    {roles: moderators, none: ErrModerator, party: ErrOwn, league: ErrNoAbandon},
	Conduct:    {roles: moderators, none: ErrModerator, party: ErrOwn},
	SetClock:   {roles: moderators, none: ErrModerator, party: ErrOwn, league: ErrFixed},
	Rule:       {roles: judges, none: ErrJudge, party: ErrOwnCase},
	ReadCase:   {roles: judges, none: ErrJudge, party: ErrOwnCase},
	Adjudicate: {roles: both, none: ErrOrganiser, party: ErrOwn, casual: ErrCasual},
	MoveLeague: {roles: organisers, none: ErrOrganiser, party: ErrOwn, casual: ErrCasual},
	Appeal:     {},
	Sit:        {reader: ErrRead, anywhere: true},

	Organise:   {roles: organisers, none: ErrOrganiser},
	Report:     {roles: organisers, none: ErrOrganiser, party: ErrOwn},
	Correct:    {roles: both, none: ErrOrganiser, party: ErrOwn},
	Substitute: {roles: organisers, none: ErrOrganiser, party: ErrOwn},
	Undo:       {roles: organisers, none: ErrOrganiser, party: ErrOwn},
}

// May says whether somebody may do an act, and in which role: "" if it needs none.
// Otherwise the error says why not. Nobody may do an unknown act.
func (p Powers) May(act Right, s Subject) (Role, error) {
	r, known := rules[act]
	role := p.holds(r.roles)
	switch {
	case !known:
		return "", ErrModerator
	case r.roles != nil && role == "":
		return "", r.none
	case !r.anywhere && !p.At(s):
		return "", ErrElsewhere
	case s.League && r.league != nil && !(s.Ended && r.afterwards):
		return "", r.league
	case !s.League && r.casual != nil:
		return "", r.casual
	case s.Party && r.party != nil:
		return "", r.party
	case s.Read && r.reader != nil:
		return "", r.reader
	}
	return role, nil
}
