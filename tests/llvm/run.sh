#!/bin/bash
# The instruction table against the installed LLVM: builtins by code generation, availability,
# operands, encodings and modifiers by its assembler, cycles by its scheduler model.
#
#   tests/llvm/run.sh BUILD
#
# LLVM is the one that the build uses: $LLVM_CONFIG, else ROCm's, else the newest of 22 to 19.
set -uo pipefail
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
config=${LLVM_CONFIG-}
for candidate in "${ROCM_PATH:-/opt/rocm}/llvm/bin/llvm-config" llvm-config-22 llvm-config-21 llvm-config-20 llvm-config-19; do
	[ -n "$config" ] || config=$(command -v "$candidate")
done
if [ -z "$config" ]; then
	echo 'there is no llvm-config'
	echo '0 passed, 1 failed'
	exit 1
fi
exec /usr/bin/python3 "$here/crosscheck.py" "$build/bin/smfviz" "$("$config" --bindir)"
