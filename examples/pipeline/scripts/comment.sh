#!/usr/bin/env bash
# Shows a plan on a pull request of GitHub, in one comment that later plans replace:  comment.sh NUMBER STACK FILE
# Needs gh, GH_TOKEN and GH_REPO.
set -euo pipefail
usage='usage: comment.sh NUMBER STACK FILE'
number=${1:?$usage} stack=${2:?$usage} file=${3:?$usage}
marker="<!-- plan of $stack -->"
body=$(mktemp)
trap 'rm -f "$body"' EXIT
"$(dirname "$0")/markdown.sh" "$marker
### Plan of \`$stack\`" "$file" >"$body"

mine=".[] | select(.user.login == \"github-actions[bot]\" and (.body | startswith(\"$marker\"))) | .id"
id=$(gh api --paginate "repos/$GH_REPO/issues/$number/comments" --jq "$mine" | sed -n 1p)
if [ -n "$id" ]; then
  gh api --method PATCH "repos/$GH_REPO/issues/comments/$id" --field "body=@$body" --silent
else
  gh pr comment "$number" --body-file "$body"
fi
