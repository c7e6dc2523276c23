import type { OperationId } from "../../../api/operations";
import { isUnknown, type Plannable } from "../../../framework";
import { valueProblem } from "../../model/parameterValue";
import { clusterNamed } from "../../shared/child";
import { warnOfCredential } from "../../shared/preflight/credential";
import type { ParameterPlanning, ParameterValues } from "./schema";

type Values = Plannable<ParameterValues>;

const OPERATIONS: { readonly [action in ParameterPlanning["action"]]: readonly OperationId[] } = {
  create: ["listServerConfigurationParameters", "createServerConfigurationParameter"],
  update: ["updateServerConfigurationParameter"],
  delete: ["deleteServerConfigurationParameter"],
};

/** Says at plan what the service may refuse, that a restart is needed, and what the key may lack (docs/design/laws.md#l5). */
export async function planParameter(planning: ParameterPlanning): Promise<void> {
  const { action, prior, planned, changed } = planning;
  if (action === "update" && !changed.includes("value")) return;
  const values = planned ?? prior;
  if (!values) return;
  const cluster = clusterNamed(values.cluster_id);
  if (planned) warnOfValue(planning, planned, cluster);
  warnOfRestart(planning, values, cluster);
  const what = action === "delete" ? "delete" : "set";
  await warnOfCredential(planning, `${what} server parameters of ${cluster}`, OPERATIONS[action]);
}

function warnOfValue({ warn }: ParameterPlanning, { name, value }: Values, cluster: string): void {
  if (isUnknown(name) || isUnknown(value)) return;
  const problem = valueProblem(name, value);
  if (!problem) return;
  warn(
    `The service may refuse server parameter "${name}" of ${cluster}`,
    `${problem} The service may accept more than this provider knows: it decides at apply.`,
    ["value"],
  );
}

/** One summary for all parameters of a cluster: Terraform shows equal ones once. */
function warnOfRestart({ action, warn }: ParameterPlanning, { name }: Values, cluster: string): void {
  const called = isUnknown(name) ? "The parameter" : `"${name}"`;
  const [happens, triggers] =
    action === "delete"
      ? [`${called} is deleted at the service; the running server keeps it until`, '{ restart = "1" }']
      : [
          `${called} is stored at the service; the running server does not use it until`,
          "{ parameter = searchcloud_server_parameter.NAME.value }",
        ];
  warn(
    `Server parameters of ${cluster} take effect at its next restart`,
    `${happens} then. Every configuration change restarts the cluster, and one restart is enough for several parameters. To restart it for ` +
      `this alone, add a searchcloud_configuration_change without new_ values, with triggers = ${triggers}.`,
  );
}
