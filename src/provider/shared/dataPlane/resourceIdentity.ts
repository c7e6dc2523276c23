import { nodeUrlProblem } from "../../../api/addresses";
import { type Identity, type IdentityValues, TerraformError, t } from "../../../framework";
import { clusterIn } from "../../model/identity";
import { nodeValidators } from "./attributes";
import { childId, type Owner } from "./identity";

/** The identity of an object on nodes, of which one attribute is its identifier there. */
interface NodeIdentityOptions<Values, Name extends string> {
  /** The attribute of the identity: "name", "key_id". */
  readonly name: Name;
  readonly description: string;
  /** Returns the identifier; null if the values have none. */
  readonly of: (values: Values) => string | null;
  /** Returns the values that an import by the id could misread. */
  readonly addedValues?: (child: string) => Partial<Values>;
}

/**
 * Returns the identity of a type on nodes: `{ cluster_id, name }` or `{ node_urls, name }`. It has all URLs of the state, so that an import
 * by it reaches the object while one node is down; an edit of `node_urls` changes it.
 */
export function nodeIdentity<Values extends Owner, Name extends string>({
  name,
  description,
  of,
  addedValues,
}: NodeIdentityOptions<Values, Name>): Identity<Values> {
  return {
    attributes: {
      cluster_id: {
        type: t.string,
        description: "Cluster reference ID of the cluster that it belongs to. Set this or `node_urls`.",
        isOptional: true,
      },
      node_urls: {
        type: t.list(t.string),
        description: "URLs of the nodes. Set this or `cluster_id`.",
        isOptional: true,
      },
      [name]: { type: t.string, description },
    },
    of: (values) => {
      const child = of(values);
      const { cluster_id: cluster, node_urls: urls } = values;
      if (child === null || (cluster === null) === (urls === null || !areUsable(urls))) return null;
      return { cluster_id: cluster, node_urls: cluster === null ? urls : null, [name]: child };
    },
    importId: (identity) => childId({ ...ownerIn(identity), api_key: null }, String(identity[name])),
    addedValues: (identity) => {
      const { node_urls } = ownerIn(identity);
      const added: object = { ...(node_urls && { node_urls }), ...addedValues?.(String(identity[name])) };
      return added as Partial<Values>;
    },
  };
}

/** The identity of a type whose objects have a name on the nodes. */
export const namedIdentity = nodeIdentity({
  name: "name",
  description: "Its name on the nodes.",
  of: ({ name }: Owner & { readonly name: string }) => name,
  // A name may contain slashes, which an id after a URL may not.
  addedValues: (name) => ({ name }),
});

/** False if no state may have these URLs. They are not part of an identity, because they may hold credentials. */
function areUsable(urls: readonly string[]): boolean {
  return urls.length > 0 && urls.every((url) => nodeUrlProblem(url) === undefined);
}

/** @throws TerraformError unless the identity names either a cluster or nodes that may get a key */
function ownerIn(identity: IdentityValues): Owner {
  const urls = identity.node_urls as string[] | null;
  const given = { cluster_id: clusterIn(identity), node_urls: urls?.length ? urls : null };
  for (const { check } of nodeValidators) {
    for (const { summary, detail } of [check(given) ?? []].flat())
      throw new TerraformError(`Invalid identity: ${summary}`, detail);
  }
  for (const [place, url] of (given.node_urls ?? []).entries()) {
    const problem = nodeUrlProblem(url);
    // The message omits the URL: it may hold credentials.
    if (problem !== undefined)
      throw new TerraformError("Invalid identity", `The URL in node_urls[${place}] ${problem}.`);
  }
  return given;
}
