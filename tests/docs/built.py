"""Whether the pages that `make docs` wrote lead anywhere: every local link, image and style sheet, and the
heading that a link names.

    python3 tests/docs/built.py build/docs
"""

import html.parser
import os
import re
import sys


class Page(html.parser.HTMLParser):
    def __init__(self, path):
        super().__init__()
        self.targets, self.ids, self.titled = [], set(), False
        with open(path, encoding="utf-8") as file:
            self.feed(file.read())

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.add(value)
            elif name in ("href", "src") and value:
                self.targets.append(value)

    def handle_data(self, data):
        self.titled = self.titled or (self.lasttag == "title" and bool(data.strip()))


def main(directory):
    names = sorted(name for name in os.listdir(directory) if name.endswith(".html"))
    pages = {name: Page(os.path.join(directory, name)) for name in names}
    failed = 0
    for name, page in pages.items():
        wrong = [] if page.titled else ["it has no title"]
        for target in page.targets:
            if re.match(r"[a-z]+:", target):
                continue
            path, _, fragment = target.partition("#")
            path = path or name
            if not os.path.exists(os.path.join(directory, path)):
                wrong.append(f"{target} leads nowhere")
            elif fragment and path in pages and path != "explorer.html":
                if fragment not in pages[path].ids:
                    wrong.append(f"{target}: no such heading")
        failed += bool(wrong)
        for what in wrong:
            print(f"{name}: {what}")
    print(f"{len(pages) - failed} passed, {failed} failed")
    return failed != 0 or not pages


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
