#!/usr/bin/env bash
# Deploys a stack:  deploy.sh STACK APPROVED
# APPROVED is the approved actions.txt. Any other plan is rejected.
set -uo pipefail
umask 077
stack=${1:?which stack? usage: deploy.sh STACK APPROVED}
approved=${2:?what was approved? usage: deploy.sh STACK APPROVED}
terraform=${TERRAFORM_BINARY_NAME:-terraform}
[ -r "$approved" ] || { echo "There is no approved plan in $approved. Run the job that makes it." >&2; exit 1; }
approved=$(cd "$(dirname "$approved")" && pwd)/$(basename "$approved")
# If it is cancelled while planning, it ends without changing anything.
trap 'exit 130' INT TERM

"$(dirname "$0")/plan.sh" "$stack"
case $? in
  0) echo "Nothing is left to deploy in $stack."; exit 0 ;;
  2) ;;
  *) exit 1 ;;
esac
cd "cdktf.out/stacks/$stack" || exit 1
"$terraform" show -no-color pipeline.plan >actions.txt || exit 1
if ! diff -u "$approved" actions.txt; then
  echo "This is not the plan that was approved: the lines above differ. Nothing was changed. Run the pipeline again." >&2
  exit 1
fi

# A runner that cancels a job sends its signal to one process. exec makes that process timeout, which passes the signal on to
# terraform, once: terraform then ends the waits and writes the state. The same happens when the minutes are over.
exec timeout --foreground --signal=INT "${DEPLOY_MINUTES:-340}m" \
  "$terraform" apply -input=false -no-color -lock-timeout=10m pipeline.plan
