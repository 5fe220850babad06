#!/bin/bash
# Runs every test of a build: the Criterion programs under BUILD/tests/unit and each tests/*/run.sh
# (called with BUILD; its last line is "N passed, N failed"). Ends with the sum of both.
#
#   tests/run.sh BUILD        SMFVIZ_BLESS=1: tests rewrite their expected outputs
set -uo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."
export SMFVIZ_BUILD=$build

passed=0 failed=0
count() { # name passed failed
	printf '  %-32s %4d passed, %d failed\n' "$1" "$2" "$3"
	passed=$((passed + $2))
	failed=$((failed + $3))
}

log=$(mktemp)
trap 'rm -f "$log"' EXIT

# What to keep of a log: everything when something failed.
show_if() { [ "$1" = 0 ] || cat "$log"; }

# What could not be tested here says so, and is counted nowhere.
say_skipped() { sed -n 's/^skipped: /    skipped: /p' "$log"; }

run_unit() { # program
	local name=${1#"$build"/tests/unit/} status tested passing
	timeout 900 "$1" >"$log" 2>&1
	status=$?
	tested=$(sed -nE 's/.*Synthesis: Tested: ([0-9]+).*/\1/p' "$log" | tail -1)
	passing=$(sed -nE 's/.*Synthesis:.*Passing: ([0-9]+).*/\1/p' "$log" | tail -1)
	# A program that ends badly before its summary, or although all passed, is a failure too.
	if [ -z "$tested" ] || { [ $status != 0 ] && [ "$tested" = "$passing" ]; }; then
		echo "$name ended with $status" >>"$log"
		tested=$((${tested:-0} + 1))
	fi
	show_if $((tested - ${passing:-0}))
	count "unit/$name" "${passing:-0}" $((tested - ${passing:-0}))
	say_skipped
}

run_script() { # script
	local name line
	name=$(basename "$(dirname "$1")")
	timeout 1800 "$1" "$build" >"$log" 2>&1
	status=$?
	line=$(tail -1 "$log")
	if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		[ $status = 0 ] && [ "${BASH_REMATCH[2]}" = 0 ] || cat "$log"
		count "$name" "${BASH_REMATCH[1]}" $((BASH_REMATCH[2] > 0 || status == 0 ? BASH_REMATCH[2] : 1))
	else
		echo "$1 ended with $status and without a count" >>"$log"
		cat "$log"
		count "$name" 0 1
	fi
	say_skipped
}

for source in tests/unit/*/test_*.c; do
	program=$build/${source%.c}
	run_unit "$program"
done
for script in tests/*/run.sh; do
	run_script "$script"
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
