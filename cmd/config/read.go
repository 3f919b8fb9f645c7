package config

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/spf13/viper"
	"go.yaml.in/yaml/v3"

	"referee/bot/files"
	"referee/bot/typed"
	"referee/cmd/cli"
)

// reader reads the configuration for a command. Viper decides which of the places counts where a setting is set.
type reader struct {
	*viper.Viper
	cmd  *cobra.Command
	file map[string]fileValue // what the file sets and no setting has taken
}

// fileValue is a value in the configuration file. Viper holds it with its line, for errors.
type fileValue struct {
	value any
	line  int
}

func (v fileValue) String() string { return fmt.Sprint(v.value) }

// Read reads the configuration for a command. Its errors are of the type [cli.UsageError] and name the setting, where it
// was set, and what to write.
func Read(cmd *cobra.Command) (c Values, err error) {
	r := &reader{Viper: viper.New(), cmd: cmd, file: map[string]fileValue{}}
	if err = r.read(cmd.Flags().Lookup(fileKey)); err == nil {
		err = r.UnmarshalExact(&c)
	}
	if err != nil {
		return c, &cli.UsageError{Err: err}
	}
	maps.DeleteFunc(c.Data, func(_, dir string) bool { return dir == "" })
	return c, nil
}

// Run makes the function of a command from one that takes the configuration.
func Run(run func(cmd *cobra.Command, args []string, c Values) error) func(cmd *cobra.Command, args []string) error {
	return func(cmd *cobra.Command, args []string) error {
		c, err := Read(cmd)
		if err != nil {
			return err
		}
		return run(cmd, args, c)
	}
}

// read reads all settings. flag is the one that names the file.
func (r *reader) read(flag *pflag.Flag) error {
	if err := r.open(flag); err != nil {
		return err
	}
	if err := r.take(settings); err != nil {
		return err
	}
	games := flag.Annotations[gamesKey]
	if r.GetString("game") == "" {
		r.Set("game", games[0])
	}
	data := dataOf(games, games[max(0, slices.Index(games, r.GetString("game")))])
	if err := r.take(data); err != nil {
		return err
	}
	return r.unknown(withData(data))
}

// fileName is looked for in the working directory when no file is named.
const fileName = "config.yaml"

// maxFile is the maximum size of a configuration file, in bytes.
const maxFile = 1 << 20

// open reads the file named by --config or REFEREE_CONFIG, or config.yaml if it exists.
func (r *reader) open(flag *pflag.Flag) error {
	if err := errors.Join(r.BindEnv(fileKey, "REFEREE_CONFIG"), r.BindPFlag(fileKey, flag)); err != nil {
		return err
	}
	if r.GetString(fileKey) == "" {
		if _, err := os.Stat(fileName); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		r.Set(fileKey, fileName)
	}
	var sections map[string]yaml.Node
	text, err := files.Read(r.cmd.Context(), r.GetString(fileKey), maxFile)
	if err == nil {
		err = yaml.Unmarshal(text, &sections)
	}
	if err == nil {
		err = r.flatten(sections, "")
	}
	if err != nil {
		return fmt.Errorf("%s: cannot be read as configuration: %w", r.GetString(fileKey), files.Reason(err))
	}
	return nil
}

// flatten puts the values of a section into r.file under their keys. A list becomes a text with commas, as in the
// environment.
func (r *reader) flatten(section map[string]yaml.Node, under string) (err error) {
	for name, node := range section {
		if node.Kind == yaml.AliasNode {
			node = *node.Alias
		}
		key, at := under+strings.ToLower(name), fileValue{line: node.Line}
		switch node.Kind {
		case yaml.MappingNode:
			var inner map[string]yaml.Node
			err = errors.Join(err, node.Decode(&inner))
			err = errors.Join(err, r.flatten(inner, key+"."))
			continue
		case yaml.SequenceNode:
			var list []string
			err = errors.Join(err, node.Decode(&list))
			at.value = strings.Join(list, ",")
		default:
			err = errors.Join(err, node.Decode(&at.value))
		}
		if _, twice := r.file[key]; twice {
			err = errors.Join(err, fmt.Errorf("%s is set twice", key))
		}
		r.file[key] = at
	}
	return err
}

// take reads settings: it tells viper where each is set, and keeps the checked value of the place that counts.
func (r *reader) take(list []setting) error {
	for _, s := range list {
		if err := r.bind(s); err != nil {
			return err
		}
		value, err := s.format(fmt.Sprint(r.Get(s.key)))
		if err != nil {
			return fmt.Errorf("%s: %w", r.origin(s), err)
		}
		r.Set(s.key, value)
	}
	return nil
}

// bind tells viper where a setting is set. It refuses what is set under both names.
func (r *reader) bind(s setting) error {
	r.SetDefault(s.key, s.value)
	err := errors.Join(r.BindEnv(append([]string{s.key}, s.env()...)...), once(s.env(), os.Getenv), once(s.names(), r.flagText))
	for _, name := range s.names() {
		if flag := r.flag(name); flag != nil {
			err = errors.Join(err, r.BindPFlag(s.key, flag))
		}
		at := r.file[name]
		delete(r.file, name)
		switch {
		case at.value == nil:
		case r.InConfig(s.key):
			err = fmt.Errorf("%s:%d: %s are the same setting: remove one", r.GetString(fileKey), at.line, strings.Join(s.names(), " and "))
		default:
			err = errors.Join(err, r.MergeConfigMap(map[string]any{s.key: at}))
		}
	}
	return err
}

// once refuses that a setting is set to different values under both its names.
func once(names []string, value func(name string) string) error {
	first, last := value(names[0]), value(names[len(names)-1])
	if first != "" && last != "" && first != last {
		return fmt.Errorf("%s are the same setting, but differ: remove one", strings.Join(names, " and "))
	}
	return nil
}

// flag returns a flag that was given; nil: it was not.
func (r *reader) flag(name string) *pflag.Flag {
	if flag := r.cmd.Flags().Lookup(name); flag != nil && flag.Changed {
		return flag
	}
	return nil
}

// flagText returns the value of a flag in quotes, as a flag can be given an empty value; "": it was not given.
func (r *reader) flagText(name string) string {
	if flag := r.flag(name); flag != nil {
		return strconv.Quote(flag.Value.String())
	}
	return ""
}

// origin says where the value of a setting comes from.
func (r *reader) origin(s setting) string {
	if at, ok := r.Get(s.key).(fileValue); ok {
		return fmt.Sprintf("%s (%s:%d)", s.key, r.GetString(fileKey), at.line)
	}
	for _, name := range s.names() {
		if flag := r.flag(name); flag != nil {
			return "--" + flag.Name
		}
	}
	for _, name := range s.env() {
		if os.Getenv(name) != "" {
			return s.key + " (" + name + ")"
		}
	}
	return s.key
}

// unknown refuses a key in the file that no setting has taken, as it is probably misspelt. A section of which all is
// commented out is none.
func (r *reader) unknown(known []setting) error {
	for _, key := range slices.Sorted(maps.Keys(r.file)) {
		at := r.file[key]
		if at.value == nil && slices.ContainsFunc(known, func(s setting) bool { return s.section() == key }) {
			continue
		}
		return fmt.Errorf("%s:%d: unknown key %q: %s", r.GetString(fileKey), at.line, key, suggested(key, known))
	}
	return nil
}

// suggested says which key an unknown one may be meant for, and which there are.
func suggested(key string, known []setting) string {
	var keys, names []string
	for _, s := range known {
		keys, names = append(keys, s.key), append(names, s.names()...)
	}
	said := "the keys are " + strings.Join(keys, ", ") + "; config.example.yaml explains them"
	if near := typed.Near(key, names); len(near) > 0 {
		said = "did you mean " + near[0] + "? " + said
	}
	return said
}
