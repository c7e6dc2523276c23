#!/usr/bin/env bash
# Drift detection for a pipeline, run beside cdktf.json:  check.sh <stack> [directory for the report]
# Exit code: 0 everything is as configured, 2 something differs (the report says what), 1 the check itself failed.
set -uo pipefail

stack=${1:?which stack? usage: check.sh <stack> [directory for the report]}
mkdir -p "${2:-.}" || exit 1
report=$(cd "${2:-.}" && pwd)
terraform=${TERRAFORM_BINARY_NAME:-terraform}

npx cdktf synth || exit 1
cd "cdktf.out/stacks/$stack" || exit 1
"$terraform" init -input=false -no-color >"$report/init.log" 2>&1 || { cat "$report/init.log" >&2; exit 1; }

# `cdktf diff` exits 0 with and without changes; terraform itself tells them apart.
"$terraform" plan -input=false -no-color -detailed-exitcode -out=drift.plan >"$report/drift.txt" 2>&1
code=$?
case $code in
  0) echo "No drift in $stack." ;;
  2) "$terraform" show -no-color drift.plan | tee "$report/drift.txt" ;;
  *) cat "$report/drift.txt" >&2 ;;
esac
exit $code
