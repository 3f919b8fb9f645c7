package discordtest

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/bwmarrin/discordgo"
	"github.com/santhosh-tekuri/jsonschema/v6"
)

// description is what is in use of Discord's OpenAPI description of its API,
// which is under the MIT licence. TestDescription writes it.
//
//go:embed testdata/discord.json
var description []byte

// extract is what testdata/discord.json holds of the description.
type extract struct {
	Comment    string                  `json:"$comment"`
	Operations map[operation]described `json:"operations"`
	Components struct {
		Schemas map[string]any `json:"schemas"`
	} `json:"components"`
}

// described is an operation as the description has it: the schemas of its body (nil: it has
// none), of the parameters of its query by name, and of its answers by status, which
// for those without a body is nil.
type described struct {
	Request any            `json:"request,omitempty"`
	Query   map[string]any `json:"query,omitempty"`
	Answers map[string]any `json:"answers"`
}

// schemas are the schemas of one operation, compiled.
type schemas struct {
	request *jsonschema.Schema
	query   map[string]*jsonschema.Schema
	answers map[string]*jsonschema.Schema
}

// rulebook is the description, compiled.
type rulebook struct {
	operations map[operation]schemas
	objects    map[string]*jsonschema.Schema // of what stands in events, by name
}

// theRulebook compiles the description once.
var theRulebook = sync.OnceValues(func() (*rulebook, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(description))
	if err != nil {
		return nil, fmt.Errorf("discordtest: read description: %w", err)
	}
	var list extract
	if err := json.Unmarshal(description, &list); err != nil {
		return nil, fmt.Errorf("discordtest: read description: %w", err)
	}
	closeObjects(doc)
	amend(doc)
	joinConstants(doc)
	tellApart(doc)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	for _, f := range formats {
		c.RegisterFormat(f)
	}
	if err := c.AddResource("discord.json", doc); err != nil {
		return nil, fmt.Errorf("discordtest: read description: %w", err)
	}
	out := &rulebook{map[operation]schemas{}, map[string]*jsonschema.Schema{}}
	for op, o := range list.Operations {
		if out.operations[op], err = o.compile(c, op); err != nil {
			return nil, err
		}
	}
	for _, name := range eventParts {
		if out.objects[name], err = schemaAt(c, "components", "schemas", name); err != nil {
			return nil, err
		}
	}
	return out, nil
})

// compile compiles the schemas of an operation.
func (o described) compile(c *jsonschema.Compiler, op operation) (s schemas, err error) {
	s = schemas{query: map[string]*jsonschema.Schema{}, answers: map[string]*jsonschema.Schema{}}
	if o.Request != nil {
		if s.request, err = schemaAt(c, "operations", string(op), "request"); err != nil {
			return s, err
		}
	}
	for name := range o.Query {
		if s.query[name], err = schemaAt(c, "operations", string(op), "query", name); err != nil {
			return s, err
		}
	}
	for status, schema := range o.Answers {
		if schema == nil {
			s.answers[status] = nil
		} else if s.answers[status], err = schemaAt(c, "operations", string(op), "answers", status); err != nil {
			return s, err
		}
	}
	return s, nil
}

// schemaAt compiles what stands at a place of the description.
func schemaAt(c *jsonschema.Compiler, at ...string) (*jsonschema.Schema, error) {
	pointer := "discord.json#"
	for _, a := range at {
		pointer += "/" + url.PathEscape(strings.NewReplacer("~", "~0", "/", "~1").Replace(a))
	}
	s, err := c.Compile(pointer)
	if err != nil {
		return nil, fmt.Errorf("discordtest: schema of %v: %w", at, err)
	}
	return s, nil
}

// closeObjects refuses members that the description does not name: in a request Discord
// drops them without a word, and with them what a misspelt one was to say; in an answer
// they are ours and not Discord's.
func closeObjects(doc any) {
	open := map[string]bool{} // schemas of which others are made, which have members of their own
	walk(doc, func(v map[string]any) {
		all, _ := v["allOf"].([]any)
		for _, part := range all {
			if part, ok := part.(map[string]any); ok {
				name, _ := part["$ref"].(string)
				open[name] = true
				part["$open"] = true
			}
		}
	})
	for name := range open {
		if s, ok := at(doc, name).(map[string]any); ok {
			s["$open"] = true
		}
	}
	walk(doc, func(v map[string]any) {
		_, named := v["properties"].(map[string]any)
		switch {
		case v["$open"] == true:
			delete(v, "$open")
		case v["additionalProperties"] != nil:
		case v["allOf"] != nil:
			v["unevaluatedProperties"] = false
		case named:
			v["additionalProperties"] = false
		}
	})
}

// amend corrects the description where Discord's documents say otherwise.
func amend(doc any) {
	walk(doc, func(v map[string]any) {
		// The code of an error in a field is a text (Reference, Error Messages).
		if list, ok := v["_errors"].(map[string]any); ok {
			list["items"] = map[string]any{
				"type": "object", "properties": map[string]any{"code": map[string]any{"type": "string"}, "message": map[string]any{"type": "string"}},
				"required": []any{"code", "message"}, "additionalProperties": false,
			}
		}
		// A post is returned with its first message (Channel resource, Start Thread in Forum or
		// Media Channel).
		if post, ok := v["CreatedThreadResponse"].(map[string]any); ok {
			post["properties"].(map[string]any)["message"] = map[string]any{"$ref": "#/components/schemas/MessageResponse"}
		}
	})
}

// joinConstants makes ranges of whole numbers of which one must hold, such as the types of messages: the
// library parses a number anew for each constant that it compares, and took a tenth of the time of tests.
func joinConstants(doc any) {
	walk(doc, func(v map[string]any) {
		one, _ := v["oneOf"].([]any)
		var numbers []int64
		for _, o := range one {
			o, _ := o.(map[string]any)
			n, _ := o["const"].(json.Number)
			i, err := n.Int64()
			if err != nil {
				return
			}
			numbers = append(numbers, i)
		}
		slices.Sort(numbers)
		var ranges []any
		for i := 0; i < len(numbers); i++ {
			first := numbers[i]
			for i+1 < len(numbers) && numbers[i+1] == numbers[i]+1 {
				i++
			}
			ranges = append(ranges, map[string]any{
				"type": "integer", "minimum": json.Number(fmt.Sprint(first)), "maximum": json.Number(fmt.Sprint(numbers[i])),
			})
		}
		if len(ranges) > 0 && len(ranges) < len(one) {
			v["oneOf"] = ranges
		}
	})
}

// tellApart has the type of an object looked at first where one of several schemas must hold, such as those of the
// components of a message: the library checks the whole object by each, and notes all that is wrong.
func tellApart(doc any) {
	walk(doc, func(v map[string]any) {
		one, _ := v["oneOf"].([]any)
		for i, o := range one {
			o, _ := o.(map[string]any)
			name, _ := o["$ref"].(string)
			object, _ := at(doc, name).(map[string]any)
			properties, _ := object["properties"].(map[string]any)
			kind, _ := properties["type"].(map[string]any)
			if types, ok := kind["enum"].([]any); ok {
				one[i] = map[string]any{
					"if":   map[string]any{"properties": map[string]any{"type": map[string]any{"enum": types}}},
					"then": o, "else": false,
				}
			}
		}
	})
}

// at is what a name such as "#/components/schemas/User" stands for; nil: nothing.
func at(doc any, name string) any {
	for word := range strings.SplitSeq(strings.TrimPrefix(name, "#/"), "/") {
		in, _ := doc.(map[string]any)
		doc = in[word]
	}
	return doc
}

// walk calls do for every object of a document, the outer ones first.
func walk(v any, do func(map[string]any)) {
	switch v := v.(type) {
	case map[string]any:
		do(v)
		for _, sub := range v {
			walk(sub, do)
		}
	case []any:
		for _, sub := range v {
			walk(sub, do)
		}
	}
}

// formats are those that the description names and JSON Schema does not.
var formats = []*jsonschema.Format{
	{Name: "snowflake", Validate: func(v any) error {
		s, ok := v.(string)
		if !ok {
			return nil
		}
		_, err := strconv.ParseUint(s, 10, 64)
		return err
	}},
	{Name: "int32", Validate: integerOf(32)},
	{Name: "int64", Validate: integerOf(64)},
}

// integerOf checks that a number is a whole one of so many bits.
func integerOf(bits int) func(any) error {
	return func(v any) error {
		n, ok := v.(json.Number)
		if !ok {
			return nil
		}
		_, err := strconv.ParseInt(n.String(), 10, bits)
		return err
	}
}

// checkRequest checks the body and the query of a request against the description.
func checkRequest(op operation, query url.Values, body []byte) error {
	rules, err := theRulebook()
	if err != nil {
		return err
	}
	s := rules.operations[op]
	for name, values := range query {
		switch schema := s.query[name]; {
		case schema == nil:
			return fmt.Errorf("against the description: %s has no parameter %q", op, name)
		case len(values) > 1:
			return fmt.Errorf("against the description: %d times %q", len(values), name)
		default:
			if err := holds(schema, parameter(values[0])); err != nil {
				return fmt.Errorf("parameter %s: %w", name, err)
			}
		}
	}
	switch {
	case s.request != nil:
		return holds(s.request, body)
	case len(body) > 0:
		return fmt.Errorf("against the description: %s has no body", op)
	}
	return nil
}

// parameter is the value of a parameter as JSON: a number and a boolean are their own, and
// so are not the ids, which are strings.
func parameter(value string) []byte {
	if n, err := strconv.ParseInt(value, 10, 32); err == nil && strconv.FormatInt(n, 10) == value || value == "true" || value == "false" {
		return []byte(value)
	}
	return raw(value)
}

// checkAnswer checks what the stand-in answers against the description. Errors of servers
// and proxies are not in it.
func checkAnswer(op operation, status int, body []byte) error {
	rules, err := theRulebook()
	if err != nil || status >= http.StatusInternalServerError {
		return err
	}
	answers := rules.operations[op].answers
	schema, known := answers[strconv.Itoa(status)]
	if !known {
		schema, known = answers[strconv.Itoa(status/100)+"XX"]
	}
	switch {
	case !known:
		return fmt.Errorf("status %d is not in the description", status)
	case schema == nil && len(body) > 0:
		return fmt.Errorf("with status %d there is no body", status)
	case schema == nil:
		return nil
	}
	return holds(schema, body)
}

// held are the texts of which it is known that they are what a schema describes: what a bot
// registers and says at the start of one test it says at that of the next, and to check it takes
// longer than all the rest of the test.
var held sync.Map // of claim

// claim is that a text, but for the ids in it, is what a schema describes.
type claim struct {
	schema *jsonschema.Schema
	text   [sha256.Size]byte
}

// holds checks that JSON is what a schema describes.
func holds(schema *jsonschema.Schema, text []byte) error {
	c := claim{schema, sha256.Sum256(numbered(text))}
	if _, known := held.Load(c); known {
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	if err := schema.Validate(v); err != nil {
		return fmt.Errorf("against the description: %s", strings.TrimSpace(err.Error()))
	}
	held.Store(c, nil)
	return nil
}

// numbered is JSON with its ids, as the stand-in makes them of the time, in the order in which
// they first come: no schema tells one of them from another of its length. An id is a text of 18
// or 19 digits and less than 2⁶³; in place of it stand bytes that no JSON holds.
func numbered(text []byte) []byte {
	const least, most = 18, 19
	order := map[string]int{}
	out := make([]byte, 0, len(text))
	for {
		at := bytes.IndexByte(text, '"')
		if at < 0 {
			return append(out, text...)
		}
		out, text = append(out, text[:at+1]...), text[at+1:]
		n := 0
		for n <= most && n < len(text) && text[n] >= '0' && text[n] <= '9' {
			n++
		}
		if n < least || n > most || n == len(text) || text[n] != '"' || n == most && text[0] == '9' {
			continue
		}
		id := string(text[:n])
		if _, met := order[id]; !met {
			order[id] = len(order)
		}
		out = append(strconv.AppendInt(append(out, byte(n)), int64(order[id]), 10), '"')
		text = text[n+1:]
	}
}

// eventParts are the schemas of what stands in events of the gateway and in interactions.
// The events themselves are not in the description.
var eventParts = []string{
	"UserResponse", "MessageResponse", "GuildMemberResponse", "GuildRoleResponse", "GuildChannelResponse",
	"ThreadResponse", "PrivateChannelResponse", "PrivateGroupChannelResponse",
}

// eventLists are those schemas by the names of lists in events; one alone has the name without its s.
var eventLists = map[string]string{
	"users": "UserResponse", "messages": "MessageResponse", "members": "GuildMemberResponse", "roles": "GuildRoleResponse",
	"channels": "GuildChannelResponse", "threads": "GuildChannelResponse",
}

// checkEvent checks those parts of an event that the description has: people, members,
// roles, channels, and messages, each under the name that it has in events.
func checkEvent(kind string, event map[string]any) error {
	rules, err := theRulebook()
	if err != nil {
		return err
	}
	check := func(list string, part map[string]any) {
		name := eventLists[list]
		if list == "channels" || list == "threads" {
			switch part["type"] {
			case discordgo.ChannelTypeDM:
				name = "PrivateChannelResponse"
			case discordgo.ChannelTypeGroupDM:
				name = "PrivateGroupChannelResponse"
			case discordgo.ChannelTypeGuildPublicThread, discordgo.ChannelTypeGuildNewsThread, discordgo.ChannelTypeGuildPrivateThread:
				name = "ThreadResponse"
			}
		}
		if err == nil && name != "" {
			if err = holds(rules.objects[name], raw(part)); err != nil {
				err = fmt.Errorf("%s, %s: %w", kind, name, err)
			}
		}
	}
	for name, part := range event {
		switch part := part.(type) {
		case map[string]any:
			if name == "member" { // of who acts it is said, too, what they may do (Guild Member Object)
				part = maps.Clone(part)
				delete(part, "permissions")
			}
			check(name+"s", part)
		case []any:
			for _, one := range part {
				one, _ := one.(map[string]any)
				check(name, one)
			}
		}
	}
	return err
}
