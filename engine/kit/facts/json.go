package facts

import (
	"encoding/json"
	"reflect"
	"strings"
)

// oneWord makes one word of JSON: there are spaces in its texts alone, and no comment may begin there.
var oneWord = strings.NewReplacer(" ", `\u0020`, "#", `\u0023`)

// JSON returns a line for each field of a struct, whose word is the name of the field in small letters: its value as JSON, and
// nothing where it is that of the other struct, which is of the same type. p and unset are pointers, and the fields exported.
func JSON(p, unset any) []Line {
	v, none := reflect.ValueOf(p).Elem(), reflect.ValueOf(unset).Elem()
	out := make([]Line, v.NumField())
	for i := range out {
		word, field := strings.ToLower(v.Type().Field(i).Name), v.Field(i)
		out[i] = Line{word, func(r *Reader) {
			if err := json.Unmarshal([]byte(r.Next("value")), field.Addr().Interface()); err != nil {
				r.Fail("%s: %v", word, err)
			}
		}, func(say func(words ...string)) {
			if value := asJSON(field); value != asJSON(none.Field(i)) {
				say(oneWord.Replace(value))
			}
		}}
	}
	return out
}

// asJSON panics for what no position holds, such as a function.
func asJSON(v reflect.Value) string {
	text, err := json.Marshal(v.Interface())
	if err != nil {
		panic(err)
	}
	return string(text)
}
