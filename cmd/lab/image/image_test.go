package image

import (
	"archive/tar"
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"

	v1 "github.com/google/go-containerregistry/pkg/v1"
	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/mutate"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

var whole = flag.Bool("image", false, "build the binary of the image, and run it in the image's environment; takes minutes the first time")

// TestTheDockerfileMakesTheSameImage, but for its base.
func TestTheDockerfileMakesTheSameImage(t *testing.T) {
	text, err := os.ReadFile("../../../Dockerfile")
	if err != nil {
		t.Fatal(err)
	}
	joined := strings.ReplaceAll(string(text), "\\\n", " ")
	_, last, _ := strings.Cut(joined, "\nFROM gcr.io/") // the second stage
	after := func(word string) string {
		m := regexp.MustCompile(`(?m)^` + word + ` +(.+)$`).FindStringSubmatch(last)
		if m == nil {
			t.Fatalf("the Dockerfile has no %s", word)
		}
		return strings.TrimSpace(m[1])
	}
	list := func(word string) (out []string) {
		if err := json.Unmarshal([]byte(after(word)), &out); err != nil {
			t.Fatalf("%s: %v", word, err)
		}
		return out
	}
	_, volume := Config.Volumes[after("VOLUME")]
	_, port := Config.ExposedPorts[after("EXPOSE")+"/tcp"]
	if !slices.Equal(strings.Fields(after("ENV")), Config.Env) || after("USER") != Config.User || after("WORKDIR") != Config.WorkingDir || !volume || !port ||
		!slices.Equal(list("ENTRYPOINT"), Config.Entrypoint) || !slices.Equal(list("CMD"), Config.Cmd) {
		t.Errorf("the image is configured so: %+v, and the Dockerfile says\n%s", Config, last)
	}
}

// filesOf lists the files of an image by name, with their bodies.
func filesOf(t *testing.T, img v1.Image) (heads map[string]*tar.Header, bodies map[string][]byte) {
	t.Helper()
	content := mutate.Extract(img)
	defer func() { _ = content.Close() }() // read to its end
	heads, bodies = map[string]*tar.Header{}, map[string][]byte{}
	for r := tar.NewReader(content); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return heads, bodies
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		heads[h.Name], bodies[h.Name] = h, body
	}
}

// TestImageContents: the binary, which nobody but root can change, and a directory that the
// user of the image owns. The same binary makes the same image.
func TestImageContents(t *testing.T) {
	binary := []byte("\x7fELF, as it were")
	img, err := Of(binary, "arm64")
	if err != nil {
		t.Fatal(err)
	}
	heads, bodies := filesOf(t, img)
	if h := heads["referee"]; h == nil || h.Mode&0o777 != 0o755 || h.Uid != 0 || !bytes.Equal(bodies["referee"], binary) {
		t.Errorf("the binary is %+v", h)
	}
	if h := heads["data"]; h == nil || h.Typeflag != tar.TypeDir || h.Uid != nonroot || h.Gid != nonroot || h.Mode&0o777 != 0o700 {
		t.Errorf("the directory is %+v", h)
	}
	if !strings.Contains(string(bodies["etc/passwd"]), "\n"+Config.User+":x:65532:65532:") {
		t.Errorf("the users are %s", bodies["etc/passwd"])
	}
	file, err := img.ConfigFile()
	if err != nil || file.OS != "linux" || file.Architecture != "arm64" || !slices.Equal(file.Config.Env, Config.Env) || len(file.RootFS.DiffIDs) != 1 {
		t.Errorf("the configuration is %+v, %v", file, err)
	}
	again, err := Of(binary, "arm64")
	if err != nil {
		t.Fatal(err)
	}
	first, err1 := img.Digest()
	second, err2 := again.Digest()
	if err := errors.Join(err1, err2); err != nil || first != second {
		t.Errorf("%s and %s, %v", first, second, err)
	}
}

// TestTheLayoutIsOneImage that a tool can take by its name, for every architecture.
func TestTheLayoutIsOneImage(t *testing.T) {
	images := map[string]v1.Image{}
	for _, arch := range Architectures {
		img, err := Of([]byte("of "+arch), arch)
		if err != nil {
			t.Fatal(err)
		}
		images[arch] = img
	}
	dir := filepath.Join(t.TempDir(), "oci")
	if err := writeLayout(dir, "latest", images); err != nil {
		t.Fatal(err)
	}
	index, err := layout.ImageIndexFromPath(dir)
	if err != nil {
		t.Fatal(err)
	}
	named, err := index.IndexManifest()
	if err != nil || len(named.Manifests) != 1 || named.Manifests[0].Annotations["org.opencontainers.image.ref.name"] != "latest" {
		t.Fatalf("the layout has %+v, %v", named, err)
	}
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	skopeo, err := exec.LookPath("skopeo")
	if err != nil {
		t.Skip("there is no skopeo here to copy it")
	}
	for _, arch := range Architectures {
		out, err := exec.CommandContext(t.Context(), skopeo, "inspect", "--override-arch", arch, "--format", "{{.Architecture}}", "oci:"+dir+":latest").CombinedOutput()
		if err != nil || strings.TrimSpace(string(out)) != arch {
			t.Errorf("skopeo finds for %s: %v %s", arch, err, out)
		}
	}
	if out, err := exec.CommandContext(t.Context(), skopeo, "copy", "--all", "oci:"+dir+":latest", "dir:"+t.TempDir()).CombinedOutput(); err != nil {
		t.Errorf("skopeo cannot copy it: %v\n%s", err, out)
	}
}

// TestTheImageRuns takes the binary of each architecture out of its image and runs it in the image's environment, with
// another directory in place of /data; what is of another machine by qemu, where that is installed.
func TestTheImageRuns(t *testing.T) {
	if !*whole {
		t.Skip("it builds the referee: -image")
	}
	for _, arch := range Architectures {
		t.Run(arch, func(t *testing.T) {
			var by []string
			if arch != runtime.GOARCH {
				qemu, err := exec.LookPath(emulators[arch])
				if err != nil {
					t.Skipf("there is no %s here", emulators[arch])
				}
				by = []string{qemu}
			}
			runs(t, arch, by)
		})
	}
}

// emulators run programs of an architecture (Debian: qemu-user-static).
var emulators = map[string]string{"amd64": "qemu-x86_64-static", "arm64": "qemu-aarch64-static"}

// runs runs the binary of an image, by another program if need be.
func runs(t *testing.T, arch string, by []string) {
	t.Helper()
	binary, err := build(t.Context(), arch)
	if err != nil {
		t.Fatal(err)
	}
	img, err := Of(binary, arch)
	if err != nil {
		t.Fatal(err)
	}
	_, bodies := filesOf(t, img)
	dir := t.TempDir()
	path := filepath.Join(dir, "referee")
	if err := os.WriteFile(path, bodies["referee"], 0o755); err != nil {
		t.Fatal(err)
	}
	data := filepath.Join(dir, "data")
	if err := os.Mkdir(data, 0o700); err != nil {
		t.Fatal(err)
	}
	ran := func(stdin string, args ...string) string {
		line := append(append(slices.Clone(by), path), args...)
		cmd := exec.CommandContext(t.Context(), line[0], line[1:]...)
		cmd.Dir, cmd.Stdin = data, strings.NewReader(stdin)
		for _, e := range Config.Env {
			cmd.Env = append(cmd.Env, strings.Replace(e, "/data", data, 1))
		}
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	if out := ran("", "version"); !strings.Contains(out, " linux/"+arch+"\n") {
		t.Errorf("the version is %s", out)
	}
	ran("", "check")
	if out := ran("new\nstandard\nquit\n", "table", "--terminal"); !strings.Contains(out, "German action phase") {
		t.Errorf("the table says %s", out)
	}
	for _, file := range []string{"referee.db", "referee.key"} {
		if _, err := os.Stat(filepath.Join(data, file)); err != nil {
			t.Error(err)
		}
	}
	if out := ran("", "doctor"); !strings.Contains(out, "1 matches, 0 leagues") || !strings.HasSuffix(out, "Nothing is wrong.\n") {
		t.Errorf("the doctor says %s", out)
	}
}
