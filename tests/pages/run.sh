#!/bin/bash
# Documentation pages against what `lint` must say of them: PAGE and PAGE.txt, line by line. Which page
# is about what, tests/pages/README.md says. AMD's CDNA3 page is judged where it is at hand.
#
#   tests/pages/run.sh BUILD       SMFVIZ_BLESS=1 rewrites the *.txt
set -uo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")" || exit
here=$PWD
export LC_ALL=C
unset NO_COLOR
passed=0 failed=0

judge() { # golden page...
	local output
	output=$("$build/bin/smfviz" lint "${@:2}" 2>&1)
	output+=$'\n'"[exit $?]"
	[ -z "${SMFVIZ_BLESS-}" ] || printf '%s\n' "$output" >"$1"
	if diff -u "$1" <(printf '%s\n' "$output"); then
		passed=$((passed + 1))
	else
		echo "$2: the findings are not those of $1"
		failed=$((failed + 1))
	fi
}

for page in *.rst *.md; do
	[ "$page" = README.md ] || judge "$page.txt" "$page"
done

seed=cdna3-sparse-mfma-builtins.rst
shared=$(ls ../../../shared/seed/$seed ../../../../shared/seed/$seed 2>/dev/null | head -1)
if [ -n "$shared" ]; then
	cd "$(dirname "$shared")" || exit
	judge "$here/$seed.txt" $seed
	drawn=$(mktemp -d)
	trap 'rm -r "$drawn"' EXIT
	"$build/bin/smfviz" lint $seed --fix-figures "$drawn" >/dev/null
	if diff <(ls "$drawn") <(sed -nE 's#^.. figure:: .*/##p' $seed | sort) &&
		! "$build/bin/smfviz" lint $seed --figures "$drawn" | grep '\[figure\]'; then
		passed=$((passed + 1))
	else
		echo "$seed: its eight figures are not drawn under its names"
		failed=$((failed + 1))
	fi
else
	echo "skipped: shared/seed/$seed is not here"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
