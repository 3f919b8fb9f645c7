// Package orderdeck plays the Allied side of a game about the Ardennes by cards: a deck of order cards, one for each
// impulse, and a deck of numbered action cards. It is the procedure alone. It knows no game and no map, rolls no dice and
// draws no cards. Paragraphs such as 5.1b are those of our digest of the player aid.
//
// # How it is used
//
// Each part of the procedure is a pure function of what has happened in it so far and of what is known:
//
//	              ┌──────────── Deck (cards, as data)
//	Impulse ──►   │ Next(impulse, facts)          Ask   a question: answer it, store the facts
//	Entry   ──►   │ Enter(entry, facts)    ─────► Need  a draw or a die: append it
//	Start   ──►   │ Begin(start, facts)           Act   something to carry out: do it, append it to Done
//	SupplyPhase ► │ Tidy(phase, facts)            none  the part is over
//	              └──── asks Facts.Know, one fact at a time
//
// Call the function, do what its [Step] says, and call it again with the same value and one thing more, until the step
// has neither Ask, Need nor Act. Nothing else is kept: the four values are plain data (JSON), so a session can be
// stored between any two steps. The functions change none of their arguments.
//
//	i := orderdeck.Impulse{Date: 18}
//	for {
//		switch s := deck.Next(i, table); {
//		case s.Ask != nil: // a person answers; known facts never lead here
//			known, err := s.Ask.Answer(picked, number)
//			table.Learn(known...)
//		case s.Need == orderdeck.NeedOrder:
//			i.Turned = append(i.Turned, turn())
//		case s.Need == orderdeck.NeedActions:
//			i.Drawn = drawThree()
//		case s.Act != nil:
//			carryOut(s.Act)               // tell it with s.Act.Msg and s.Act.Reason.Msg
//			table.Forget(s.Act.Touched()...)
//			i.Done = append(i.Done, *s.Act)
//		default:
//			return // s.Why says why nothing happened, if nothing did
//		}
//	}
//
// # Facts
//
// The procedure knows what [Facts] answers, and nothing else: a [Fact] has a [Kind], what it is about (Of) and, for some,
// a second thing (With). A game that sees its map implements Know by a switch over kinds, and always knows. An aid has
// a [Table] of stored answers; it can look first among what it keeps itself (boxes, calendar, markers, printed data) and
// then in the table. If a fact is not known the run ends with the [Question] for it, which has all facts that are
// asked in the same tap: "which of 3, 7, 9 are in danger of being surrounded? none".
//
// A question is picked (any of its options, or none), listed (ids that are typed, or picked where there are options) or a
// number. [Question.Answer] checks an answer and turns it into facts. Facts print as lines and are parsed again.
//
// A fact is asked once. In an impulse nothing becomes stale before the first act. After each act [Table.Forget] removes
// what mentions the things that it touched ([Act.Touched], and whatever else moved in a combat); when a German unit has
// moved, and so before each Entry and Start, Forget without arguments removes all that is not printed. Within the checks of
// one Entry, Start or SupplyPhase nothing is forgotten. A fact that was answered wrongly is corrected in the table: the steps
// so far of an impulse stay what they are, and Reason.Facts of each says whether it rested on the fact.
//
// Ids are words without spaces and commas. The id of a unit begins with its printed number ("7", or "7/84/VII"), that of a
// hex is its number: [Compare] orders both. A German unit or stack is any id, for example the number of its hex.
//
// # Questions
//
// Tests answer questions at random. The activation of a corps with three action cards of an owner takes 9 questions in
// the median, nine in ten take at most 16; with our own action cards, whose conditions are asked one by one, 16 and 26.
// Of a game's printed data none is asked if its Facts know them. For each kind of question and each place where it is asked
// there is a case in which two answers lead to different acts or reasons.
//
// # What the user of the package does
//
// It draws and rolls, and keeps piles and discards. It carries out what acts say: it moves units between map, box and
// calendar, keeps markers, removes a roadblock that an Allied unit enters, and keeps German units out of hexes with one.
// A deck that does not add up is told where it is read, with its file and line.
//
// # Action cards
//
// An owner's action card is a number alone: the units in its situation are asked, and its action is carried out by the
// player, who says afterwards which units acted, whether they attacked and which were lost (Units, Fought and Lost of the
// act in Done). [Own] are twelve cards of ours, described by data, with which a game that sees its map needs no player.
// An attack comes as one [Move] for each unit that is not next to the target yet, then [Attack].
//
// # Reasons
//
// Each act, and the end of an impulse in which nothing was done, has a [Reason]: paragraph, interpretation, the facts it
// rested on, and a message of this package's catalogue. [Catalogues] puts that catalogue in front of a game's own.
package orderdeck
