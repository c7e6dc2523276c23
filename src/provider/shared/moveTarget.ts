import { nodeUrlProblem } from "../../api/addresses";
import { type MoveCall, TerraformError } from "../../framework";

/** The environment variable that names the cluster, or the nodes, of the objects that a plan moves here from another provider. */
const VARIABLE = "SEARCHCLOUD_MOVE_TO";

/** The owner of the objects that are moved: a cluster, or nodes given by URL. */
interface MoveTarget {
  readonly cluster_id: string | null;
  readonly node_urls: string[] | null;
}

/**
 * Reads the owner of the objects that a plan moves. Other providers have the address of the server in their configuration, and none in a
 * state, and Terraform moves a state before it shows us any configuration.
 *
 * @throws TerraformError if it is not set, or names nodes that must not get a key
 */
export function moveTargetIn({ env }: Pick<MoveCall, "env">, type: string): MoveTarget {
  const given = (env[VARIABLE] ?? "").trim();
  if (given === "") {
    throw new TerraformError(
      `The state of this ${type} does not say which server has it`,
      `Set ${VARIABLE} for the plan that moves it, to the cluster_id or the node_urls of the new resource: ${VARIABLE}=kq3v9x2m7c1d, or ` +
        `${VARIABLE}=https://search.example.com:443, several URLs with commas. It holds for all objects that the plan moves; move those of ` +
        "another server in another plan. Nothing was sent.",
    );
  }
  if (!/^https?:/i.test(given)) return { cluster_id: given, node_urls: null };
  const urls = given.split(",").map((url) => url.trim());
  for (const url of urls) {
    const problem = nodeUrlProblem(url);
    // The message omits the URL: it may hold credentials.
    if (problem !== undefined)
      throw new TerraformError(`A URL in ${VARIABLE} ${problem}`, "Nothing was sent.");
  }
  return { cluster_id: null, node_urls: urls };
}

/**
 * Returns an attribute of a moved state that identifies the object.
 *
 * @param form the form that it must have; by default any text but an empty one
 * @throws TerraformError if the state lacks it
 */
export function identifierIn(
  values: Readonly<Record<string, unknown>>,
  attribute: string,
  type: string,
  form = /./s,
): string {
  const value = values[attribute];
  const text = typeof value === "number" && Number.isSafeInteger(value) ? String(value) : value;
  if (typeof text === "string" && form.test(text)) return text;
  throw new TerraformError(
    `The state of this ${type} names no object`,
    `Its attribute "${attribute}" has no value that can be used. Refresh it with the other provider first.`,
  );
}
