//go:build !linux

package store_test

import "errors"

const limitEnv = "REFEREE_STORE_LIMIT"

func limitFiles(text string) error {
	if text != "" {
		return errors.ErrUnsupported
	}
	return nil
}
