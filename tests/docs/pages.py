"""Runs the console blocks of Markdown pages and follows their links.

In a block that is fenced as `console`, a line "$ COMMAND" is run by bash; the lines up to the next "$ "
are what it prints, stdout and stderr as they come, and "(exit code N)" if N is not 0. A line "..." stands
for any lines. A command goes on over lines that end in a backslash. The blocks of a page share one
directory, which is empty at first.
"""

import os
import re
import subprocess
import sys
import tempfile

FENCE = "```"


class Command:
    def __init__(self, line, text):
        self.line, self.text, self.expected = line, text, []


def console_commands(lines):
    """The commands of all console blocks; `line` counts from 0."""
    commands, inside, current = [], False, None
    for number, line in enumerate(lines):
        if line.startswith(FENCE):
            inside = line.strip() == FENCE + "console"
            current = None
        elif inside and line.startswith("$ "):
            current = Command(number, line[2:])
            commands.append(current)
        elif inside and current and not current.expected and current.text.endswith("\\"):
            current.text += "\n" + line
        elif inside and current:
            current.expected.append(line)
    return commands


def run(command, directory):
    done = subprocess.run(
        ["bash", "-c", command.text],
        cwd=directory,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        stdin=subprocess.DEVNULL,
        timeout=300,
    )
    printed = done.stdout.decode("utf-8", "replace").splitlines()
    if done.returncode:
        printed.append(f"(exit code {done.returncode})")
    return printed


def matches(expected, printed):
    """Whether `printed` is `expected`, where a line "..." stands for any lines."""
    pattern = "".join(
        "(?:.*\n)*?" if line == "..." else re.escape(line) + "\n" for line in expected
    )
    return re.fullmatch(pattern, "".join(line + "\n" for line in printed)) is not None


def check_commands(page, bless):
    """Returns (passed, failed) and with `bless` rewrites the page."""
    with open(page, encoding="utf-8") as file:
        lines = file.read().splitlines()
    passed, failed, replacements = 0, 0, []
    with tempfile.TemporaryDirectory() as directory:
        for command in console_commands(lines):
            printed = run(command, directory)
            if matches(command.expected, printed):
                passed += 1
            elif bless and "..." not in command.expected:
                replacements.append((command, printed))
            else:
                failed += 1
                print(f"{page}:{command.line + 1}: $ {command.text}\nprints")
                print("\n".join(printed))
    for command, printed in reversed(replacements):
        start = command.line + 1 + command.text.count("\n")
        lines[start : start + len(command.expected)] = printed
    if replacements:
        with open(page, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
    return passed + len(replacements), failed


def anchor(heading):
    """GitHub's name for a heading."""
    kept = re.sub(r"[^\w\- ]", "", heading.replace("`", "").strip().lower())
    return kept.replace(" ", "-")


def check_links(page):
    with open(page, encoding="utf-8") as file:
        text = file.read()
    passed, failed = 0, 0
    for match in re.finditer(r"\]\(([^)\s]+)\)", text):
        target, _, fragment = match.group(1).partition("#")
        if re.match(r"[a-z]+:", target):
            continue
        path = os.path.normpath(os.path.join(os.path.dirname(page), target)) if target else page
        found = os.path.exists(path)
        if found and fragment and path.endswith(".md"):
            with open(path, encoding="utf-8") as file:
                headings = re.findall(r"^#+ (.*)$", file.read(), re.M)
            found = fragment in map(anchor, headings)
        if found:
            passed += 1
        else:
            failed += 1
            line = text.count("\n", 0, match.start()) + 1
            print(f"{page}:{line}: {match.group(1)} leads nowhere")
    return passed, failed


def main(pages):
    bless = os.environ.get("SMFVIZ_BLESS") == "1"
    passed = failed = 0
    for page in pages:
        for good, bad in (check_commands(page, bless), check_links(page)):
            passed += good
            failed += bad
    print(f"{passed} passed, {failed} failed")
    return failed != 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
