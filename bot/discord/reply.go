package discord

// ReplyKind is how an interaction is answered.
type ReplyKind int

// The kinds of reply.
const (
	// Say posts a message, which only the asker sees where Private is set.
	Say ReplyKind = iota + 1
	// Update replaces the message that the component stands on.
	Update
	// Complete offers words for what is being typed.
	Complete
	// Thread starts a public thread of that name in the channel; the interaction is
	// then handled again, as if it came from the thread, and that reply stands.
	Thread
	// Ask opens a modal. It cannot follow a deferral: a handler that may reply so
	// has to be quick.
	Ask
)

// Reply is the answer to an interaction.
type Reply struct {
	Kind    ReplyKind
	Message Message         // of Say and Update
	Private bool            // of Say; where an answer was deferred, the route's choice stands
	Choices []CommandChoice // of Complete, 25 at most
	Name    string          // of Thread, 100 characters at most
	Modal   *Modal          // of Ask
	// Later makes what takes its time, a picture above all, and is called once the
	// words are sent. What it returns replaces them; nil leaves them as they are.
	Later func() *Message
}

// Deferral is how an answer that takes longer is announced: as that of a command
// or a modal, or as a change of the message that the component stands on.
type Deferral struct {
	Update  bool // the message that the component stands on will change
	Private bool // one person alone will see the answer
}

// Handler answers interactions.
type Handler interface {
	// Handle answers one interaction. It may take its time; what it does is done
	// once for an Interaction.Key.
	Handle(i Interaction) Reply
	// Defer says, at once, how the answer is announced if it takes longer.
	Defer(i Interaction) Deferral
}
