package discordtest

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// description is what is in use of Discord's OpenAPI description of its API,
// which is under the MIT licence. TestDescription writes it.
//
//go:embed testdata/discord.json
var description []byte

// schemas compiles the description once: the schema of each operation's body.
var schemas = sync.OnceValues(func() (map[operation]*jsonschema.Schema, error) {
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(description))
	if err != nil {
		return nil, fmt.Errorf("discordtest: read description: %w", err)
	}
	closeObjects(doc)
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	for _, f := range formats {
		c.RegisterFormat(f)
	}
	if err := c.AddResource("discord.json", doc); err != nil {
		return nil, fmt.Errorf("discordtest: read description: %w", err)
	}
	out := map[operation]*jsonschema.Schema{}
	for i, op := range withBody {
		if out[op], err = c.Compile("discord.json#/requests/" + strconv.Itoa(i) + "/schema"); err != nil {
			return nil, fmt.Errorf("discordtest: schema of %s: %w", op, err)
		}
	}
	return out, nil
})

// closeObjects refuses members that the description does not name. Discord
// drops them without a word, and with them what a misspelt one was to say.
func closeObjects(v any) {
	switch v := v.(type) {
	case map[string]any:
		if _, named := v["properties"]; named && v["type"] == "object" && v["additionalProperties"] == nil {
			v["additionalProperties"] = false
		}
		for _, sub := range v {
			closeObjects(sub)
		}
	case []any:
		for _, sub := range v {
			closeObjects(sub)
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
	{Name: "int32", Validate: whole(32)},
	{Name: "int64", Validate: whole(64)},
}

// whole checks that a number is a whole one of so many bits.
func whole(bits int) func(any) error {
	return func(v any) error {
		n, ok := v.(json.Number)
		if !ok {
			return nil
		}
		_, err := strconv.ParseInt(n.String(), 10, bits)
		return err
	}
}

// describe checks the body of an operation against the description.
func describe(op operation, body []byte) error {
	all, err := schemas()
	if err != nil {
		return err
	}
	schema := all[op]
	if schema == nil {
		return nil
	}
	v, err := jsonschema.UnmarshalJSON(bytes.NewReader(body))
	if err != nil {
		return fmt.Errorf("the body is not JSON: %w", err)
	}
	if err := schema.Validate(v); err != nil {
		return fmt.Errorf("against the description: %s", strings.TrimSpace(err.Error()))
	}
	return nil
}
