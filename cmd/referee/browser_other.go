//go:build !unix

package main

import "syscall"

// apart is nothing here.
func apart() *syscall.SysProcAttr { return nil }
