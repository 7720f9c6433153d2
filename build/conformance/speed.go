package main

import "partitionlab/build/cassandra"

func runSpeed(srv *cassandra.Server) error { return nil }
