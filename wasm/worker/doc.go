//go:build !js

// Command worker runs in a JavaScript runtime only; natively `partitionlab serve`
// answers with the same package edge.
package main

import "log"

func main() { log.Fatal("build this for js/wasm: partitionlab build -for cloudflare") }
