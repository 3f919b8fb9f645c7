package discordtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/bwmarrin/discordgo"
)

// body is what a bot sends for a message. A pointer that is nil was not sent.
type body struct {
	Content         *string                 `json:"content"`
	Components      *[]Component            `json:"components"`
	Flags           *discordgo.MessageFlags `json:"flags"`
	Attachments     *[]attachmentBody       `json:"attachments"`
	AllowedMentions *mentions               `json:"allowed_mentions"`
	Nonce           json.RawMessage         `json:"nonce"`
	EnforceNonce    bool                    `json:"enforce_nonce"`
	Embeds          *[]json.RawMessage      `json:"embeds"`
	Poll            json.RawMessage         `json:"poll"`
	Stickers        []string                `json:"sticker_ids"`
	Reference       json.RawMessage         `json:"message_reference"`
}

type attachmentBody struct {
	ID          string `json:"id"`
	Filename    string `json:"filename"`
	Description string `json:"description"`
}

type mentions struct {
	Parse *[]string `json:"parse"`
	Users []string  `json:"users"`
	Roles []string  `json:"roles"`
}

// use is where a message body is used: what it may do there.
type use struct {
	edit      bool                   // an edit: what is not sent stays
	ephemeral bool                   // may be shown to one person only
	flags     discordgo.MessageFlags // of the message before the edit
	kept      []Attachment
}

// checkMessage checks what the description does not say of messages. files are
// those sent along, by id.
func checkMessage(b body, files map[string]File, u use) error {
	flags := u.flags
	if b.Flags != nil {
		flags |= *b.Flags
		if err := checkFlags(*b.Flags, u); err != nil {
			return err
		}
	}
	var components []Component
	if b.Components != nil {
		components = *b.Components
	}
	if err := checkMentions(b, components); err != nil {
		return err
	}
	if flags&discordgo.MessageFlagsIsComponentsV2 != 0 {
		if err := checkModern(b, components, u); err != nil {
			return err
		}
	} else if err := checkLegacy(b, components, files, u); err != nil {
		return err
	}
	if err := checkComponents(components); err != nil {
		return err
	}
	return checkFiles(b, components, files, u, flags&discordgo.MessageFlagsIsComponentsV2 != 0)
}

// checkFlags checks that the flags are such as a bot may set there.
func checkFlags(flags discordgo.MessageFlags, u use) error {
	may := discordgo.MessageFlagsSuppressEmbeds | discordgo.MessageFlagsIsComponentsV2
	if !u.edit {
		may |= discordgo.MessageFlagsSuppressNotifications
	}
	if u.ephemeral && !u.edit {
		may |= discordgo.MessageFlagsEphemeral
	}
	if bad := flags &^ may; bad != 0 {
		return fmt.Errorf("flags: %d may not be set here", bad)
	}
	return nil
}

// checkMentions checks that the bot says whom a text may call, and that every
// call can reach somebody: else a name in a text calls whoever has it.
func checkMentions(b body, components []Component) error {
	text := b.Content != nil && *b.Content != ""
	each(components, func(c Component) { text = text || c.Type == discordgo.TextDisplayComponent })
	m := b.AllowedMentions
	switch {
	case !text && m == nil:
		return nil
	case m == nil || m.Parse == nil:
		return errors.New("allowed_mentions: must be given, with parse, where there is text")
	case slices.Contains(*m.Parse, "users") && len(m.Users) > 0:
		return errors.New("allowed_mentions: parse has users, and users are listed")
	case slices.Contains(*m.Parse, "roles") && len(m.Roles) > 0:
		return errors.New("allowed_mentions: parse has roles, and roles are listed")
	}
	return nil
}

// checkModern checks a message of components v2.
func checkModern(b body, components []Component, u use) error {
	switch {
	case b.Content != nil:
		return errors.New("content: not with components v2")
	case b.Embeds != nil:
		return errors.New("embeds: not with components v2")
	case len(b.Stickers) > 0 || b.Poll != nil && string(b.Poll) != "null":
		return errors.New("stickers and polls: not with components v2")
	case len(components) == 0 && (!u.edit || b.Components != nil):
		return errors.New("components: an empty message")
	}
	n, letters := 0, 0
	each(components, func(c Component) {
		n++
		if c.Type == discordgo.TextDisplayComponent {
			letters += utf8.RuneCountInString(c.Content)
		}
	})
	if n > 40 {
		return fmt.Errorf("components: %d in all, the most is 40", n)
	}
	if letters > 4000 {
		return fmt.Errorf("components: %d characters of text, the most is 4000", letters)
	}
	return nil
}

// checkLegacy checks a message without components v2.
func checkLegacy(b body, components []Component, files map[string]File, u use) error {
	if b.Content != nil {
		if n := utf8.RuneCountInString(*b.Content); n > 2000 {
			return fmt.Errorf("content: %d characters, the most is 2000", n)
		}
	}
	if len(components) > 5 {
		return fmt.Errorf("components: %d rows, the most is 5", len(components))
	}
	for _, c := range components {
		if c.Type != discordgo.ActionsRowComponent {
			return fmt.Errorf("components: type %d needs the flag of components v2", c.Type)
		}
	}
	blank := (b.Content == nil || strings.TrimSpace(*b.Content) == "") && len(components) == 0 && len(files) == 0 &&
		(b.Embeds == nil || len(*b.Embeds) == 0)
	if blank && (!u.edit || b.Content != nil) {
		return errors.New("an empty message")
	}
	return nil
}

// checkComponents checks each component, and that their names differ.
func checkComponents(components []Component) (err error) {
	ids, numbers := map[string]bool{}, map[int]bool{}
	each(components, func(c Component) {
		if err != nil {
			return
		}
		switch {
		case c.CustomID != "" && ids[c.CustomID]:
			err = fmt.Errorf("custom_id: %q stands twice", c.CustomID)
		case c.ID != 0 && numbers[c.ID]:
			err = fmt.Errorf("id: %d stands twice", c.ID)
		default:
			err = checkComponent(c)
		}
		ids[c.CustomID], numbers[c.ID] = true, true
	})
	return err
}

func checkComponent(c Component) error {
	menu := func(in Component) bool { return in.Type != discordgo.ButtonComponent }
	switch {
	case c.Type == discordgo.ActionsRowComponent && len(c.Components) > 1 && slices.ContainsFunc(c.Components, menu):
		return errors.New("row: a menu stands alone in its row")
	case c.Type == discordgo.ButtonComponent:
		return checkButton(c)
	case c.Type == discordgo.SelectMenuComponent, c.Type == kindRadios, c.Type == kindChecks:
		return checkSelect(c)
	case c.Type == discordgo.TextDisplayComponent && strings.TrimSpace(c.Content) == "":
		return errors.New("text display: empty")
	}
	return nil
}

func checkButton(c Component) error {
	switch {
	case c.Style == discordgo.LinkButton && (c.URL == "" || c.CustomID != ""):
		return errors.New("button: a link has an address and no custom_id")
	case c.Style != discordgo.LinkButton && c.CustomID == "":
		return errors.New("button: no custom_id")
	case c.Style != discordgo.LinkButton && c.URL != "":
		return errors.New("button: an address needs the style of a link")
	case strings.TrimSpace(c.Label) == "" && c.Emoji == nil:
		return fmt.Errorf("button %s: neither label nor emoji", c.CustomID)
	}
	return nil
}

func checkSelect(c Component) error {
	least, most := c.chosen()
	if least > most || most > len(c.Options) {
		return fmt.Errorf("menu %s: %d to %d of %d options", c.CustomID, least, most, len(c.Options))
	}
	values, marked := map[string]bool{}, 0
	for _, o := range c.Options {
		if strings.TrimSpace(o.Label) == "" {
			return fmt.Errorf("menu %s: an option without a label", c.CustomID)
		}
		if values[o.Value] {
			return fmt.Errorf("menu %s: value %q stands twice", c.CustomID, o.Value)
		}
		values[o.Value] = true
		if o.Default {
			marked++
		}
	}
	if marked > most {
		return fmt.Errorf("menu %s: %d options are marked, %d can be chosen", c.CustomID, marked, most)
	}
	return nil
}

// checkFiles checks that what is sent is declared, what is shown is there, and,
// with components v2, that what is there is shown.
func checkFiles(b body, components []Component, files map[string]File, u use, modern bool) error {
	have := map[string]bool{}
	kept := map[string]string{}
	for _, a := range u.kept {
		kept[a.ID] = a.Name
		if b.Attachments == nil {
			have[a.Name] = true
		}
	}
	declared := map[string]bool{}
	if b.Attachments != nil {
		for _, a := range *b.Attachments {
			name := kept[a.ID]
			if f, sent := files[a.ID]; sent {
				declared[a.ID], name = true, f.Name
				if a.Filename != "" {
					name = a.Filename
				}
			}
			if name == "" {
				return fmt.Errorf("attachments: %s is neither sent nor there", a.ID)
			}
			if have[name] {
				return fmt.Errorf("attachments: two are called %s", name)
			}
			have[name] = true
		}
	}
	for id, f := range files {
		if !declared[id] {
			return fmt.Errorf("attachments: files[%s], %s, is not declared", id, f.Name)
		}
	}
	return checkShown(components, have, modern && (b.Components != nil || !u.edit))
}

// checkShown compares the pictures that components show with those there are.
func checkShown(components []Component, have map[string]bool, all bool) (err error) {
	shown := map[string]bool{}
	each(components, func(c Component) {
		for _, link := range c.media() {
			if name, own := strings.CutPrefix(link, "attachment://"); own {
				shown[name] = true
				if !have[name] {
					err = fmt.Errorf("components: %s: there is no such attachment", link)
				}
			} else if c.Type == discordgo.FileComponentType || !strings.HasPrefix(link, "https://") {
				err = fmt.Errorf("components: %s cannot be shown", link)
			}
		}
	})
	if err != nil || !all {
		return err
	}
	for name := range have {
		if !shown[name] {
			return fmt.Errorf("attachments: no component shows %s", name)
		}
	}
	return nil
}
