package main

import (
	_ "embed"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// licencesOfOthers are the licences of all that is linked into the binary, which must go with
// it. A test checks that they are complete.
//
//go:embed notices.txt
var licencesOfOthers string

func newVersion() *cobra.Command {
	var licences bool
	c := &cobra.Command{
		Use:     "version",
		Short:   "print the version and the games included",
		Example: "  referee version\n  referee version --licences",
		RunE: func(cmd *cobra.Command, _ []string) error {
			out := cmd.OutOrStdout()
			if licences {
				_, err := fmt.Fprint(out, licencesOfOthers)
				return err
			}
			fmt.Fprintf(out, "referee %s %s %s/%s\n", revision(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
			for _, g := range known {
				if g.Hidden {
					continue
				}
				opened, err := g.Open(g.Files(), g.Law)
				if err != nil {
					return fmt.Errorf("open %s: %w", g.ID, err)
				}
				info := opened.Info()
				fmt.Fprintf(out, "%s rules version %d data %.8s\n", info.Game, info.Law, info.Data)
			}
			return nil
		},
	}
	c.Flags().BoolVar(&licences, "licences", false, "print the licences of third-party software in this program")
	return c
}

// release is the version of these sources. A build without git has no other, but for what the linker is told by
// -X main.built=COMMIT.
//
//go:embed VERSION
var release string

var built string

// revision is the version of the module, or the release with the commit it was built from, where that is known.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		info = &debug.BuildInfo{}
	}
	if v := info.Main.Version; v != "" && v != "(devel)" {
		return v
	}
	commit, dirty := built, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision" && len(s.Value) >= 12:
			commit = s.Value[:12]
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = ".changes"
		}
	}
	version := strings.TrimSpace(release)
	if commit == "" {
		return version
	}
	return version + "+" + commit + dirty
}
