#!/bin/bash
# Programs that were linked with AMD's runtime run on the emulator.
#
#   tests/link/run.sh BUILD
#
# A program asks ld.so for a library by its soname and for each symbol by its version node. So program.c
# is linked with Debian's libamdhip64.so.5, and with stubs that have ROCm 6's and 7's sonames and the
# runtime's nodes. The stubs' functions fail: if a result is right, the emulator gave it. Which symbol is
# in which node is read off the installed runtime, not off our own version script; that of a newer
# symbol is from ROCm's hip_hcc.map.in.
set -uo pipefail
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
code_object=$build/tests/kernels/loader.co
passed=0 failed=0

result() { # name status
	if [ "$2" = 0 ]; then passed=$((passed + 1)); else
		failed=$((failed + 1))
		echo "FAILED: $1"
	fi
}

compile() { # output, arguments
	gcc -std=c11 -Wall -Wextra -D_GNU_SOURCE -o "$@"
}

# An emulator under AddressSanitizer wants its runtime loaded first. Leaks of a shell are none of ours.
sanitizer=$(ldd "$build/lib/libsmfhip.so" | awk '/libasan/ { print $3 }')
on_emulator() {
	LD_PRELOAD=$sanitizer ASAN_OPTIONS=detect_leaks=0 LD_LIBRARY_PATH=$build/lib/hip "$@"
}

# Runs a program on the emulator: its output must be exactly this.
expected="gfx942:sramecc+:xnack-, waves of 64
0 of 128 wrong, timed"
check() { # name program
	local output
	output=$(on_emulator "$2" "$code_object" 2>&1)
	[ $? = 0 ] && [ "$output" = "$expected" ] || { echo "$output"; false; }
	result "$1" $?
	# ... and the library was ours: no other file of that name was opened.
	[[ $(on_emulator ldd "$2") == *"=> $build/lib/hip/libamdhip64.so"* ]]
	result "$1: which library" $?
}

# Lines "symbol node" of the functions that program.c and missing.c call.
nodes() {
	local runtime
	runtime=$(gcc -print-file-name=libamdhip64.so)
	readelf -W --dyn-syms "$runtime" | grep -oE 'hip[A-Za-z0-9]+@@?hip_[0-9.]+' | tr -s @ ' ' | sort -u
	echo hipGetDevicePropertiesR0600 hip_6.0
}

# A library with this soname and the runtime's version nodes, whose functions all fail.
make_stub() { # soname
	local previous='' node
	nodes >"$work/nodes"
	awk '{ print "int " $1 "(void); int " $1 "(void) { return 999; }" }' "$work/nodes" >"$work/stub.c"
	for node in $(awk '{ print $2 }' "$work/nodes" | sort -uV); do
		echo "$node { global:"
		awk -v node="$node" '$2 == node { print "    " $1 ";" }' "$work/nodes"
		[ -n "$previous" ] || echo "local: *;"
		echo "} $previous;"
		previous=$node
	done >"$work/stub.map"
	gcc -shared -fPIC -w -Wl,-soname,"$1" -Wl,--version-script="$work/stub.map" \
		-o "$work/libamdhip64.so" "$work/stub.c"
}

compile "$work/program5" "$here/program.c" -lamdhip64 && check "Debian's libamdhip64.so.5" "$work/program5"
for major in 6 7; do
	make_stub libamdhip64.so.$major &&
		compile "$work/program$major" -DSINCE_ROCM_6 "$here/program.c" -L"$work" -lamdhip64 &&
		check "libamdhip64.so.$major" "$work/program$major"
done

# What the emulator lacks is ld.so's error, with the symbol's name.
compile "$work/missing" "$here/missing.c" -lamdhip64
output=$(on_emulator "$work/missing" 2>&1)
status=$?
[ $status = 127 ] && [[ $output == *"undefined symbol: hipMallocArray"* ]]
result "a function that is missing: $status $output" $?

# Three programs with two checks each, and the last.
[ $((passed + failed)) = 7 ] || failed=$((failed + 1))
echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
