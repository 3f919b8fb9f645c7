package describe

import (
	"strings"
	"unicode"

	"referee/engine"
)

// mostListed is how many things a sentence of a story lists.
const mostListed = 8

// sentence is a sentence of a story: parts, or a list under a head.
type sentence struct {
	head  string
	parts []engine.Msg
	keep  bool // it tells of rolls, draws or attacks
}

// Story tells what happened in a few sentences, as the game shortens its events (engine.Info.Story),
// in so many characters: what no roll, draw or attack was is left out first, and of the rest the
// beginning.
func Story(info *engine.Info, said []engine.Msg, say func(engine.Msg) string, room int) string {
	var list []*sentence
	var fight *sentence
	for _, m := range said {
		b, short := info.Story[m.Key]
		part := engine.Msg{Key: b.Key, Args: m.Args}
		switch {
		case !short:
			list = append(list, &sentence{parts: []engine.Msg{m}})
		case b.Head != "":
			list = under(list, b.Head, part)
		case b.Key == "": // it is left out
		case b.Begins || fight == nil:
			fight = &sentence{parts: []engine.Msg{part}, keep: true}
			list = append(list, fight)
		default:
			fight.parts = append(fight.parts, part)
		}
	}
	return fit(list, say, room)
}

// under adds a part to the sentence with a head.
func under(list []*sentence, head string, part engine.Msg) []*sentence {
	for _, s := range list {
		if s.head == head {
			s.parts = append(s.parts, part)
			return list
		}
	}
	return append(list, &sentence{head: head, parts: []engine.Msg{part}, keep: true})
}

// text is the sentence as it reads.
func (s *sentence) text(say func(engine.Msg) string) string {
	if s.head == "" {
		all := s.parts[0]
		for _, p := range s.parts[1:] {
			all = engine.Say("story.then", engine.Sub("first", all), engine.Sub("next", p))
		}
		text := []rune(engine.EndSentence(say(all)))
		return string(unicode.ToUpper(text[0])) + string(text[1:])
	}
	var items []engine.Arg
	for i, p := range s.parts {
		if i == mostListed {
			items = append(items, engine.Sub("", engine.Say("story.more", engine.Num("n", len(s.parts)-i))))
			break
		}
		items = append(items, engine.Sub("", p))
	}
	return say(engine.Say(s.head, engine.List("list", items...)))
}

// fit puts sentences into so many characters, and says how many are left out.
func fit(list []*sentence, say func(engine.Msg) string, room int) string {
	texts, length := make([]string, len(list)), 0
	for i, s := range list {
		texts[i] = s.text(say)
		length += len([]rune(texts[i])) + 1
	}
	out := 0
	for _, keep := range []bool{false, true} {
		for i, s := range list {
			if length > room && s.keep == keep && len(list)-out > 1 {
				length -= len([]rune(texts[i])) + 1
				texts[i] = ""
				out++
			}
		}
	}
	var kept []string
	if out > 0 {
		kept = append(kept, engine.EndSentence(say(engine.Say("board.earlier", engine.Num("n", out)))))
	}
	for _, t := range texts {
		if t != "" {
			kept = append(kept, t)
		}
	}
	return strings.Join(kept, " ")
}
