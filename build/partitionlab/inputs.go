package main

import (
	"fmt"

	"partitionlab/build/review"
	"partitionlab/wasm/diag"
)

// inputs adds the flags of what is read.
func (c *command) inputs() *review.Inputs {
	in := &review.Inputs{Define: map[string]string{}}
	c.flags.StringVar(&in.Config, "config", "", "`file` with the configuration; none for none (default: partitionlab.toml, looked for upwards from the files)")
	c.flags.Func("schema", "`file` or folder with CQL that is run first and not reported; may be given several times", func(s string) error {
		in.Schema = append(in.Schema, s)
		return nil
	})
	c.pairs("define", "`NAME=value` for ${NAME} and {{NAME}} in scripts, and for names in the sources of programs", func(name, value string) error {
		in.Define[name] = value
		return nil
	})
	return in
}

// on gives what is read its streams.
func on(in *review.Inputs, std stdio) *review.Inputs {
	in.In = std.in
	in.Wrong = func(src *diag.Source, problems []diag.Diagnostic) { fmt.Fprintln(std.err, diag.Render(src, problems)) }
	return in
}
