// Package backup makes copies of a store that is in use, proves that they can be
// used, and keeps the last ones.
//
// A [Maker] makes one: it copies a snapshot to the disk without keeping those
// waiting who write to the store, opens the copy, judges from it every match and
// league that the store had at that moment, and only then gives it its name. A copy that is whole, but has matches
// that cannot be judged, is kept as unproven, and is no backup.
package backup
