#!/bin/bash
# Who may include whom, by the #include lines of every room (the table of docs/architecture.md).
#
#   tests/layering.sh [DIRECTORY]   judges DIRECTORY (default: viz beside this script's directory)
#   tests/layering.sh --selftest    feeds itself forbidden includes and requires that each is found
set -euo pipefail
root=$(cd "$(dirname "$0")/.." && pwd)

# room -> rooms it may include, beside itself
declare -A may=(
	[abi]=''
	[base]=''
	[expr]='base'
	[claim]='base isa expr'
	[isa]='base'
	[device]='base isa abi'
	[emu]='base isa abi'
	[layout]='base isa'
	[probe]='base isa device abi kernels'
	[pack]='base isa layout'
	[gemm]='base isa device abi pack kernels'
	[survey]='base isa device abi kernels'
	[check]='base isa layout probe device abi'
	[lint]='base isa layout expr claim'
	[explain]='base isa pack'
	[render]='base isa explain'
	[cli]='base isa layout probe check pack gemm survey explain lint render device expr claim abi'
)

# a library's header -> the rooms that may know the library
declare -A knows=(
	[cairo]='render'
	[png.h]='render'
	[ft2build.h]='render'
	[fontconfig]='render'
	[jansson.h]='cli render'
	[llvm-c]='emu'
	[msgpack]='emu'
	[elf.h]='emu'
	[expat.h]='lint'
	[dlfcn.h]='device cli'
	[sodium.h]='device'
	[zlib.h]='device'
)

contains() { [[ " $1 " == *" $2 "* ]]; }

# The room that an #include "..." reaches into: viz/ROOM/, or kernels/ for the headers beside them.
room_of() {
	case $1 in
	*/*) echo "${1%%/*}" ;;
	*) echo kernels ;;
	esac
}

judge_file() { # file room
	local line included library
	while IFS= read -r line; do
		case $line in
		'"'*)
			included=$(room_of "${line//\"/}")
			[ "$included" = "$2" ] || contains "${may[$2]}" "$included" ||
				echo "$1: $2/ may not include ${line//\"/}"
			;;
		'<'*)
			library=${line//[<>]/}
			for key in "${!knows[@]}"; do
				[[ $library == "$key" || $library == "$key"[/-]* || $library == "$key".h ]] || continue
				contains "${knows[$key]}" "$2" || echo "$1: $2/ may not include <$library>"
			done
			;;
		esac
	done < <(sed -nE 's/^[[:space:]]*#[[:space:]]*include[[:space:]]*([<"][^>"]*[>"]).*/\1/p' "$1")
}

judge() { # directory: prints findings
	local directory room file
	for directory in "$1"/*/; do
		room=$(basename "$directory")
		if [ -z "${may[$room]+known}" ]; then
			echo "$directory: unknown room; tests/layering.sh has no row for it"
			continue
		fi
		for file in "$directory"*; do
			[ -f "$file" ] || continue
			judge_file "$file" "$room"
		done
		if [ "$room" = abi ] && compgen -G "$directory*.c" >/dev/null; then
			echo "$directory: abi/ is headers only"
		fi
	done
}

expect_finding() { # path text
	local tree findings
	tree=$(mktemp -d)
	mkdir -p "$tree/$(dirname "$1")"
	printf '%s\n' "$2" >"$tree/$1"
	findings=$(judge "$tree")
	rm -r "$tree"
	[ -n "$findings" ] || { echo "layering: $1 with '$2' was not found out" && exit 1; }
}

selftest() {
	expect_finding probe/x.c '#include "layout/layout.h"'
	expect_finding emu/x.c '#include "probe/probe.h"'
	expect_finding layout/x.h '  #  include "emu/emu.h"'
	expect_finding cli/x.c '#include "emu/emu.h"'
	expect_finding layout/x.c '#include "probe_plan.h"'
	expect_finding cli/x.c '#include <cairo.h>'
	expect_finding cli/x.c '#include <cairo-svg.h>'
	expect_finding probe/x.c '#include <llvm-c/Disassembler.h>'
	expect_finding emulator/x.c ''
	expect_finding abi/x.c ''
	echo 'layering: ten forbidden includes found out'
}

if [ "${1-}" = --selftest ]; then
	selftest
	exit
fi
findings=$(judge "${1:-$root/viz}")
if [ -n "$findings" ]; then
	printf '%s\n' "$findings"
	exit 1
fi
