import { isPermitted, presetsWith } from "../../../api/capabilities";
import { capabilityOf, type OperationId } from "../../../api/operations";
import { type Preflight, readHint } from "./hint";

/**
 * Warns at plan, once, that the key may lack capabilities that the plan needs (docs/design/laws.md#l5). A hint only: the
 * capabilities in the account's record are not documented, and the service decides at apply. Sends one GET /account per process.
 *
 * @param what follows "The key may not be allowed to", as in `change cluster "products" (c-1)`
 * @param operations the operations that apply will send
 */
export async function warnOfCredential(
  planning: Preflight,
  what: string,
  operations: readonly OperationId[],
): Promise<void> {
  const granted = await grantedTo(planning);
  if (!granted) return;
  const needed = capabilitiesOf(...operations);
  const lacking = needed.filter((capability) => !isPermitted(granted, capability));
  if (lacking.length === 0) return;
  planning.warn(
    `The key may not be allowed to ${what}`,
    `This requires ${described(lacking)}. ${accountSays(granted)} Use a key with ${presets(needed)} if apply is refused.`,
  );
}

/**
 * Warns at plan that the key can create a billed cluster but not terminate it, like keys with the preset `provision`
 * (docs/design/api-assumptions.md#contradictions). Silent if the key may not be allowed to create it either.
 *
 * @param who the cluster, as in `the new cluster "products"`
 */
export async function warnOfNoWayBack(planning: Preflight, who: string): Promise<void> {
  const granted = await grantedTo(planning);
  if (!granted || !allows(granted, "createCluster") || allows(granted, "terminateCluster")) return;
  const needed = capabilitiesOf("terminateCluster");
  const noKeys = allows(granted, "issueClusterApiKeys")
    ? ""
    : ` Issuing API keys for it requires ${described(capabilitiesOf("issueClusterApiKeys"))}, which the key may lack too.`;
  planning.warn(
    `This key creates a billed cluster that it cannot terminate: ${who}`,
    `Terminating it, as a destroy does, requires ${described(needed)}.${noKeys} ${accountSays(granted)} ` +
      `Use a key with ${presets(needed)} to destroy it.`,
  );
}

function grantedTo(planning: Preflight): Promise<readonly string[] | null> {
  return readHint(planning, (client, options) => client.capabilities(options));
}

function allows(granted: readonly string[], operation: OperationId): boolean {
  return isPermitted(granted, capabilityOf(operation));
}

function capabilitiesOf(...operations: readonly OperationId[]): string[] {
  return [...new Set(operations.flatMap((operation) => capabilityOf(operation) ?? []))];
}

function described(capabilities: readonly string[]): string {
  return `the ${capabilities.length === 1 ? "capability" : "capabilities"} ${listed(capabilities, "conjunction")}`;
}

/** Returns the presets whose keys have every one of the capabilities, weakest first, `admin` included. */
function presets(capabilities: readonly string[]): string {
  const [first = [], ...rest] = capabilities.map((capability) => presetsWith(capability));
  const names = first.filter((preset) => rest.every((others) => others.includes(preset)));
  return `the preset ${listed(names, "disjunction")}`;
}

function listed(names: readonly string[], type: Intl.ListFormatType): string {
  return new Intl.ListFormat("en-GB", { type }).format(names);
}

function accountSays(granted: readonly string[]): string {
  return `The account reports for this key: ${granted.join(", ")}.`;
}
