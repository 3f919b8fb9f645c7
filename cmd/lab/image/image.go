// Package image builds the container image of the referee without a daemon and without a base image: the binary, an
// empty directory for the matches, and the settings of the Dockerfile.
package image

import (
	"archive/tar"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/google/go-containerregistry/pkg/name"
	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/empty"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/types"
	"github.com/spf13/cobra"

	"referee/cmd/cli"
)

// Architectures are those that images are made for.
var Architectures = []string{"amd64", "arm64"}

// nonroot is the user of the image, as distroless images call and number it.
const nonroot = 65532

// Config is how the image runs its binary: the same as in the Dockerfile, which a test holds.
var Config = v1.Config{
	User: "nonroot",
	Env: []string{
		"REFEREE_DB=/data/referee.db", "REFEREE_DICE_KEY=/data/referee.key",
		"REFEREE_PICTURES=/data/pictures", "REFEREE_BACKUP_DIR=/data/backups",
		"REFEREE_TABLE_LISTEN=0.0.0.0:8080",
	},
	ExposedPorts: map[string]struct{}{"8080/tcp": {}},
	Volumes:      map[string]struct{}{"/data": {}},
	WorkingDir:   "/data",
	Entrypoint:   []string{"/referee"},
	Cmd:          []string{"start"},
}

// New is the command "image".
func New() *cobra.Command {
	var out, tag string
	var arch []string
	cmd := &cobra.Command{
		Use:   "image",
		Short: "build the container image without a daemon",
		Long: "Builds the binary for each architecture and writes an image of it: OUT/referee-ARCH.tar, for\n" +
			"\"docker load\", and OUT/oci, one multi-architecture image as an OCI layout, which\n" +
			"\"skopeo copy --all oci:OUT/oci:latest docker://…\" copies to a registry. The same source always gives the\n" +
			"same image. Run it in the root of the repository.",
		Example: "  go run ./cmd/lab image --out image",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, a := range arch {
				if !slices.Contains(Architectures, a) {
					return cli.Misused("no architecture %q: use %s", a, strings.Join(Architectures, ", "))
				}
			}
			return write(cmd, out, tag, arch)
		},
	}
	cmd.Flags().StringVar(&out, "out", "image", "output directory; created if missing")
	cmd.Flags().StringVar(&tag, "tag", "referee:latest", "name of the image")
	cmd.Flags().StringSliceVar(&arch, "arch", Architectures, "architectures, comma-separated")
	return cmd
}

// write writes the images.
func write(cmd *cobra.Command, out, tag string, arch []string) error {
	ref, err := name.NewTag(tag)
	if err != nil {
		return cli.Misused("--tag: %w", err)
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return fmt.Errorf("directory %s: %w", out, err)
	}
	oci := filepath.Join(out, "oci")
	if err := os.RemoveAll(oci); err != nil {
		return fmt.Errorf("directory %s: %w", oci, err)
	}
	all := map[string]v1.Image{}
	progress := cli.NewProgress(cmd.ErrOrStderr(), "images", len(arch))
	for i, a := range arch {
		progress.At(i)
		binary, err := build(cmd.Context(), a)
		if err != nil {
			return err
		}
		img, err := Of(binary, a)
		if err != nil {
			return fmt.Errorf("image for %s: %w", a, err)
		}
		path := filepath.Join(out, "referee-"+a+".tar")
		if err := tarball.WriteToFile(path, ref, img); err != nil {
			return fmt.Errorf("write %s: %w", path, err)
		}
		all[a] = img
		digest, err := img.Digest()
		if err != nil {
			return fmt.Errorf("image for %s: %w", a, err)
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s: linux/%s, %d bytes of binary, %s\n", path, a, len(binary), digest)
	}
	progress.Done()
	if err := writeLayout(oci, ref.TagStr(), all); err != nil {
		return fmt.Errorf("write %s: %w", oci, err)
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: all architectures, as %s\n", oci, ref.TagStr())
	return err
}

// writeLayout writes an OCI layout of images by their architecture, as one image under a name: of several
// without one, a tool would have to be told which.
func writeLayout(dir, tag string, images map[string]v1.Image) error {
	all := mutate.IndexMediaType(empty.Index, types.OCIImageIndex)
	for _, arch := range slices.Sorted(maps.Keys(images)) {
		of := v1.Descriptor{Platform: &v1.Platform{OS: "linux", Architecture: arch}}
		all = mutate.AppendManifests(all, mutate.IndexAddendum{Add: images[arch], Descriptor: of})
	}
	named, err := layout.Write(dir, empty.Index)
	if err != nil {
		return err
	}
	return named.AppendIndex(all, layout.WithAnnotations(map[string]string{"org.opencontainers.image.ref.name": tag}))
}

// build builds the binary as the Dockerfile does.
func build(ctx context.Context, arch string) ([]byte, error) {
	dir, err := os.MkdirTemp("", "referee-image-")
	if err != nil {
		return nil, err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	path := filepath.Join(dir, "referee")
	cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", path, "referee/cmd/referee")
	cmd.Env = append(os.Environ(), "CGO_ENABLED=0", "GOOS=linux", "GOARCH="+arch)
	if said, err := cmd.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the referee for linux/%s: %w\n%s", arch, err, said)
	}
	return os.ReadFile(path)
}

// Of is the image of a binary for an architecture.
func Of(binary []byte, arch string) (v1.Image, error) {
	files, err := layer(binary)
	if err != nil {
		return nil, err
	}
	content, err := tarball.LayerFromOpener(func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(files)), nil },
		tarball.WithMediaType(types.OCILayer))
	if err != nil {
		return nil, err
	}
	base := mutate.ConfigMediaType(mutate.MediaType(empty.Image, types.OCIManifestSchema1), types.OCIConfigJSON)
	img, err := mutate.AppendLayers(base, content)
	if err != nil {
		return nil, err
	}
	return mutate.ConfigFile(img, &v1.ConfigFile{
		Architecture: arch, OS: "linux", Config: Config,
		RootFS: v1.RootFS{Type: "layers", DiffIDs: diffIDs(img)},
	})
}

// diffIDs names the layers of an image.
func diffIDs(img v1.Image) []v1.Hash {
	file, err := img.ConfigFile()
	if err != nil {
		return nil
	}
	return file.RootFS.DiffIDs
}

// layer is all files of the image, as an archive. Nothing in it depends on when it is made.
// Certificates and time zones are in the binary.
func layer(binary []byte) ([]byte, error) {
	passwd := []byte("root:x:0:0:root:/:/sbin/nologin\nnonroot:x:65532:65532:nonroot:/data:/sbin/nologin\n")
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range []struct {
		tar.Header
		body []byte
	}{
		{tar.Header{Name: "data/", Typeflag: tar.TypeDir, Mode: 0o700, Uid: nonroot, Gid: nonroot}, nil},
		{tar.Header{Name: "etc/", Typeflag: tar.TypeDir, Mode: 0o755}, nil},
		{tar.Header{Name: "etc/passwd", Typeflag: tar.TypeReg, Mode: 0o644}, passwd},
		{tar.Header{Name: "referee", Typeflag: tar.TypeReg, Mode: 0o755}, binary},
		{tar.Header{Name: "tmp/", Typeflag: tar.TypeDir, Mode: 0o1777}, nil},
	} {
		f.Size, f.ModTime = int64(len(f.body)), time.Unix(0, 0)
		if err := w.WriteHeader(&f.Header); err != nil {
			return nil, err
		}
		if _, err := w.Write(f.body); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}
