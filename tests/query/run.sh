#!/bin/bash
# What `query` answers from the documented formulas is what `probe` recovers: every element, every
# slot and nibble, and every register of the 14 instructions, under every index set.
#
#   tests/query/run.sh BUILD
set -uo pipefail
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
smfviz=$build/bin/smfviz
passed=0 failed=0

# cbsz 4 has CBSZ[1:0] = 0 too; 1 and 7 read set 0 whatever abid says.
compare() { # instruction cbsz abid
	if /usr/bin/python3 "$here/agree.py" "$smfviz" "$@"; then passed=$((passed + 1)); else
		failed=$((failed + 1))
		echo "FAILED: $*"
	fi
}

while IFS=, read -r insn sets; do
	for ((set = 0; set < sets; set++)); do
		compare "$insn" 0 "$set"
	done
	compare "$insn" 1 "$((sets - 1))"
	compare "$insn" 4 "$((sets - 1))"
	compare "$insn" 7 1
done < <("$smfviz" list --format csv | awk -F, 'NR > 1 { print $1 "," $14 }')

# 4 instructions with 4 sets, 10 with 2, and three modifiers each.
[ $((passed + failed)) = 78 ] || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
