#!/bin/sh
# Judges the CQL of a repository in a pipeline. Where partitionlab is not installed, it is
# taken from a release and compared with its checksum.
#
#   PARTITIONLAB_VERSION   the tag, such as v1.2.3
#   PARTITIONLAB_RELEASES  address of the folders of releases: …/releases/download
#   PARTITIONLAB_PATHS     what is judged (.)
#   PARTITIONLAB_ARGUMENTS more arguments of check
#   PARTITIONLAB_SARIF     file for code scanning (partitionlab.sarif; none for none)
#   PARTITIONLAB_SIZES     file with the sizes as JUnit has them; nothing for none
#
# Exit code: that of `partitionlab check`, then that of `partitionlab size`.
set -eu

install() {
	system=$(uname -s | tr '[:upper:]' '[:lower:]')
	processor=$(uname -m)
	suffix=tar.gz
	case $system in
	linux | darwin) ;;
	mingw* | msys* | cygwin*) system=windows suffix=zip ;;
	*) echo "partitionlab: there is no release for $system" >&2 && exit 3 ;;
	esac
	case $processor in
	x86_64 | amd64) processor=amd64 ;;
	aarch64 | arm64) processor=arm64 ;;
	*) echo "partitionlab: there is no release for $processor" >&2 && exit 3 ;;
	esac
	name=partitionlab-$PARTITIONLAB_VERSION-$system-$processor
	dir=$(mktemp -d)
	for file in "$name.$suffix" SHA256SUMS; do
		curl -fsSL --retry 3 -o "$dir/$file" "$PARTITIONLAB_RELEASES/$PARTITIONLAB_VERSION/$file" || exit 3
	done
	(
		cd "$dir"
		grep -F "  $name.$suffix" SHA256SUMS >sum || { echo "partitionlab: SHA256SUMS does not name $name.$suffix" >&2 && exit 3; }
		if command -v sha256sum >/dev/null; then sha256sum -c sum >/dev/null; else shasum -a 256 -c sum >/dev/null; fi || {
			echo "partitionlab: $name.$suffix is not what its checksum says" >&2
			exit 3
		}
		if [ $suffix = zip ]; then unzip -q "$name.zip"; else tar -xzf "$name.tar.gz"; fi
	) || exit 3
	PATH="$dir/$name:$PATH"
}

command -v partitionlab >/dev/null || {
	: "${PARTITIONLAB_VERSION:?partitionlab is not installed: name a release}" "${PARTITIONLAB_RELEASES:?partitionlab is not installed: say where releases are}"
	install
}

sarif=${PARTITIONLAB_SARIF-partitionlab.sarif}
format=text
[ -z "${GITHUB_ACTIONS-}" ] || format=github
code=0
# Words of PARTITIONLAB_PATHS and PARTITIONLAB_ARGUMENTS are arguments of their own.
# shellcheck disable=SC2086
partitionlab check -format $format ${PARTITIONLAB_ARGUMENTS-} ${PARTITIONLAB_PATHS-.} || code=$?
if [ "$sarif" != none ] && [ $code -lt 2 ]; then
	partitionlab check -format sarif ${PARTITIONLAB_ARGUMENTS-} ${PARTITIONLAB_PATHS-.} >"$sarif" || [ $? -eq 1 ] || code=3
fi
if [ -n "${PARTITIONLAB_SIZES-}" ] && [ $code -lt 2 ]; then
	partitionlab size -report junit ${PARTITIONLAB_PATHS-.} >"$PARTITIONLAB_SIZES" || { sizes=$? && [ $code -ne 0 ] || code=$sizes; }
fi
exit $code
