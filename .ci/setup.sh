#!/bin/sh
# Installs what `make` needs. Debian and Ubuntu: with apt, from the configured sources, only what is
# missing, without a question and without network where nothing is. Elsewhere: says what is needed.
#
# The compiler for kernels and the LLVM of the decoder are ROCm's own on an AMD machine
# ($ROCM_PATH or /opt/rocm), else the newest of LLVM 22 to 19 that the sources have.
#
#   .ci/setup.sh [dev]     dev: also what `make lint`, `make docs` and `make test-formats` need
#   .ci/setup.sh browser   what `make test-browser` needs beside that: chromium, node, npm's packages
set -eu

rocm=${ROCM_PATH:-/opt/rocm}
packages='gcc libc6-dev make pkg-config libcairo2-dev libpng-dev libjansson-dev libexpat1-dev libsodium-dev zlib1g-dev
libcriterion-dev libamdhip64-dev fonts-dejavu-core libxml2-utils perl python3-numpy
python3-junitparser'
[ "${1-}" = dev ] && packages="$packages clang-format clang-tidy cppcheck pandoc librsvg2-bin poppler-utils
	texlive-latex-base texlive-pictures python3-docutils python3-sphinx"

say() { printf 'setup: %s\n' "$*"; }

installed() {
	for package; do
		[ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || return 1
	done
}

# Whether apt could install every one of these.
offered() {
	for package; do
		case $(apt-cache policy "$package" 2>/dev/null | sed -n 's/^ *Candidate: //p') in
		'' | '(none)') return 1 ;;
		esac
	done
}

llvm_packages() { echo "clang-$1 lld-$1 llvm-$1-dev"; }

# Prints the first N of 22..19 whose packages pass the test named by $1.
newest_llvm() {
	for n in 22 21 20 19; do
		if "$1" $(llvm_packages $n); then
			echo $n
			return
		fi
	done
}

rocm_clang() { [ -x "$rocm/llvm/bin/clang" ]; }
rocm_llvm() { rocm_clang && [ -x "$rocm/llvm/bin/llvm-config" ]; }

# msgpack's C library was renamed in Debian 13.
msgpack_package() {
	if offered libmsgpack-c-dev; then echo libmsgpack-c-dev; else echo libmsgpack-dev; fi
}
msgpack_installed() { installed libmsgpack-c-dev || installed libmsgpack-dev; }

missing_packages() {
	for package in $packages; do
		installed "$package" || echo "$package"
	done
}

as_root() {
	if [ "$(id -u)" = 0 ]; then
		"$@"
	elif command -v sudo >/dev/null; then
		sudo "$@"
	else
		say "cannot install without root or sudo: $*"
		exit 1
	fi
}

setup_debian() {
	llvm=$(newest_llvm installed)
	if [ -z "$(missing_packages)" ] && msgpack_installed && { rocm_llvm || [ -n "$llvm" ]; }; then
		say 'everything is installed'
		return
	fi
	as_root apt-get -qq update
	wanted=$(missing_packages)
	msgpack_installed || wanted="$wanted $(msgpack_package)"
	if ! rocm_llvm && [ -z "$llvm" ]; then
		llvm=$(newest_llvm offered)
		if [ -z "$llvm" ]; then
			say 'the configured apt sources have none of LLVM 22, 21, 20, 19 (clang-N lld-N llvm-N-dev)'
			exit 1
		fi
		wanted="$wanted $(llvm_packages "$llvm")"
	fi
	say "installing" $wanted
	as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
		install $wanted >/dev/null
}

# Not Debian: what is needed, and whether it is there.
setup_elsewhere() {
	say 'this is neither Debian nor Ubuntu. Needed, with development files:'
	say '  gcc or clang, GNU make, pkg-config, cairo (with SVG and FreeType), libpng, jansson, expat, libsodium, zlib,'
	say '  msgpack-c, Criterion, OpenMP, DejaVu fonts, HIP headers, xmllint, perl, NumPy and junitparser for the tests,'
	say '  and clang, lld and LLVM (with AMDGPU) of one version from 19 on'
	lacking=
	for tool in gcc make pkg-config; do
		command -v $tool >/dev/null || lacking="$lacking $tool"
	done
	for module in cairo-svg cairo-ft libpng jansson expat libsodium zlib criterion; do
		pkg-config --exists $module 2>/dev/null || lacking="$lacking $module"
	done
	pkg-config --exists msgpack-c 2>/dev/null || pkg-config --exists msgpack 2>/dev/null ||
		lacking="$lacking msgpack-c"
	[ -n "$(llvm_config)" ] || lacking="$lacking llvm-config"
	if [ -n "$lacking" ]; then
		say "missing:$lacking"
		exit 1
	fi
	say 'all of it was found'
}

# As the Makefile looks for it.
llvm_config() {
	for config in "$rocm/llvm/bin/llvm-config" llvm-config-22 llvm-config-21 llvm-config-20 \
		llvm-config-19; do
		command -v "$config" && return
	done
	true
}

# Tools by command, not by package: node and npm often come from elsewhere.
setup_browser() {
	wanted=
	for tool in chromium:chromium node:nodejs npm:npm; do
		command -v "${tool%:*}" >/dev/null || wanted="$wanted ${tool#*:}"
	done
	if [ -n "$wanted" ] && ! command -v apt-get >/dev/null; then
		say "missing:$wanted"
		exit 1
	fi
	if [ -n "$wanted" ]; then
		say "installing" $wanted
		as_root apt-get -qq update
		as_root env DEBIAN_FRONTEND=noninteractive apt-get -qq -y --no-install-recommends \
			install $wanted >/dev/null
	fi
	cd "$(dirname "$0")/../tests/browser"
	npm ls >/dev/null 2>&1 || npm ci --no-audit --no-fund
	say "browser: $(chromium --version 2>/dev/null), node $(node --version)"
}

if [ "${1-}" = browser ]; then
	setup_browser
	exit
fi
if command -v apt-get >/dev/null && command -v dpkg-query >/dev/null; then
	setup_debian
else
	setup_elsewhere
fi

config=$(llvm_config)
if rocm_clang; then
	clang=$rocm/llvm/bin/clang
else
	clang=$("$config" --bindir)/clang
fi
say "kernels: $clang ($("$clang" --version | sed 1q))"
say "decoder: LLVM $("$config" --version), $config"
