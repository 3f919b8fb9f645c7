package discordtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"image/png"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Limits of the emoji of an application (Emoji resource, "Application-Owned Emoji" and
// "Create Application Emoji").
const (
	maxEmoji      = 2000
	maxEmojiBytes = 256 << 10
)

// Making emoji "does not follow the normal rate limit conventions" (Emoji resource): so many
// are taken in [Options.EmojiTime], whatever the headers say.
const emojiBurst = 10

// OwnEmoji is an emoji of the application.
type OwnEmoji struct {
	ID, Name string
	Image    []byte // the picture
	by       *User
}

func (e *OwnEmoji) wire() map[string]any {
	return map[string]any{
		"id": e.ID, "name": e.Name, "roles": []any{}, "user": e.by.wire(),
		"require_colons": true, "managed": false, "animated": false, "available": true,
	}
}

var (
	errEmoji     = &refusal{status: 404, code: 10014, message: "Unknown Emoji"}
	errManyEmoji = &refusal{status: 400, code: 30008, message: "Maximum number of emojis reached (2000)"}
	errTakenName = &refusal{
		status: 400, code: 50035, message: "Invalid Form Body",
		errors: nested("An emoji with this name already exists", "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "name"),
	}
)

// nested says where in a body something is wrong, as Discord does.
func nested(message, code string, path ...string) map[string]any {
	out := map[string]any{"_errors": []any{map[string]any{"code": code, "message": message}}}
	for _, p := range slices.Backward(path) {
		out = map[string]any{p: out}
	}
	return out
}

// Emoji lists the emoji of the application, by their names.
func (d *Discord) Emoji() []OwnEmoji {
	d.mu.Lock()
	defer d.mu.Unlock()
	var out []OwnEmoji
	for _, e := range d.ownEmoji() {
		out = append(out, *e)
	}
	return out
}

func (d *Discord) ownEmoji() []*OwnEmoji {
	return slices.SortedFunc(maps.Values(d.emoji), func(a, b *OwnEmoji) int { return strings.Compare(a.Name, b.Name) })
}

// Upload adds an emoji by the settings of the application, as a person of its team does.
func (d *Discord) Upload(by *User, name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	id := d.newID()
	d.emoji[id] = &OwnEmoji{ID: id, Name: name, by: by}
	d.touch()
}

// Discard takes an emoji away by the settings of the application.
func (d *Discord) Discard(name string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	maps.DeleteFunc(d.emoji, func(_ string, e *OwnEmoji) bool { return e.Name == name })
	d.touch()
}

func (a *api) listEmoji(c *call) (reply, error) {
	if c.value("application_id") != a.d.bot.ID {
		return reply{}, errAccess
	}
	items := []any{}
	for _, e := range a.d.ownEmoji() {
		items = append(items, e.wire())
	}
	return reply{200, map[string]any{"items": items}}, nil
}

func (a *api) createEmoji(c *call) (reply, error) {
	if c.value("application_id") != a.d.bot.ID {
		return reply{}, errAccess
	}
	var b struct{ Name, Image string }
	if err := c.decode(&b); err != nil {
		return reply{}, err
	}
	picture, err := checkEmoji(b.Name, b.Image)
	if err != nil {
		return reply{}, err
	}
	for _, e := range a.d.emoji {
		if e.Name == b.Name {
			return reply{}, errTakenName
		}
	}
	if len(a.d.emoji) >= maxEmoji {
		return reply{}, errManyEmoji
	}
	e := &OwnEmoji{ID: a.d.newID(), Name: b.Name, Image: picture, by: a.d.bot}
	a.d.emoji[e.ID] = e
	return reply{201, e.wire()}, nil
}

func (a *api) deleteEmoji(c *call) (reply, error) {
	id := c.value("emoji_id")
	if c.value("application_id") != a.d.bot.ID {
		return reply{}, errAccess
	}
	if a.d.emoji[id] == nil {
		return reply{}, errEmoji
	}
	delete(a.d.emoji, id)
	return reply{204, nil}, nil
}

var emojiName = regexp.MustCompile(`^[A-Za-z0-9_]{2,32}$`)

// checkEmoji checks the name of an emoji and its image (Reference, "Image Data"), and returns
// the picture.
func checkEmoji(name, image string) ([]byte, error) {
	if !emojiName.MatchString(name) {
		return nil, wrong(fmt.Errorf("name: %q cannot be that of an emoji", name))
	}
	data, ok := strings.CutPrefix(image, "data:image/png;base64,")
	if !ok {
		return nil, wrong(errors.New("image: no data of a PNG"))
	}
	picture, err := base64.StdEncoding.DecodeString(data)
	if err != nil {
		return nil, wrong(fmt.Errorf("image: %w", err))
	}
	if len(picture) > maxEmojiBytes {
		return nil, &refusal{status: 400, message: "400: Bad Request", form: true} // there is no code
	}
	size, err := png.DecodeConfig(bytes.NewReader(picture))
	if err != nil {
		return nil, wrong(fmt.Errorf("image: %w", err))
	}
	if size.Width != size.Height || size.Width > 128 {
		return nil, wrong(fmt.Errorf("image: %d by %d, shown are 128 by 128", size.Width, size.Height))
	}
	return picture, nil
}

// checkOwnEmoji refuses a body with an emoji that the application does not have. That may
// happen to a right request: who owns the application can take one away at any time.
func (d *Discord) checkOwnEmoji(text []byte) error {
	var v any
	if !bytes.Contains(text, []byte(`"emoji"`)) || json.Unmarshal(text, &v) != nil {
		return nil
	}
	if path := d.strangeEmoji(v); path != nil {
		return &refusal{
			status: 400, code: 50035, message: "Invalid Form Body",
			errors: nested("Invalid emoji", "BUTTON_COMPONENT_INVALID_EMOJI", path...), // so at menus, too
		}
	}
	return nil
}

// strangeEmoji finds an emoji that the application does not have; nil: there is none.
func (d *Discord) strangeEmoji(v any) []string {
	switch v := v.(type) {
	case []any:
		for i, sub := range v {
			if path := d.strangeEmoji(sub); path != nil {
				return append([]string{strconv.Itoa(i)}, path...)
			}
		}
	case map[string]any:
		if e, ok := v["emoji"].(map[string]any); ok {
			if id, ok := e["id"].(string); ok && d.emoji[id] == nil {
				return []string{"emoji", "id"}
			}
		}
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if path := d.strangeEmoji(v[key]); path != nil {
				return append([]string{key}, path...)
			}
		}
	}
	return nil
}

// emojiWait counts an emoji that is to be made, and returns how long it must wait; 0: it may
// be made. The lock is held.
func (a *api) emojiWait() time.Duration {
	now := time.Now()
	if b := a.newEmoji; now.After(b.until) {
		a.newEmoji = bucket{now.Add(a.d.opt.EmojiTime), emojiBurst}
	}
	if a.newEmoji.left == 0 {
		return time.Until(a.newEmoji.until) + time.Millisecond
	}
	a.newEmoji.left--
	return 0
}
