import { permits, presetsWith } from "../../api/capabilities";
import { capabilityOf, type OperationId } from "../../api/operations";
import { type Preflight, readHint } from "./hint";

/**
 * Says at plan, in one warning, that the key seems not to be allowed what the plan needs (docs/design/laws.md#l5). A hint only: what
 * the account says of a key is not documented, and the service decides when it is asked. Sends one GET /account in a process.
 *
 * @param what follows "The key seems not to be allowed to", as in `change cluster "products" (c-1)`
 * @param operations what apply will ask of the service
 */
export async function warnOfCredential(
  planning: Preflight,
  what: string,
  operations: readonly OperationId[],
): Promise<void> {
  const granted = await grantedTo(planning);
  if (!granted) return;
  const needed = capabilitiesOf(operations);
  const lacking = needed.filter((capability) => !permits(granted, capability));
  if (lacking.length === 0) return;
  planning.warn(
    `The key seems not to be allowed to ${what}`,
    `That needs ${inWords(lacking)}. Keys made from ${presets(needed)} may do all of it. ${saidOf(granted)}`,
  );
}

/**
 * Says at plan that the key can make a cluster, which is billed, and not terminate it, as keys of the preset `provision`
 * (docs/design/api-assumptions.md#contradictions). Silent where the key seems not to be allowed the create either.
 *
 * @param who the cluster, as in `"products"`
 */
export async function warnOfNoWayBack(planning: Preflight, who: string): Promise<void> {
  const granted = await grantedTo(planning);
  if (!granted || !mayAsk(granted, "createCluster") || mayAsk(granted, "terminateCluster")) return;
  const needed = capabilitiesOf(["terminateCluster"]);
  const noKeys = mayAsk(granted, "issueClusterApiKeys")
    ? ""
    : ` It seems not to be allowed to issue keys for it either, which needs ${inWords(capabilitiesOf(["issueClusterApiKeys"]))}.`;
  planning.warn(
    `This key creates a billed cluster that it cannot terminate: ${who}`,
    `Terminating it, as terraform destroy does, needs ${inWords(needed)}, which keys made from ${presets(needed)} have.${noKeys} ` +
      saidOf(granted),
  );
}

function grantedTo(planning: Preflight): Promise<readonly string[] | null> {
  return readHint(planning, (client, options) => client.capabilities(options));
}

function mayAsk(granted: readonly string[], operation: OperationId): boolean {
  return permits(granted, capabilityOf(operation));
}

function capabilitiesOf(operations: readonly OperationId[]): string[] {
  return [...new Set(operations.flatMap((operation) => capabilityOf(operation) ?? []))];
}

function inWords(capabilities: readonly string[]): string {
  const [noun, last] = [capabilities.length === 1 ? "capability" : "capabilities", capabilities.at(-1)];
  const others = capabilities.slice(0, -1);
  return `the ${noun} ${others.length === 0 ? last : `${others.join(", ")} and ${last}`}`;
}

/** The presets whose keys have every one of the capabilities, weakest first; `admin` is always among them. */
function presets(capabilities: readonly string[]): string {
  const [first = [], ...rest] = capabilities.map((capability) => presetsWith(capability));
  const names = first.filter((preset) => rest.every((others) => others.includes(preset)));
  return `the preset${names.length === 1 ? "" : "s"} ${names.join(", ")}`;
}

function saidOf(granted: readonly string[]): string {
  return `The account says of this key: ${granted.join(", ")}.`;
}
