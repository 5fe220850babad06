#!/bin/bash
# HIP programs against host results, on the emulator: small kernels of tests/kernels at -O0 to -O3, and
# a sparse GEMM, linked with Debian's runtime (5) and with stubs of ROCm 6's and 7's.
#
#   tests/hip/run.sh BUILD
set -uo pipefail
build=$(cd "$1" && pwd)
directory=$build/tests/hip
export LD_LIBRARY_PATH=$build/lib/hip
passed=0 failed=0

for program in kernels gemm5 gemm6 gemm7; do
	output=$("$directory/$program" "$directory" 2>&1)
	line=$(tail -1 <<<"$output")
	if [[ $line =~ ^([0-9]+)\ passed,\ ([0-9]+)\ failed$ ]]; then
		passed=$((passed + BASH_REMATCH[1]))
		failed=$((failed + BASH_REMATCH[2]))
	else
		failed=$((failed + 1))
	fi
	[[ $line == *" passed, 0 failed" ]] || printf '%s:\n%s\n' "$program" "$output"
	# Without a GPU only the emulator can have answered; say so if something else was asked.
	ldd "$directory/$program" | grep "libamdhip64.so.* => $build/lib/hip/" >/dev/null || {
		echo "$program: not on the emulator"
		failed=$((failed + 1))
	}
done
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
