package web

import (
	"html/template"
	"strings"
)

// Preview is what other programs show where somebody has posted the address of a page. The zero value shows nothing.
type Preview struct {
	Title string
	Text  string // a sentence or two; "": none
	// Picture is the absolute address of a picture, which programs fetch without a cookie; "": there is none.
	Picture string
}

// previewTags are the elements of a preview: those of Open Graph, and the one by which a large picture is asked for.
var previewTags = template.Must(template.New("preview").Parse(`{{if .Title}}<meta property="og:type" content="website"/>
<meta property="og:title" content="{{.Title}}"/>
{{with .Text}}<meta property="og:description" content="{{.}}"/>
{{end}}{{with .Picture}}<meta property="og:image" content="{{.}}"/>
{{end}}<meta name="twitter:card" content="summary{{if .Picture}}_large_image{{end}}"/>
{{end}}`))

// Tags are the elements that say it in the head of the page.
func (p Preview) Tags() (template.HTML, error) {
	var out strings.Builder
	err := previewTags.Execute(&out, p)
	return template.HTML(out.String()), err //nolint:gosec // the template has escaped what strangers wrote
}
