package outgoing

// Block is a part of what a mail says: one of its fields is set. Mails that wait are stored so: the names of the fields stay.
type Block struct {
	// Heading is a line above what follows.
	Heading string `json:"heading,omitempty"`
	// Paragraph is running text. A line end in it stays one; lines that are too long are wrapped.
	Paragraph string `json:"paragraph,omitempty"`
	// Preformatted is text whose lines and spaces are kept, such as a map in characters.
	Preformatted string `json:"preformatted,omitempty"`
	// Footer is small text below everything else, which mail programs take for a signature.
	Footer string `json:"footer,omitempty"`
	// Answers are what may be replied, a line each.
	Answers Answers  `json:"answers,omitempty"`
	Link    *Link    `json:"link,omitempty"`
	Picture *Picture `json:"picture,omitempty"`
}

// Heading makes a heading.
func Heading(text string) Block { return Block{Heading: text} }

// Paragraph makes a paragraph.
func Paragraph(text string) Block { return Block{Paragraph: text} }

// Answers are what may be replied, a line each.
type Answers []Answer

// Answer is one thing that may be replied. In HTML it is a link that begins a reply with it.
type Answer struct {
	Say  string // what the reply says: "2", or "not today"
	Text string // what it means
	// To and Subject are those of the reply, where they are not those of the mail.
	To, Subject string
}

// Link is the address of a page on the web, or begins a mail, see [Reply].
type Link struct{ Text, URL string }

// Picture is shown where it stands, from within the mail: nothing is fetched from elsewhere.
type Picture struct {
	PNG []byte
	Alt string // what it shows, for who does not see it
}
