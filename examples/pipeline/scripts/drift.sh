#!/usr/bin/env bash
# Looks whether the service still is as the project says:  drift.sh STACK
# Exit code: 0 everything is as configured, 2 something differs (printed), 1 the check itself failed.
set -uo pipefail
stack=${1:?which stack? usage: drift.sh STACK}
trap 'rm -f "cdktf.out/stacks/$stack/pipeline.plan"' EXIT

"$(dirname "$0")/plan.sh" "$stack"
