module partitionlab

go 1.26
