#!/usr/bin/env bash
# Keeps one issue about the drift of a stack:  drift-issue.sh github|gitlab CODE STACK REPORT
# CODE is the exit code of the check. 2 opens the issue, or writes the new report into the open one; 0 closes it; anything else
# leaves it alone and fails.
set -euo pipefail
usage='usage: drift-issue.sh github|gitlab CODE STACK REPORT'
forge=${1:?$usage} code=${2:?$usage} stack=${3:?$usage} report=${4:?$usage}
scripts=$(dirname "$0")
case $forge in
  github) issues=("$scripts/issues/github.sh") ;;
  gitlab) issues=(node "$scripts/issues/gitlab.mjs") ;;
  *) echo "$usage" >&2; exit 1 ;;
esac
if [ "$code" != 0 ] && [ "$code" != 2 ]; then
  echo "The check of $stack failed (exit code $code); its log says why. An open issue stays as it is." >&2
  exit 1
fi

title="Drift in $stack"
number=$("${issues[@]}" find "$title")
if [ "$code" = 0 ]; then
  echo "No drift in $stack."
  [ -z "$number" ] || "${issues[@]}" close "$number" "No drift any more: $(date -u +%FT%RZ)${RUN_URL:+, $RUN_URL}"
  exit 0
fi

body=$(mktemp)
trap 'rm -f "$body"' EXIT
"$scripts/markdown.sh" "The service is not as \`$stack\` in git says. Last seen: $(date -u +%FT%RZ)${RUN_URL:+, $RUN_URL}

To go back to what git says, run the deploy. To keep what somebody changed, write it into the program and merge that. The
next check without drift closes this issue." "$report" >"$body"
if [ -n "$number" ]; then "${issues[@]}" update "$number" "$body"; else "${issues[@]}" create "$title" "$body"; fi
