package image

import (
	"testing"

	"referee/engine/enginetest/imports"
)

// allowed lists what this package may import besides the standard library, and
// why.
var allowed = map[string]string{
	"github.com/google/go-containerregistry/pkg/name":       "the name of an image",
	"github.com/google/go-containerregistry/pkg/v1":         "what an image is",
	"github.com/google/go-containerregistry/pkg/v1/empty":   "an image without a base",
	"github.com/google/go-containerregistry/pkg/v1/layout":  "the layout that registries take",
	"github.com/google/go-containerregistry/pkg/v1/mutate":  "layers and configuration",
	"github.com/google/go-containerregistry/pkg/v1/tarball": "what docker load reads",
	"github.com/google/go-containerregistry/pkg/v1/types":   "what an OCI layout calls its parts",
	"github.com/spf13/cobra":                                "the command",
	"referee/cmd/cli":                                       "complaints, progress",
}

func TestImports(t *testing.T) { imports.Foreign(t, ".", allowed) }
