#!/usr/bin/env bash
# A report as Markdown, on stdout:  markdown.sh WORDS FILE
# The text is indented, so it stays a code block with any content: names come from outside. GitHub takes 65,536 characters.
set -euo pipefail
printf '%s\n\n' "$1"
awk '{ size += length($0) + 5 }
  size > 60000 { print "    … and more: see the report of the job."; exit }
  { print "    " $0 }' "$2"
