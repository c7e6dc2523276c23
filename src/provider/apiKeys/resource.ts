import { type AnyProvider, define, TerraformError } from "../../framework";
import type { Service } from "../service";
import { issueKeys } from "./create";
import { planApiKeys, warnThatKeysStayValid } from "./plan";
import { CREATE_TIMEOUT, schema } from "./schema";

const NOT_IMPORTED =
  "The service shows a key only once, when it issues it, so keys that exist already cannot be imported. Without an import, " +
  "`searchcloud_api_keys` issues a new pair; the keys that exist stay valid until they are revoked at the cluster.";

/**
 * `searchcloud_api_keys`: a pair of keys to the data of a cluster, issued once (docs/design/architecture.md#types, docs/design/laws.md#l9).
 *
 * @param newId an identifier that no other pair has, and that says nothing about the keys
 */
export function apiKeys(newId: () => string): AnyProvider["resources"][number] {
  return define<Service>().resource({
    name: "api_keys",
    description:
      "A pair of keys to the data of a cluster: an admin key and a search-only key, issued once, when the cluster is in service. Both are in the " +
      "state, so that the state must be kept as secret as they are; neither expires. A destroy, and a new pair through `keepers`, leave the old " +
      "keys valid until they are revoked at the cluster. With `create_before_destroy`, a new pair is there before the old one leaves the state. " +
      "Reading them sends nothing: that they were revoked, or that the cluster is gone, does not show.",
    schema,
    timeouts: { create: CREATE_TIMEOUT },
    updates: {
      rotate: {
        carriedBy: "none: a new pair of keys replaces this one",
        // The first keepers are taken over in place: nothing depended on any before (docs/design/laws.md#l5).
        requiresReplace: (changed, prior) => (prior.keepers === null ? [] : changed),
        apply: async () => undefined,
      },
    },
    plan: planApiKeys,
    create: (call, planned) => issueKeys(call, planned, newId),
    read: async () => ({}),
    delete: async (call, state) => warnThatKeysStayValid(call, state),
    import: async (_, id) => {
      throw new TerraformError(
        `API keys cannot be imported`,
        `Nothing was imported for "${id}". ${NOT_IMPORTED}`,
      );
    },
    notImported: NOT_IMPORTED,
  });
}
