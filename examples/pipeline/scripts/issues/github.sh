#!/usr/bin/env bash
# Issues of a GitHub repository, with gh:
#   github.sh find TITLE | create TITLE FILE | update NUMBER FILE | close NUMBER WORDS
# Needs gh, GH_TOKEN (issues: write) and GH_REPO.
set -euo pipefail
case $1 in
  find)
    # Uses the list, because the search finds new issues only after a while.
    gh issue list --state open --label drift --limit 1000 --json number,title --jq ".[] | select(.title == \"$2\") | .number" |
      sed -n 1p
    ;;
  create)
    gh label create drift --force --color D93F0B --description "The service differs from git"
    gh issue create --title "$2" --label drift --body-file "$3"
    ;;
  update) gh issue edit "$2" --body-file "$3" ;;
  close) gh issue close "$2" --comment "$3" ;;
  *) echo "unknown: $1" >&2; exit 1 ;;
esac
