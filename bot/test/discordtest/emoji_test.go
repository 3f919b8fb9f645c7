package discordtest

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"
	"time"
)

// imageData is a picture as it is sent in JSON, so many pixels wide and high. noise fills it
// with what cannot be packed.
func imageData(t *testing.T, side int, noise bool) string {
	t.Helper()
	pic := image.NewRGBA(image.Rect(0, 0, side, side))
	if noise {
		r := rand.New(rand.NewPCG(1, 1))
		for i := range pic.Pix {
			pic.Pix[i] = uint8(r.Uint32())
		}
	}
	var out bytes.Buffer
	if err := png.Encode(&out, pic); err != nil {
		t.Fatal(err)
	}
	return "data:image/png;base64," + base64.StdEncoding.EncodeToString(out.Bytes())
}

func emojiBody(name, image string) string {
	return fmt.Sprintf(`{"name":%q,"image":%q}`, name, image)
}

func TestEmojiAreMadeListedAndDeleted(t *testing.T) {
	d := New(t, Options{})
	path := "/applications/" + d.AppID() + "/emojis"
	status, text := send(t, d, "POST", path, emojiBody("tank", imageData(t, 128, false)))
	if status != http.StatusCreated {
		t.Fatalf("making one is answered %d: %s", status, text)
	}
	var made struct{ ID, Name string }
	if err := json.Unmarshal([]byte(text), &made); err != nil || made.Name != "tank" {
		t.Fatalf("it is %s: %v", text, err)
	}
	d.Upload(d.Guild("club").Member("owner", "en-GB"), "wave")
	var list struct {
		Items []struct {
			ID, Name string
			User     struct {
				Bot bool
			}
		}
	}
	_, text = send(t, d, "GET", path, "")
	if err := json.Unmarshal([]byte(text), &list); err != nil || len(list.Items) != 2 {
		t.Fatalf("the list is %s: %v", text, err)
	}
	if first, last := list.Items[0], list.Items[1]; first.ID != made.ID || !first.User.Bot || last.Name != "wave" || last.User.Bot {
		t.Errorf("the list is %s", text)
	}
	for _, want := range []int{http.StatusNoContent, http.StatusNotFound} {
		if status, text := send(t, d, "DELETE", path+"/"+made.ID, ""); status != want {
			t.Errorf("deleting it is answered %d: %s", status, text)
		}
	}
	if left := d.Emoji(); len(left) != 1 || left[0].Name != "wave" {
		t.Errorf("left are %v", left)
	}
	d.Discard("wave")
	if left := d.Emoji(); len(left) != 0 {
		t.Errorf("left are %v", left)
	}
}

func TestWrongEmojiAreRefused(t *testing.T) {
	good := imageData(t, 8, false)
	for _, c := range []struct{ what, name, image string }{
		{"a name that is too short", "a", good},
		{"a name that is too long", strings.Repeat("a", 33), good},
		{"a name with a hyphen", "anti-tank", good},
		{"no picture", "tank", ""},
		{"a picture that is none", "tank", "data:image/png;base64,AAAA"},
		{"a picture that is not encoded", "tank", "data:image/png;base64,!"},
		{"a picture of another kind", "tank", strings.Replace(good, "png", "svg+xml", 1)},
		{"a picture that is too large", "tank", imageData(t, 300, true)},
		{"more pixels than are shown", "tank", imageData(t, 129, false)},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := New(t, Options{})
			status, text := send(t, d, "POST", "/applications/"+d.AppID()+"/emojis", emojiBody(c.name, c.image))
			if status != http.StatusBadRequest || len(d.Complaints()) != 1 || len(d.Emoji()) != 0 {
				t.Errorf("it is answered %d: %s", status, text)
			}
		})
	}
}

func TestEmojiThatThereCannotBe(t *testing.T) {
	d := New(t, Options{})
	owner, path := d.Guild("club").Member("owner", "en-GB"), "/applications/"+d.AppID()+"/emojis"
	d.Upload(owner, "tank")
	if status, text := send(t, d, "POST", path, emojiBody("tank", imageData(t, 8, false))); status != 400 || !strings.Contains(text, "APPLICATION_EMOJI_NAME_ALREADY_TAKEN") {
		t.Errorf("a name that is taken is answered %d: %s", status, text)
	}
	if status, _ := send(t, d, "POST", "/applications/1/emojis", emojiBody("gun", imageData(t, 8, false))); status != http.StatusForbidden {
		t.Errorf("one of another application is answered %d", status)
	}
	for i := range maxEmoji - 1 {
		d.Upload(owner, fmt.Sprint("e", i))
	}
	if status, text := send(t, d, "POST", path, emojiBody("gun", imageData(t, 8, false))); status != 400 || !strings.Contains(text, "30008") {
		t.Errorf("one more than there may be is answered %d: %s", status, text)
	}
}

func TestManyEmojiAtOnceMustWait(t *testing.T) {
	d := New(t, Options{EmojiTime: time.Hour})
	for i := range emojiBurst + 1 {
		status, _ := send(t, d, "POST", "/applications/"+d.AppID()+"/emojis", emojiBody(fmt.Sprint("e", i), imageData(t, 8, false)))
		if late := status == http.StatusTooManyRequests; late != (i == emojiBurst) {
			t.Fatalf("number %d is answered %d", i, status)
		}
	}
}

func TestAnEmojiThatIsNotThereIsRefused(t *testing.T) {
	d := New(t, Options{Lenient: true})
	g := d.Guild("club")
	ch := g.Channel("games")
	d.Upload(g.Member("owner", "en-GB"), "tank")
	for _, c := range []struct{ what, row, path string }{
		{"a button", buttonRow(`{"type":2,"style":1,"custom_id":"a","label":"x","emoji":{"id":"ID","name":"tank"}}`), `"0":{"components":{"0":{"emoji":{"id"`},
		{"an option", menu(`{"label":"a","value":"a","emoji":{"id":"ID","name":"tank"}}`), `"options":{"0":{"emoji":{"id"`},
	} {
		for id, want := range map[string]int{d.Emoji()[0].ID: 200, "12345": 400} {
			status, text := send(t, d, "POST", "/channels/"+ch.ID+"/messages", modern(strings.Replace(c.row, "ID", id, 1)))
			refused := strings.Contains(text, "BUTTON_COMPONENT_INVALID_EMOJI") && strings.Contains(text, c.path) && strings.Contains(text, "50035")
			if status != want || refused != (want == 400) {
				t.Errorf("%s with emoji %s is answered %d: %s", c.what, id, status, text)
			}
		}
	}
}
