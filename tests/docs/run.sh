#!/bin/bash
# The pages as they are read: every console block of docs/*.md and README.md is run and must print what
# the page says, and no link leads nowhere.
#
#   tests/docs/run.sh BUILD      SMFVIZ_BLESS=1 rewrites what commands print
set -uo pipefail
build=$(cd "$1" && pwd)
cd "$(dirname "$0")/../.."
export LC_ALL=C.UTF-8 PATH="$build/bin:$PATH" BUILD="$build"
unset LD_LIBRARY_PATH SMFVIZ_HIP ROCM_PATH SMFHIP_NUMERICS SMFHIP_BUDGET SMFHIP_STRICT
exec python3 tests/docs/pages.py README.md docs/*.md
