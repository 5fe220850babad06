#!/bin/bash
# The programs of examples/ on the emulator: they must say that nothing differs, and that results do
# once the kernel is another instruction's.
#
#   tests/examples/run.sh BUILD
set -uo pipefail
build=$(cd "$1" && pwd)
export LD_LIBRARY_PATH=$build/lib/hip
passed=0 failed=0

judge() { # name expected status, output...
	local name=$1 wanted=$2 status output
	shift 2
	output=$("$@" 2>&1)
	status=$?
	if [ "$status ${output##*: }" = "$wanted" ]; then
		passed=$((passed + 1))
	else
		failed=$((failed + 1))
		printf '%s: exit code %d\n%s\n' "$name" "$status" "$output"
	fi
}

judge fixed_pattern '0 0 of 960 results differ' \
	"$build/examples/fixed_pattern" "$build/kernels/gemm_simple.co"
judge own_pattern '0 0 of 3465 results differ' \
	"$build/examples/own_pattern" "$build/kernels/gemm_tiled.co"

# The kernels of fp8 and bf8 exchange their names: the program that asks for one gets the other.
sed 's/64_fp8_fp8/64_tmp_tmp/g; s/64_bf8_bf8/64_fp8_fp8/g; s/64_tmp_tmp/64_bf8_bf8/g' \
	"$build/kernels/gemm_simple.co" >"$build/examples/exchanged.co"
judge 'fixed_pattern, another kernel' '1 960 of 960 results differ' \
	"$build/examples/fixed_pattern" "$build/examples/exchanged.co"

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
