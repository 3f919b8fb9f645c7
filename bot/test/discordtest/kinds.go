package discordtest

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"
	"sync"
)

// seenKinds are the kinds of what all bots of this process have sent and Discord has taken.
var seenKinds = struct {
	sync.Mutex
	of map[string]bool
}{of: map[string]bool{}}

// SeenKinds lists what kinds of things bots have sent to stand-ins that ended: see [Request.Kinds].
func SeenKinds() []string {
	seenKinds.Lock()
	defer seenKinds.Unlock()
	return slices.Sorted(maps.Keys(seenKinds.of))
}

// noteKinds notes what was sent to a stand-in. The lock is held.
func (d *Discord) noteKinds() {
	seenKinds.Lock()
	defer seenKinds.Unlock()
	for _, q := range d.api.requests {
		if q.Status < http.StatusMultipleChoices {
			for _, k := range q.Kinds() {
				seenKinds.of[k] = true
			}
		}
	}
}

// Kinds lists the kinds of things in a request: its operation, the flags of messages, components and in which they stand, the members of
// all of them that are set, types of options of commands, and of files.
func (q Request) Kinds() []string {
	k := kinds{}
	var body any
	_ = json.Unmarshal([]byte(q.Body), &body) // one without is of a kind, too
	k.add(q.Operation)
	switch b := body.(type) {
	case []any:
		k.options("command", b)
	case map[string]any:
		k.body(q.Operation, b)
	}
	for _, f := range q.Files {
		k.add("file", path.Ext(f))
	}
	return slices.Sorted(maps.Keys(k))
}

type kinds map[string]bool

func (k kinds) add(words ...any) { k[strings.TrimSuffix(fmt.Sprintln(words...), "\n")] = true }

// body adds what stands in the body of a request.
func (k kinds) body(op string, b map[string]any) {
	kind, _ := b["type"].(float64)
	data, inside := b["data"].(map[string]any)
	switch {
	case op == string(answer):
		k.add(op, "of type", kind)
		if inside {
			k.message(data)
		}
	case strings.HasSuffix(op, "/messages") || strings.HasSuffix(op, "/messages/{message_id}") || strings.Contains(op, "/webhooks/"):
		k.message(b)
	default:
		for name := range b {
			k.add(op, "with", name)
		}
		if first, ok := b["message"].(map[string]any); ok {
			k.message(first)
		}
	}
}

// message adds what stands in a message or a form.
func (k kinds) message(m map[string]any) {
	flags, _ := m["flags"].(float64)
	for bit := range 32 {
		if int(flags)&(1<<bit) != 0 {
			k.add("flag", 1<<bit)
		}
	}
	in := any("message")
	if m["title"] != nil {
		in = "form"
	}
	for _, name := range slices.Sorted(maps.Keys(m)) {
		k.add(in, "with", name)
	}
	if calls, ok := m["allowed_mentions"].(map[string]any); ok {
		for name, list := range calls {
			if list, _ := list.([]any); len(list) > 0 {
				k.add("calls", name)
			}
		}
	}
	list, _ := m["components"].([]any)
	k.components(in, list)
}

// components adds components that stand in another, or in a message or a form.
func (k kinds) components(in any, list []any) {
	for _, c := range list {
		c, _ := c.(map[string]any)
		of := fmt.Sprint("component ", c["type"])
		k.add(of, "in", in)
		for name, value := range c {
			switch value := value.(type) {
			case map[string]any:
				if value["type"] != nil {
					k.components(c["type"], []any{value})
				}
			case []any:
				if name == "components" {
					k.components(c["type"], value)
				}
				if name == "options" {
					k.members(of+" option", value)
				}
			}
			if name == "style" {
				k.add(of, "style", value)
			}
			k.add(of, "with", name)
		}
	}
}

// members adds the members of objects.
func (k kinds) members(of string, list []any) {
	for _, o := range list {
		o, _ := o.(map[string]any)
		for name := range o {
			k.add(of, "with", name)
		}
	}
}

// options adds commands, or options of them.
func (k kinds) options(of string, list []any) {
	k.members(of, list)
	for _, o := range list {
		o, _ := o.(map[string]any)
		k.add(of, "of type", o["type"])
		inside, _ := o["options"].([]any)
		k.options("option", inside)
		choices, _ := o["choices"].([]any)
		k.members("choice", choices)
	}
}
