#!/bin/bash
# Every format of every figure, accepted by the programs that read it; and the paste-ready text in place
# of what AMD's CDNA3 page has of its own. `make test-formats` calls it; it needs what `make setup-dev`
# installs, and fails without.
#
#   tests/formats/check.sh BUILD
set -uo pipefail
build=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
export LC_ALL=C.UTF-8 PATH="$build/bin:$PATH"
unset LD_LIBRARY_PATH SMFVIZ_HIP ROCM_PATH NO_COLOR SMFHIP_NUMERICS SMFHIP_BUDGET SMFHIP_STRICT
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

claim() { # words command...: the command must succeed
	local words=$1 start=$SECONDS
	shift
	if "$@" >"$work/log" 2>&1; then
		passed=$((passed + 1))
		printf '  %s (%d s)\n' "$words" $((SECONDS - start))
	else
		failed=$((failed + 1))
		printf '  FAILED: %s\n' "$words"
		tail -20 "$work/log"
	fi
}

# The four shapes x a, idx, b, cd, linked x three themes x two styles, in one format.
draw_all() { # directory options...
	local directory=$1 theme style
	shift
	for theme in light dark print; do
		for style in matrix owner; do
			smfviz render --all --operand a,idx,b,cd,linked --theme $theme --style $style "$@" \
				-o "$directory/" || return 1
		done
	done
	[ "$(ls "$directory" | wc -l)" = 120 ] || { ls "$directory" && return 1; }
}

draw_formats() { # directory
	draw_all "$1/svg" && draw_all "$1/live" --text live && draw_all "$1/png" --format png &&
		draw_all "$1/pdf" --format pdf && draw_all "$1/tex" --format tex &&
		draw_all "$1/text" --format text && draw_all "$1/rst" --format rst --figure-path ../svg &&
		draw_all "$1/md" --format md
}

same_bytes() { draw_formats "$work/again" && diff -r "$work/out" "$work/again"; }

well_formed() { xmllint --noout "$work"/out/svg/*.svg "$work"/out/live/*.svg; }

converts() {
	local file
	for file in "$work"/out/svg/*.svg "$work"/out/live/*.svg; do
		rsvg-convert -w 800 "$file" -o "$work/converted.png" && [ -s "$work/converted.png" ] || return 1
	done
}

# What is said of an element is there to be searched: lane 37, an instruction, the provenance.
pdf_has_text() {
	local file
	for file in "$work"/out/pdf/*.pdf; do
		pdftotext -layout "$file" "$work/text" && grep -q v_smfmac_ "$work/text" &&
			grep -q 'emulated, smfviz emulator' "$work/text" || return 1
		[[ $file = *linked* ]] || grep -qwE 'L37|37' "$work/text" || return 1
		[ "$(pdfinfo "$file" | sed -n 's/^Pages: *//p')" = 1 ] || return 1
	done
}

latex() { # file
	pdflatex -interaction=nonstopmode -halt-on-error -output-directory "$work/latex" "$1" >"$work/tex.log" ||
		{ tail -20 "$work/tex.log" && return 1; }
	! grep -E 'Overfull|Underfull|Font Warning|Missing character|Undefined' "$work/tex.log"
}

tex_alone() {
	local file
	mkdir -p "$work/latex"
	for file in "$work"/out/tex/smfmac-layout-16x16x{32,64}-{a,idx,b,cd,linked}{,-owner}.tex \
		"$work"/out/tex/smfmac-layout-16x16x64-{b-print,linked-dark}.tex; do
		latex "$file" || return 1
		[ "$(pdfinfo "$work/latex/$(basename "$file" .tex).pdf" | sed -n 's/^Pages: *//p')" = 1 ] || return 1
	done
}

tex_included() {
	mkdir -p "$work/latex"
	cat >"$work/document.tex" <<-END
		\RequirePackage{fix-cm}
		\documentclass{article}
		\usepackage{tikz,graphicx}
		\parindent=0pt
		\begin{document}
		Before.

		\resizebox{\textwidth}{!}{\input{$work/out/tex/smfmac-layout-16x16x64-a.tex}}

		\resizebox{\textwidth}{!}{\input{$work/out/tex/smfmac-layout-16x16x64-linked.tex}}

		After.
		\end{document}
	END
	latex "$work/document.tex" && pdftotext "$work/latex/document.pdf" - | grep -q After
}

rst_alone() {
	mkdir -p "$work/rst"
	cat "$work"/out/rst/*.rst >"$work/rst/figures.rst"
	for command in 'probe --all' 'probe --all --abid 1' list; do
		smfviz $command --format rst >"$work/rst/${command// /}.rst" || return 1
	done
	smfviz list --arch gfx950 --reference "$work/rst/reference" || return 1
	cp -r "$work/out/svg" "$work/svg"
	for file in "$work"/rst/*.rst "$work"/rst/reference/*.rst; do
		(cd "$work/rst" && rst2html --halt=2 --strict "$file" "$work/rst.html") || return 1
	done
}

md_alone() {
	for command in 'render --all' 'probe --all' list; do
		smfviz $command --format md >"$work/text.md" || return 1
		pandoc -f gfm+tex_math_dollars --mathjax --fail-if-warnings "$work/text.md" -o "$work/text.html" || return 1
	done
}

page() { # seed
	python3 "$here/page.py" smfviz "$1" "$work/page" &&
		sphinx-build -W -q -n -b html "$work/page" "$work/html"
}

page_is_right() { smfviz lint "$work/page/compiler/cdna/page.rst" --figures \
	"$work/page/data/compiler-builtins/cdna/sparse-mfma-builtins" | tee "$work/lint"; grep -q ' 0 wrong' "$work/lint"; }

for program in xmllint rsvg-convert pdftotext pdfinfo pdflatex rst2html sphinx-build pandoc python3; do
	command -v $program >/dev/null || {
		echo "tests/formats: $program is missing: make setup-dev"
		exit 1
	}
done
claim 'all formats of 120 figures are written' draw_formats "$work/out"
claim 'a second time they are the same bytes' same_bytes
claim 'xmllint: every SVG is well-formed' well_formed
claim 'rsvg-convert draws every SVG' converts
claim 'PNG: whole, with what they show in text chunks' python3 "$here/png.py" "$work/out/png"
claim 'pdftotext finds the text of every PDF' pdf_has_text
claim 'pdflatex typesets TikZ of the 16x16 shapes alone' tex_alone
claim 'pdflatex typesets it in a document' tex_included
claim 'docutils takes every block, text and page of reStructuredText' rst_alone
claim 'pandoc takes the Markdown' md_alone

seed=cdna3-sparse-mfma-builtins.rst
shared=$(ls "$here"/../../../shared/seed/$seed "$here"/../../../../shared/seed/$seed 2>/dev/null | head -1)
if [ -n "$shared" ]; then
	claim "AMD's page with smfviz's figures, formulas and tables builds in Sphinx without a warning" page "$shared"
	claim "lint finds nothing wrong in it" page_is_right
else
	echo "  ../shared/seed/$seed is not here: the page was not built"
fi
echo "$passed passed, $failed failed"
[ $failed = 0 ]
