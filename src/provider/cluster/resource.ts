import { define } from "../../framework";
import { describeCluster } from "../api/describe";
import { clientOf, type Service } from "../service";
import { awaitService, createCluster } from "./create";
import { deleteCluster } from "./delete";
import { isStarting, observedValues, updateBody } from "./model";
import { parameters } from "./parameters/update";
import { planCluster } from "./plan";
import { type Kept, keptOf } from "./privateState";
import { type ClusterCall, readCluster } from "./read";
import { resize } from "./resize";
import { type ClusterValues, schema } from "./schema";
import { createTimeout, TIMEOUTS } from "./timeouts";
import { validators } from "./validators";

const { resource } = define<Service, Kept>();

/** `searchcloud_cluster`: one hosted search cluster, from POST to termination (docs/design/laws.md, docs/design/architecture.md#types). */
export const cluster = resource({
  name: "cluster",
  description: "A hosted search cluster.",
  schema,
  validators,
  timeouts: TIMEOUTS,
  updates: {
    /** An earlier apply ended before the cluster was in service: this one waits on. */
    resume: {
      carriedBy: "GET /clusters/{id}",
      makesUnknown: ["status", "hostnames", "live"],
      due: isStarting,
      announce: ({ warn, prior }) =>
        warn(
          `Cluster ${describeCluster(prior ?? NOBODY)} is not in service yet`,
          "It has been created and is still starting. Apply waits until it is in service.",
        ),
      apply: (call, { prior, planned }) =>
        awaitService(
          { ...call, deadline: Math.min(call.deadline, createDeadline(call, planned)) },
          { id: prior.id ?? "", name: prior.name },
          planned,
        ),
    },
    rename: {
      carriedBy: "PATCH /clusters/{id}",
      apply: async ({ service, signal }, { prior, planned, changed }) => {
        const client = clientOf(service);
        const id = prior.id ?? "";
        const record = await client.exclusively(id, signal, () =>
          client.updateCluster(id, updateBody(planned, changed), { signal }),
        );
        const { name, auto_upgrade_capacity } = observedValues(record);
        return { name, auto_upgrade_capacity };
      },
    },
    parameters,
    resize,
  },
  plan: planCluster,
  create: createCluster,
  read: readCluster,
  delete: deleteCluster,
  import: async ({ service, setPrivateState }, id) => {
    setPrivateState({
      ...keptOf(id, clientOf(service).host, { termination_protection: null }),
      imported: true,
    });
    return { id };
  },
  importIds: [{ form: "id", example: "kq3v9x2m7c1d" }],
});

/** Terraform calls it an update, but what is waited for is a create, and has the time of one. */
function createDeadline({ service }: ClusterCall, planned: ClusterValues): number {
  return clientOf(service).clock.now() + createTimeout(planned);
}

const NOBODY = { id: null, name: null };
