#!/usr/bin/env bash
# Shows what a deploy would do:  diff.sh STACK REPORT
# Writes into the folder REPORT, with no secret in it: plan.txt for people; actions.txt, the plan without the warnings, which
# deploy.sh compares; plan.json, the numbers that GitLab shows; and changes.env, which says whether there is anything to deploy.
set -uo pipefail
stack=${1:?which stack? usage: diff.sh STACK REPORT}
mkdir -p "${2:?which folder for the report? usage: diff.sh STACK REPORT}" || exit 1
report=$(cd "$2" && pwd) || exit 1
terraform=${TERRAFORM_BINARY_NAME:-terraform}
trap 'rm -f "cdktf.out/stacks/$stack/pipeline.plan"' EXIT

"$(dirname "$0")/plan.sh" "$stack" | tee "$report/plan.txt"
case ${PIPESTATUS[0]} in
  0) echo "changes=false" >"$report/changes.env" ;;
  2) echo "changes=true" >"$report/changes.env" ;;
  *) exit 1 ;;
esac

set -e
show() { "$terraform" -chdir="cdktf.out/stacks/$stack" show -no-color "$@" pipeline.plan; }
show >"$report/actions.txt"
show -json | node -e '
  const { resource_changes = [] } = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const actions = resource_changes.flatMap(({ change }) => change.actions);
  const count = (name) => actions.filter((action) => action === name).length;
  console.log(JSON.stringify({ create: count("create"), update: count("update"), delete: count("delete") }));
' >"$report/plan.json"
