#!/bin/bash
# The timing kernels as they were compiled: whether each loop has the instructions that are timed and
# nothing else but its counter.
#
#   tests/survey/run.sh BUILD
#
# LLVM is the one that the build uses: $LLVM_CONFIG, else ROCm's, else the newest of 22 to 19.
set -uo pipefail
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
config=${LLVM_CONFIG-}
for candidate in "${ROCM_PATH:-/opt/rocm}/llvm/bin/llvm-config" llvm-config-22 llvm-config-21 llvm-config-20 llvm-config-19; do
	[ -n "$config" ] || config=$(command -v "$candidate")
done
objdump=$([ -z "$config" ] || "$config" --bindir)/llvm-objdump
if [ ! -x "$objdump" ]; then
	echo 'skipped: the loops of the timing kernels: there is no llvm-objdump'
	echo '0 passed, 0 failed'
	exit
fi
exec /usr/bin/python3 "$here/loops.py" "$objdump" "$build/kernels/time.co" "$build/bin/smfviz"
