import type { OperationId } from "../../api/operations";
import { isUnknown, type Plannable, type Planning } from "../../framework";
import type { ChildPrivateState } from "../child";
import { warnOfCredential } from "../preflight/credential";
import type { Service } from "../service";
import type { ParameterValues } from "./schema";
import { valueProblem } from "./validateValue";

export type ParameterPlanning = Planning<ParameterValues, Service, ChildPrivateState>;

const OPERATIONS: { readonly [action in ParameterPlanning["action"]]: readonly OperationId[] } = {
  create: ["listServerConfigurationParameters", "createServerConfigurationParameter"],
  update: ["updateServerConfigurationParameter"],
  delete: ["deleteServerConfigurationParameter"],
};

/** Says at plan what the service may refuse, that a restart is needed, and what the key seems to lack (docs/design/laws.md#l5). */
export async function planParameter(planning: ParameterPlanning): Promise<void> {
  const { action, prior, planned } = planning;
  if (action === "update" && !changesInPlace(prior, planned)) return;
  const of = planned ?? prior;
  if (!of) return;
  const cluster = isUnknown(of.cluster_id) ? "a cluster that is not known yet" : `cluster ${of.cluster_id}`;
  if (planned) warnOfDoubt(planning, planned, cluster);
  warnOfRestart(planning, of, cluster);
  const what = action === "delete" ? "delete" : "set";
  await warnOfCredential(planning, `${what} server parameters of ${cluster}`, OPERATIONS[action]);
}

/** Where another parameter takes its place, the plan of that one says it all. */
function changesInPlace(prior: ParameterValues | null, planned: Plannable<ParameterValues> | null): boolean {
  if (!prior || !planned) return false;
  return (
    prior.cluster_id === planned.cluster_id && prior.name === planned.name && prior.value !== planned.value
  );
}

function warnOfDoubt(
  { warn }: ParameterPlanning,
  { name, value }: Plannable<ParameterValues>,
  cluster: string,
): void {
  if (isUnknown(name) || isUnknown(value)) return;
  const doubt = valueProblem(name, value);
  if (!doubt) return;
  warn(
    `The service may refuse server parameter "${name}" of ${cluster}`,
    `${doubt} The service may know more than this provider, and decides.`,
    ["value"],
  );
}

/** One summary for all parameters of a cluster: Terraform shows equal ones once. */
function warnOfRestart(
  { action, warn }: ParameterPlanning,
  { name }: Plannable<ParameterValues>,
  cluster: string,
): void {
  const called = isUnknown(name) ? "The parameter" : `"${name}"`;
  const happens =
    action === "delete"
      ? `${called} is deleted at the service, and the running server keeps it until then.`
      : `${called} is stored at the service, and the running server goes on without it until then.`;
  const triggers =
    action === "delete" ? '{ restart = "1" }' : "{ parameter = searchcloud_server_parameter.NAME.value }";
  warn(
    `Server parameters of ${cluster} take effect at its next restart`,
    `${happens} Every configuration change restarts the cluster, and one restart is enough for several parameters. To restart it for this ` +
      `alone, add a searchcloud_configuration_change that has no new_ values, with triggers = ${triggers}.`,
  );
}
