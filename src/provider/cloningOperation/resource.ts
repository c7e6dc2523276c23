import { define } from "../../framework";
import { importBy } from "../child";
import type { Service } from "../service";
import { createClone } from "./create";
import { deleteClone } from "./delete";
import { planClone } from "./plan";
import { readClone } from "./read";
import { type ClonePrivateState, schema } from "./schema";
import { CREATE_TIMEOUT, recreate, resume } from "./update";

/** `searchcloud_cloning_operation`: one clone of a cluster (docs/design/architecture.md#types). */
export const cloningOperation = define<Service, ClonePrivateState>().resource({
  name: "cloning_operation",
  description:
    "One clone of a cluster: a new cluster with the same data, which is billed by itself. An edit replaces the clone with another one. A destroy " +
    "cancels an operation that is pending; the clone of one that has succeeded stays, unless `terminate_clone_on_destroy` is `true`. If the same " +
    "clone is already in progress and no resource is known to manage it, an apply that was interrupted may have requested it: creating it again " +
    "is an error that shows the import block to paste.",
  schema,
  timeouts: { create: CREATE_TIMEOUT, delete: "6h" },
  updates: { resume, recreate },
  plan: planClone,
  create: createClone,
  read: readClone,
  delete: deleteClone,
  import: importBy("the identifiers of the source and of its cloning operation"),
  importIds: [{ form: "cluster_id/id", example: "kq3v9x2m7c1d/5b0d7c2e" }],
});
