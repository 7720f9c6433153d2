#!/bin/sh
# The step of the pipeline: findings for code scanning, test reports for sizes.
set -e
partitionlab fmt -l services
partitionlab check -format sarif . > partitionlab.sarif
partitionlab size -report junit . > sizes.xml
