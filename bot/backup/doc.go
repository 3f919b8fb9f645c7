// Package backup makes copies of a store that is in use, proves that they can be restored, and keeps the
// most recent ones.
//
// A [Maker] makes one: it copies a snapshot to the disk without blocking writers to the store, opens the
// copy, judges every match and league in it, and only then gives it its name. A copy that is intact but has
// matches that cannot be judged is kept as unproven, and is not a backup.
package backup
