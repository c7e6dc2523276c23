import { type Identity, t } from "../../framework";
import { clusterIn } from "../model/identity";

/** The attribute of an identity that names a cluster. */
const clusterIdentity = {
  type: t.string,
  description: "Cluster reference ID of the cluster that it belongs to.",
} as const;

/** The attributes that name an object of a cluster, of which `name` is one. */
type ChildValues<Name extends string> = { readonly cluster_id: string } & {
  readonly [name in Name]: string | null;
};

/**
 * Returns the identity of a type that belongs to a cluster: `{ cluster_id, id }`.
 *
 * @param name the attribute that distinguishes the objects of a cluster, if people do not know the id
 */
export function childIdentity<Name extends "id" | "name">(
  name: Name,
  description: string,
): Omit<Identity<ChildValues<Name>>, "addedValues"> {
  return {
    attributes: { cluster_id: clusterIdentity, [name]: { type: t.string, description } },
    of: ({ cluster_id: cluster, [name]: child }) =>
      child === null ? null : { cluster_id: cluster, [name]: child },
    importId: (identity) => `${clusterIn(identity)}/${identity[name]}`,
  };
}
