#!/bin/bash
# The slow model of CDNA3's arithmetic, which the emulator's is tested by: it gives the results of
# tests/golden/arithmetic.txt, those of the shared vectors where they are at hand, and the numbers of
# docs/arithmetic.md; and every mutant of it is found out by the golden's lines.
#
#   tests/arithmetic/run.sh BUILD       SMFVIZ_BLESS=1 rewrites the golden
set -uo pipefail
cd "$(dirname "$0")" || exit
golden=../golden/arithmetic.txt
python=/usr/bin/python3
export PYTHONDONTWRITEBYTECODE=1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

passed=0 failed=0
claim() { # text command...
	if "${@:2}"; then
		passed=$((passed + 1))
	else
		echo "not so: $1"
		failed=$((failed + 1))
	fi
}

$python vectors.py >"$work/golden" || exit
[ -z "${SMFVIZ_BLESS-}" ] || cp "$work/golden" $golden
claim "the golden has the model's results" diff "$work/golden" $golden

$python vectors.py --mutants >"$work/mutants" || exit
cat "$work/mutants"
claim 'each mutant but one has another result in some line' \
	test "$(grep -c '^ *0 of' "$work/mutants")" = 1
claim 'the one that nothing can tell from the model is the 2^128 rule in 8-bit types' \
	grep -q '^ *0 of [0-9]*: the 2^128 rule in 8-bit types too$' "$work/mutants"
claim 'what is called exact or order-free is so' $python vectors.py --exact
claim 'no product of 8-bit types is that large' $python vectors.py --largest

# "$ tests/arithmetic/model.py ..." in the page, and the lines up to the end of its block
page=../../docs/arithmetic.md
command=$(sed -n 's#^\$ tests/arithmetic/\(model.py .*\)#./\1#p' $page)
$command >"$work/example"
claim "docs/arithmetic.md has the model's numbers" \
	diff <(sed '1,/^\$ tests\/arithmetic\/model.py/d; /^```/,$d' $page) "$work/example"

shared=$(ls ../../../shared/vectors/cdna3-model.txt ../../../../shared/vectors/cdna3-model.txt 2>/dev/null | head -1)
if [ -n "$shared" ]; then
	claim "the model has the results of 2000 shared lines" $python vectors.py --judge 2000 "$shared"
else
	echo 'skipped: shared/vectors/cdna3-model.txt is not here'
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
