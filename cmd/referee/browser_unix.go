//go:build unix

package main

import "syscall"

// apart keeps Ctrl-C, which ends the table, from ending a browser too.
func apart() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
