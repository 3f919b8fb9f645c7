// Package referee runs the commands of people about matches, the same for every door: open, join, answer, look,
// take back, resign, export. It does not depend on any game, door, store or picture; [Config] provides them.
//
// A [Command] names a person, a match and an act. Its result is a [Reply]: values that every door puts into words
// and pictures of its own. An error is either a refusal for the player, which [Explain] puts into words, or a
// *[Fault] of the program, of which they see the number.
//
// Save, then send: the decision of a command and the decisions that follow automatically (rolls, answers without
// an alternative), the key that keeps it from being done twice and its posts are stored in one transaction. Only
// then is the match in memory replaced and anybody told. Invariants are checked before: a violation stores
// nothing.
//
// A visit reads from one [Snapshot]; the command that follows states what the visitor saw, and is refused if that
// has changed.
//
// An unfinished path is a [Draft]: it is not part of the record, survives a restart and is visible to its seat
// alone.
//
// Package schedule keeps the clocks beside the record: a match is locked for it, and the end of a pause or of a
// player's time is carried out here.
package referee
