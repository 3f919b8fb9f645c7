package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"referee/bot/orders"
	"referee/bot/referee"
	"referee/engine"
)

// topic is one or more pages of the help: the message "table.topic."+name says what it
// is about.
type topic struct {
	name string
	// of are the table's own words; without any, the topic is about words of the game.
	of []string
}

var topics = []topic{
	{"orders", nil},
	{"questions", nil},
	{"looking", []string{"options", "board", "units", "status", "map", "changed", "replay", "log", "why", "rules"}},
	{"playing", []string{"undo", "file", "hint", "try", "standing", "revoke", "dice", "forecast", AidsWord}},
	{"learning", []string{"learn", "hint", "again", "back", "skip", "quit"}},
	{"matches", []string{"new", "matches", "match", "account", "law", "offer", "accept", "decline", "resign", "go-on", "help", "quit"}},
}

// turnTopics are those of a turn file, which has few of the table's own words.
var turnTopics = slices.Concat(topics[:3], []topic{{"turn", []string{"undo", "try", "seal", "help", "quit"}}})

// topics are the pages of the help that are for what is done here.
func (t *Session) topics() []topic {
	if t.Turn != nil {
		return turnTopics
	}
	if course, err := t.course(); err != nil || course == nil {
		return slices.DeleteFunc(slices.Clone(topics), func(p topic) bool { return p.name == "learning" })
	}
	return topics
}

// help lists the topics, explains one word, or shows a page: "help", "help attack",
// "help orders", "help orders 2".
func help(q *request, words []string) error {
	if len(words) == 0 {
		return helpHelp(q)
	}
	page := 1
	if n, err := strconv.Atoi(words[len(words)-1]); err == nil && len(words) > 1 {
		page, words = n, words[:len(words)-1]
	}
	word := strings.ToLower(words[0])
	for _, p := range q.topics() {
		if word == p.name {
			return showPage(q, p, page)
		}
	}
	return helpOn(q, word)
}

// helpHelp lists the pages, and the orders that can be given now.
func helpHelp(q *request) error {
	q.say("table.help", engine.Text("seat", q.side(q.info.Seats[0])))
	if q.turn != "" {
		next, err := q.seen.Complete(q.turn, "")
		if err != nil {
			return err
		}
		var now []string
		for _, n := range next {
			if n.Verb && !n.Anew {
				now = append(now, q.word(n))
			}
		}
		if len(now) > 0 {
			q.listed(q.spoken(engine.Say("table.help-now")), now)
		}
	}
	q.say("table.help-topics")
	for _, p := range q.topics() {
		q.entry(q.path([]string{"help", p.name}), "table.topic."+p.name)
	}
	q.say("table.help-word")
	if q.Turn != nil {
		return nil // no match is begun with it
	}
	list, err := q.Referee.Games.All()
	q.offers(list)
	return err
}

// showPage shows a page of a topic, as high as the screen.
func showPage(q *request, p topic, page int) error {
	var lines []string
	switch {
	case p.name == "orders":
		for _, v := range q.info.Verbs {
			example, err := exampleNow(q, v)
			if err != nil {
				return err
			}
			lines = append(lines, entered(q, q.typed(example), engine.Say("verb."+v.Name)))
		}
	case p.name == "questions":
		for _, asks := range q.info.Queries {
			lines = append(lines, entered(q, q.typed(usage(q, asks)), engine.Say("query."+asks.Name)))
		}
	}
	for _, v := range verbs() {
		if slices.Contains(p.of, v.name) && q.Turn.has(v.name) == nil && (v.name != "file" || q.info.TakesFiles()) {
			lines = append(lines, entered(q, q.typed(v.example), engine.Say("table.help."+v.name)))
		}
	}
	wide, high := q.screen.size()
	pages := paged(lines, wide, high-linesOfPage)
	if page < 1 || page > len(pages) {
		page = 1
	}
	q.say("table.topic." + p.name)
	for _, line := range pages[page-1] {
		q.write(line)
	}
	if page < len(pages) {
		q.say("table.help-more", engine.Num("n", page+1), engine.Num("m", len(pages)),
			engine.Text("order", fmt.Sprintf("%s %d", q.path([]string{"help", p.name}), page+1)))
	}
	return nil
}

// linesOfPage is how many lines of a page are not for its list: the title, what comes
// next, and the prompt.
const linesOfPage = 4

// paged splits lines into pages of so many screen lines.
func paged(lines []string, wide, high int) [][]string {
	pages, room := [][]string{nil}, high
	for _, line := range lines {
		n := strings.Count(wrap(line, wide), "\n") + 1
		if n > room && len(pages[len(pages)-1]) > 0 {
			pages, room = append(pages, nil), high
		}
		pages[len(pages)-1] = append(pages[len(pages)-1], line)
		room -= n
	}
	return pages
}

// exampleNow is the example of a verb: if possible, one that can be ordered now.
func exampleNow(q *request, v engine.Verb) (string, error) {
	fits := func(kind string) bool {
		return slices.ContainsFunc(q.now().Asks(), func(a referee.Ask) bool { return a.Kind == kind })
	}
	if !slices.ContainsFunc(v.Kinds, fits) {
		return v.Example, nil
	}
	next, err := q.seen.Complete(q.turn, v.Name)
	if err != nil || !slices.ContainsFunc(next, func(n orders.Next) bool { return n.Verb && n.Word == v.Name }) {
		return v.Example, err
	}
	return example(q, q.turn, v)
}

func helpOn(q *request, word string) error {
	for _, v := range q.info.Verbs {
		if v.Name == word {
			example, err := exampleNow(q, v)
			if err != nil {
				return err
			}
			q.entry(q.typed(example), "verb."+v.Name)
			return nil
		}
	}
	for _, asks := range q.info.Queries {
		if asks.Name == word {
			q.entry(q.typed(usage(q, asks)), "query."+asks.Name)
			return nil
		}
	}
	for _, v := range verbs() {
		if v.name == word {
			if err := q.Turn.has(v.name); err != nil {
				return err
			}
			q.entry(q.typed(v.example), "table.help."+v.name)
			return nil
		}
	}
	var known []string
	for _, p := range q.topics() {
		known = append(known, p.name)
	}
	return orders.Unknown(word, orders.Words(append(known, orders.Names(q.info)...)...))
}

// usage is how a query is typed.
func usage(q *request, asks engine.QueryInfo) string {
	text := asks.Name
	for _, a := range asks.Args {
		word := q.words.Say(q.lang, engine.Say("word."+string(a.Kind)))
		if !strings.ContainsAny(word, "|:") { // it is a placeholder, and is not typed itself
			word = strings.ToUpper(word)
		}
		if a.Repeat {
			word += " …"
		}
		if a.Optional {
			word = "[" + word + "]"
		}
		text += " " + word
	}
	return text
}

// entry is a line of the help. A word of the game without help has none.
func (q *request) entry(example, key string) { q.write(entered(q, example, engine.Say(key))) }

func entered(q *request, example string, about engine.Msg) string {
	text, err := q.words.Try(q.lang, about)
	if err != nil {
		text = ""
	}
	if q.asker != nil && text != "" { // a mail has no columns
		return example + ": " + text
	}
	return line(example, text)
}

// line is a line of a list: what is typed, and what it does.
func line(typed, text string) string {
	return strings.TrimRight(fmt.Sprintf("  %-28s %s", typed, text), " ")
}
