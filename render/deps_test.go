package render

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what the package may import beside the standard library, each
// with its reason.
var allowed = map[string]string{
	"github.com/go-fonts/dejavu/dejavusanscondensed":        "letters of names and panels",
	"github.com/go-fonts/dejavu/dejavusanscondensedbold":    "letters of counters",
	"github.com/go-fonts/dejavu/dejavusanscondensedoblique": "letters of rivers",
	"github.com/go-fonts/dejavu/dejavuserifcondensedbold":   "letters of titles",
	"github.com/klauspost/compress/zlib":                    "packs a picture four times as fast as the standard library",
	"golang.org/x/image/font":                               "names the hinting of letters",
	"golang.org/x/image/font/sfnt":                          "reads letters' outlines from fonts",
	"golang.org/x/image/math/fixed":                         "numbers of sfnt",
	"golang.org/x/image/vector":                             "turns outlines into masks",
	"referee/engine":                                        "what is drawn is in its types",
	"referee/engine/hex":                                    "the geometry of the map",
}

func TestImports(t *testing.T) {
	imports.Foreign(t, ".", allowed)
}
