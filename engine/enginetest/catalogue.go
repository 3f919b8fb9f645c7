package enginetest

import (
	"fmt"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"
	"text/template"

	"github.com/BurntSushi/toml"

	"referee/engine"
)

// catalogue is the messages of one language.
type catalogue map[string]text

// text is what a catalogue has under a key, in all its plural forms.
type text struct {
	fields []string // the arguments that are used
	quoted []string // what stands in quotation marks and is no argument
	plain  string   // the form that was read last
}

// quotation matches what a text quotes, in the marks of each language.
var quotation = regexp.MustCompile(`[“«]\s*([^“”«»{}]+?)\s*[”»]`)

// templated matches what a template fills in, and argument the arguments that it names.
var templated, argument = regexp.MustCompile(`{{.*?}}`), regexp.MustCompile(`[^\w)]\.(\w+)`)

// catalogues reads the catalogues of a game, and compares their keys. Apart from the
// plain form, each language has its own forms of a noun.
func catalogues(files fs.FS) (map[string]catalogue, error) {
	all := make(map[string]catalogue)
	for _, lang := range engine.Languages {
		content, err := engine.Catalogue(files, lang)
		if err != nil {
			return nil, err
		}
		var tree map[string]any
		if _, err := toml.Decode(content, &tree); err != nil {
			return nil, fmt.Errorf("%s: %w", engine.CatalogueFile(files, lang), err)
		}
		all[lang] = make(catalogue)
		if err := all[lang].read("", tree); err != nil {
			return nil, fmt.Errorf("%s: %w", engine.CatalogueFile(files, lang), err)
		}
	}
	english := engine.Languages[0]
	for _, lang := range engine.Languages[1:] {
		for _, pair := range [][2]string{{english, lang}, {lang, english}} {
			for _, key := range slices.Sorted(maps.Keys(all[pair[0]])) {
				if _, ok := all[pair[1]][key]; !ok && !nounForm(key) {
					return nil, fmt.Errorf("%q is in %s.toml and not in %s", key, pair[0], engine.CatalogueFile(files, pair[1]))
				}
			}
		}
	}
	return all, nil
}

// nounForm reports whether a key is a form of a noun: "noun.lehr-a.of".
func nounForm(key string) bool {
	dot := strings.LastIndexByte(key, '.')
	return strings.HasPrefix(key, "noun.") && slices.Contains([]string{"the", "a", "of", "to", "gender"}, key[dot+1:])
}

// forms are the keys of a table that is one message rather than a group of messages.
var forms = []string{
	"id", "description", "hash", "leftDelim", "rightDelim",
	"zero", "one", "two", "few", "many", "other",
}

// read adds a table of a catalogue; prefix comes before its keys.
func (c catalogue) read(prefix string, tree map[string]any) error {
	message := len(tree) > 0
	for key := range tree {
		message = message && slices.Contains(forms, key)
	}
	for _, key := range slices.Sorted(maps.Keys(tree)) {
		name := strings.TrimPrefix(prefix+"."+key, ".")
		if message {
			name = prefix
		}
		switch v := tree[key].(type) {
		case string:
			if err := c.add(name, v); err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
		case map[string]any:
			if err := c.read(name, v); err != nil {
				return err
			}
		default:
			return fmt.Errorf("%s is neither a text nor a table", name)
		}
	}
	return nil
}

// add adds one text of a message.
func (c catalogue) add(key, plain string) error {
	if strings.HasPrefix(strings.ToUpper(plain), "TODO") {
		return fmt.Errorf("is still to be written: %q", plain)
	}
	if _, err := template.New(key).Parse(plain); err != nil {
		return err
	}
	fields, quoted := c[key].fields, c[key].quoted
	for _, action := range templated.FindAllString(plain, -1) {
		for _, f := range argument.FindAllStringSubmatch(action, -1) {
			fields = append(fields, f[1])
		}
	}
	for _, q := range quotation.FindAllStringSubmatch(plain, -1) {
		quoted = append(quoted, q[1])
	}
	slices.Sort(fields)
	c[key] = text{slices.Compact(fields), quoted, plain}
	return nil
}
