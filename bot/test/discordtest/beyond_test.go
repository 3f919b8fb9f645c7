package discordtest

import (
	"encoding/json"
	"strings"
	"testing"
)

// beyond are bodies that Discord's description of its API allows and its documents do not, each with the title of the document that
// says so, at discord.com/developers/docs: for what the description lacks, the documents hold us.
var beyond = []struct {
	document, rule string
	op             operation
	body           string
	refused        string // in our words
}{
	{
		"Interactions, Receiving and Responding, Modal", "a form has five components at most", answer,
		`{"type":9,"data":{"custom_id":"m","title":"t","components":[` + many(6, func(i int) string { return field("f" + string(rune('a'+i))) }) + `]}}`, "the most is 5",
	},
	{
		"Components, Component Reference, Custom ID", "no two components of a form have one custom id", answer,
		`{"type":9,"data":{"custom_id":"m","title":"t","components":[` + field("f") + `,` + field("f") + `]}}`, "twice",
	},
	{
		"Components, Component Reference, String Select", "as many options are chosen at most as there are", answer,
		`{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":18,"label":"l","component":{"type":3,"custom_id":"s","max_values":2,"options":[{"label":"a","value":"a"}]}}]}}`, "1 to 2 of 1",
	},
	{
		"Components, Component Reference, Component Object", "a message has 40 components at most", "POST /channels/{channel_id}/messages",
		modern(many(21, func(i int) string {
			return `{"type":17,"components":[{"type":10,"content":"x"}]}`
		})), "the most is 40",
	},
	{
		"Components, Component Reference, Text Display", "the texts of a message have 4,000 characters at most", "POST /channels/{channel_id}/messages",
		modern(many(2, func(int) string { return `{"type":10,"content":"` + strings.Repeat("x", 2001) + `"}` })), "the most is 4000",
	},
	{
		"Resources, Message, Allowed Mentions Object", "parse and users exclude each other", "POST /channels/{channel_id}/messages",
		`{"content":"x","allowed_mentions":{"parse":["users"],"users":["1"]}}`, "users are listed",
	},
}

// TestBeyondTheDescription: the description allows it, our rules do not, and a document is named.
func TestBeyondTheDescription(t *testing.T) {
	for _, c := range beyond {
		t.Run(c.rule, func(t *testing.T) {
			if c.document == "" {
				t.Error("no document says so")
			}
			if err := checkRequest(c.op, nil, []byte(c.body)); err != nil {
				t.Errorf("the description refuses it, too: %v", err)
			}
			if err := byDocuments(c.op, []byte(c.body)); err == nil || !strings.Contains(err.Error(), c.refused) {
				t.Errorf("it is refused as %v", err)
			}
		})
	}
}

// byDocuments checks a body as the stand-in does beside the description.
func byDocuments(op operation, text []byte) error {
	if op != answer {
		var b body
		if err := json.Unmarshal(text, &b); err != nil {
			return err
		}
		return checkMessage(b, nil, use{})
	}
	var form struct {
		Data Modal `json:"data"`
	}
	if err := json.Unmarshal(text, &form); err != nil {
		return err
	}
	return checkModal(form.Data.Components)
}

// TestUnknownMembersOfForms: the description closes each field of a form, also those that are new.
func TestUnknownMembersOfForms(t *testing.T) {
	for kind, with := range map[string]string{
		"text input": `"type":4,"custom_id":"f","style":1`, "menu": `"type":3,"custom_id":"f","options":[{"label":"a","value":"a"}]`,
		"people": `"type":5,"custom_id":"f"`, "roles": `"type":6,"custom_id":"f"`, "channels": `"type":8,"custom_id":"f"`,
		"file": `"type":19,"custom_id":"f"`, "radio group": `"type":21,"custom_id":"f","options":[{"label":"a","value":"a"},{"label":"b","value":"b"}]`,
		"checkbox group": `"type":22,"custom_id":"f","options":[{"label":"a","value":"a"}]`, "checkbox": `"type":23,"custom_id":"f"`,
	} {
		form := func(more string) []byte {
			return []byte(`{"type":9,"data":{"custom_id":"m","title":"t","components":[{"type":18,"label":"l","component":{` + with + more + `}}]}}`)
		}
		if err := checkRequest(answer, nil, form("")); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
		if err := checkRequest(answer, nil, form(`,"colour":1`)); err == nil {
			t.Errorf("%s takes a member that no document names", kind)
		}
	}
}
