#!/usr/bin/env bash
# Synthesizes the project and plans a stack, beside cdktf.json:  plan.sh STACK
# Prints the plan with its warnings, and leaves it in cdktf.out/stacks/STACK/pipeline.plan. That file contains the state with its
# keys: never upload it.
# Exit code: 0 nothing to change, 2 something to change, 1 failed.
set -uo pipefail
umask 077
stack=${1:?which stack? usage: plan.sh STACK}
terraform=${TERRAFORM_BINARY_NAME:-terraform}

npx cdktf synth >&2 || exit 1
cd "cdktf.out/stacks/$stack" || exit 1
"$terraform" init -input=false -no-color >&2 || exit 1
# `cdktf diff` exits 0 with and without changes; terraform itself tells them apart. A plan needs no lock, and so no right to
# write: an apply refuses a plan that is older than the state.
"$terraform" plan -input=false -no-color -lock=false -detailed-exitcode -out=pipeline.plan |
  sed -E '/: (Refreshing state\.\.\.|Reading\.\.\.|Read complete after )/d; /^Saved the plan to: pipeline\.plan$/,/^ +terraform apply /d'
