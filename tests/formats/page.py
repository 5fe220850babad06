"""A copy of AMD's CDNA3 page with its figures, formulas and tables replaced by smfviz's text.

    page.py SMFVIZ PAGE PROJECT

Writes a Sphinx project: the page, the figures that it shows, the reference pages that it includes, and
stubs of what it only points to. Ends with 1, and says why, if the page has not the blocks that are to
be replaced."""

import pathlib
import re
import subprocess
import sys

smfviz, page_path, project = sys.argv[1:]
project = pathlib.Path(project)
FIGURES = "../../data/compiler-builtins/cdna/sparse-mfma-builtins/"
SHAPES = {"16x16x64": "*_16x16x64_*", "32x32x32": "*_32x32x32_*"}


def run(*arguments):
    return subprocess.run([smfviz, *arguments], check=True, capture_output=True, text=True).stdout


def find(lines, first, start=0):
    """The number of the line that starts like `first`, from `start` on."""
    for n in range(start, len(lines)):
        if lines[n].startswith(first):
            return n
    sys.exit(f"page.py: the page has no line like {first!r}")


def end_of_directive(lines, start):
    """Behind what is indented under the directive on line `start`."""
    end = start + 1
    while end < len(lines) and (not lines[end].strip() or lines[end][0] == " "):
        end += 1
    return end


def with_smfviz_text(page):
    lines = page.splitlines()
    for shape, instructions in SHAPES.items():
        for operand in ("a", "idx", "b", "cd"):
            block = run("render", instructions, "--operand", operand, "--format", "rst",
                        "--figure-path", FIGURES)
            start = find(lines, f".. figure:: {FIGURES}smfmac-layout-{shape}-{operand}.svg")
            lines[start:end_of_directive(lines, start)] = block.splitlines() + [""]
        # from the formulas to the end of the row table, in the section of this tile
        tile = shape.rsplit("x", 1)[0].replace("x", " \\times ")
        start = find(lines, "Given output element", find(lines, f":math:`{tile}` layout"))
        table = find(lines, ".. list-table::", find(lines, "The row-to-lane mapping:", start))
        lines[start:end_of_directive(lines, table)] = run("probe", instructions, "--format",
                                                          "rst").splitlines() + [""]
    start = find(lines, ".. list-table::", find(lines, "Instruction throughput"))
    lines[start:end_of_directive(lines, start)] = run("list", "--format", "rst").splitlines() + [""]
    return "\n".join(lines) + "\n"


def write(path, text):
    path = project / path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


def write_stubs(page):
    """What the page points to and is not here: labels, a document, an example."""
    labels = [label for label in re.findall(r":ref:`([a-z0-9-]+)`", page)]
    stub = "".join(f".. _{label}:\n\n{label}\n{'=' * len(label)}\n\nElsewhere.\n\n" for label in labels)
    write("compiler/cdna/elsewhere.rst", "*" * 9 + "\nElsewhere\n" + "*" * 9 + "\n\n" + stub)
    for name in re.findall(r":doc:`([a-z-]+)`", page):
        write(f"compiler/cdna/{name}.rst", f"{name}\n{'=' * len(name)}\n\nElsewhere.\n")
    for start, end in re.findall(r":start-after: (\[.*?\])\n +:end-before: (\[.*?\])", page):
        for source in re.findall(r"<(\.\./\.\./[^>]+)>`", page):
            write("compiler/cdna/" + source, f"// {start}\nint main() {{}}\n// {end}\n")
    write("index.rst", "Index\n=====\n\n.. toctree::\n   :glob:\n\n   compiler/cdna/*\n")
    write("conf.py", 'extensions = ["sphinx.ext.mathjax"]\nexclude_patterns = '
          '["compiler/cdna/smfmac-ref"]\nproject = "page"\nhtml_theme = "basic"\n')


def main():
    page = with_smfviz_text(pathlib.Path(page_path).read_text())
    write_stubs(page)
    write("compiler/cdna/page.rst", page)
    data = project / "compiler/cdna" / FIGURES
    data.mkdir(parents=True, exist_ok=True)
    run("render", *SHAPES.values(), "-o", str(data))
    run("list", "--reference", str(project / "compiler/cdna/smfmac-ref"))


main()
