// Package referee holds what people can do with matches, whatever door they
// come through: open, join, ask, answer, look, take back, offer, export. It
// knows no game and no door.
package referee
