// Package clubs offers leagues and judges by mail: it reports on them and obeys orders about them, with the
// functions of package bot/club that every door uses. It handles no addresses and no tokens: the writer has
// become a [Reader] before it is called.
package clubs
