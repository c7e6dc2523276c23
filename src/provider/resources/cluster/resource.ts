import { define } from "../../../framework";
import { clientOf, type Service } from "../../shared/service";
import { createCluster } from "./create";
import { deleteCluster } from "./delete";
import { TIMEOUTS } from "./model";
import { planCluster } from "./plan";
import { type PrivateState, privateStateOf } from "./privateState";
import { readCluster } from "./read";
import { schema } from "./schema";
import { updates } from "./update";
import { validators } from "./validators";

const { resource } = define<Service, PrivateState>();

/** `searchcloud_cluster`: one hosted search cluster, from POST to termination (docs/design/laws.md, docs/design/architecture.md#types). */
export const cluster = resource({
  name: "cluster",
  description: "A hosted search cluster.",
  schema,
  validators,
  timeouts: TIMEOUTS,
  updates,
  plan: planCluster,
  create: createCluster,
  read: readCluster,
  delete: deleteCluster,
  import: async ({ service, setPrivateState }, id) => {
    const { host } = clientOf(service);
    setPrivateState({ ...privateStateOf(host, { id, termination_protection: null }), imported: true });
    return { id };
  },
  importIds: [{ form: "id", example: "kq3v9x2m7c1d" }],
});
