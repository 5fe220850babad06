#!/bin/bash
# Commands against what they must print: each tests/cli/*.case is a script; its output and exit codes
# must be those of tests/golden/cli/NAME.txt, byte by byte.
#
#   tests/cli/run.sh BUILD [NAME...]      SMFVIZ_BLESS=1 rewrites the golden files
#
# A case runs in an empty directory. `run COMMAND...` prints the command, its stdout, its stderr
# (lines marked "! ") and its exit code if that is not 0. In the golden files BUILD stands for the
# build directory.
set -uo pipefail
build=$(cd "$1" && pwd)
shift
here=$(cd "$(dirname "$0")" && pwd)
golden=$here/../golden/cli
export LC_ALL=C PATH="$build/bin:$PATH" BUILD="$build" TREE="${here%/tests/cli}"
unset LD_LIBRARY_PATH SMFVIZ_HIP ROCM_PATH NO_COLOR SMFHIP_NUMERICS SMFHIP_BUDGET SMFHIP_STRICT

# stderr goes by a file of its own, outside the case's directory.
run() {
	local status
	echo "\$ $*"
	"$@" 2>"$CASE_STDERR"
	status=$?
	sed 's/^/! /' "$CASE_STDERR"
	[ $status = 0 ] || echo "[exit $status]"
}
export -f run

passed=0 failed=0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export CASE_STDERR="$work/stderr"

judge() { # case file
	local name
	name=$(basename "$1" .case)
	mkdir "$work/$name"
	(cd "$work/$name" && bash "$1") 2>&1 | sed "s#$build#BUILD#g" >"$work/$name.txt"
	if [ -n "${SMFVIZ_BLESS-}" ]; then
		mkdir -p "$golden"
		cp "$work/$name.txt" "$golden/$name.txt"
	fi
	if diff -u "$golden/$name.txt" "$work/$name.txt"; then
		passed=$((passed + 1))
	else
		echo "$name: the output is not tests/golden/cli/$name.txt"
		failed=$((failed + 1))
	fi
}

if [ $# = 0 ]; then
	set -- "$here"/*.case
else
	set -- "${@/#/$here/}"
	set -- "${@/%/.case}"
fi
for case in "$@"; do
	judge "$case"
done
echo "$passed passed, $failed failed"
[ $failed = 0 ]
