package cqltype

// JavaDouble prints a number as the server does in its messages: 2.0, 6.71E-5.
func JavaDouble(f float64) string { return javaDouble(f, 64) }
