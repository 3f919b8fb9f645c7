package events

import "referee/engine"

// Nouns is a list of nouns by their ids, as an argument of a message.
func Nouns(name string, ids []string) engine.Arg {
	items := make([]engine.Arg, len(ids))
	for i, id := range ids {
		items[i] = engine.Noun("", id)
	}
	return engine.List(name, items...)
}
