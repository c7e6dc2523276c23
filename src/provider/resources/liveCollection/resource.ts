import { define } from "../../../framework";
import { importOnNodes, namedIdentity } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { createLiveCollection } from "./create";
import { isUpdateDue } from "./decide";
import { deleteLiveCollection } from "./delete";
import { refuseDeletedParts } from "./parts";
import { warnOfVersionsKey } from "./permissions";
import { planLiveCollection } from "./plan";
import { readLiveCollection } from "./read";
import { warnOfReferences } from "./references";
import { LIVE_TIMEOUTS, type LivePrivateState, liveCollectionSchema } from "./schema";
import { updateLiveCollection } from "./update";
import { liveValidators, warnOfOptionalTime } from "./validators";

/** `searchcloud_live_collection`: an alias, and the versions behind it (docs/design/live-collections.md). */
export const liveCollection = define<Service, LivePrivateState>().resource({
  name: "live_collection",
  description:
    "A collection whose schema can be edited in any way while applications search and write. Its name is an alias. An edit that a server cannot make in place " +
    "fills another collection, compares both, and moves the alias to it; no search or write by the alias fails meanwhile.",
  schema: liveCollectionSchema,
  validators: liveValidators,
  timeouts: LIVE_TIMEOUTS,
  updates: {
    edit: {
      request:
        "PATCH /collections/{name} where the server can, else POST /collections, a copy of the documents, and PUT /aliases/{name}",
      due: (prior, _, planned) => isUpdateDue(prior, planned),
      // What else changes, the plan says. Without an unknown value, work that is due alone would be an empty plan.
      makesUnknown: (prior, planned) => (isUpdateDue(prior, planned) ? ["step"] : []),
      apply: (call, { prior, planned }) => updateLiveCollection(call, prior, planned),
    },
  },
  plan: async (planning) => {
    refuseDeletedParts(planning);
    warnOfOptionalTime(planning);
    await planLiveCollection(planning);
    await warnOfReferences(planning);
    await warnOfVersionsKey(planning);
  },
  create: createLiveCollection,
  read: readLiveCollection,
  delete: deleteLiveCollection,
  import: async (call, id) => importOnNodes(call, id),
  importIds: [
    { form: "cluster_id/name", example: "kq3v9x2m7c1d/catalog" },
    { form: "node url/name", example: "https://search.example.com:443/catalog" },
  ],
  identity: namedIdentity,
});
