import { block, checks, defineResourceSchema, REPLACE, STATE_ONLY, t, type ValuesOf } from "../../framework";
import { emailAddresses, TIMEOUTS_BLOCK, text, timeout } from "../api/attributes";
import { withinVersion } from "../api/convert";

/** The attributes of `searchcloud_cloning_operation` (docs/design/architecture.md#types; docs/design/api-assumptions.md#clones). */
export const schema = defineResourceSchema({
  id: text("Identifier of the cloning operation."),
  cluster_id: {
    type: t.string,
    mode: "required",
    updatedBy: REPLACE,
    description: "Cluster reference ID of the cluster to clone, the source. It must be in service.",
    validators: [checks.notEmpty()],
  },
  target_region: {
    type: t.string,
    mode: "optional_computed",
    updatedBy: "remake",
    description:
      "Region of the clone, such as `oregon`. If omitted, the service chooses. Another value replaces the clone.",
    validators: [checks.notEmpty()],
  },
  search_server_version: {
    type: t.string,
    mode: "optional_computed",
    updatedBy: "remake",
    description:
      "Server version of the clone, such as `30.1`; `30` allows any `30.x`. If omitted, the service chooses. Another value replaces the clone.",
    validators: [checks.notEmpty()],
    semanticallyEqual: withinVersion,
  },
  notification_email_addresses: {
    type: t.set(t.string),
    mode: "optional",
    updatedBy: "remake",
    description:
      "E-mail addresses that are notified of the cloning operation. Another value replaces the clone.",
    validators: [emailAddresses],
  },
  triggers: {
    type: t.map(t.string),
    mode: "optional",
    updatedBy: "remake",
    description:
      "Any values; a change of one replaces the clone. The old clone stays and is billed, unless `terminate_clone_on_destroy` is `true`.",
  },
  wait: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether apply waits until the cluster is cloned and the clone is in service. The default is `true`.",
  },
  terminate_clone_on_destroy: {
    type: t.bool,
    mode: "optional",
    updatedBy: STATE_ONLY,
    description:
      "Whether a destroy or a replacement terminates the clone, which cannot be undone. Otherwise the clone stays and is billed. The value that was applied last counts. Leave it `false` for a clone that a `searchcloud_cluster` manages. The default is `false`.",
  },
  timeouts: block(
    {
      create: timeout(
        "How long to wait until the cluster is cloned and the clone is in service, a duration. The default is `6h`.",
      ),
      delete: timeout(
        "How long a destroy that terminates the clone waits for a cloning operation that has begun, a duration. The default is `6h`.",
      ),
    },
    TIMEOUTS_BLOCK,
  ),
  status: text("`pending`, `in_progress`, `succeeded`, `failed` or `canceled`."),
  source_region: text("Region of the source."),
  target_cluster_id: text(
    "Cluster reference ID of the clone, which is billed as a cluster of its own; null until the operation has succeeded.",
  ),
  created_at: text("When the clone was requested (RFC 3339)."),
  completed_at: text("When the operation ended (RFC 3339), or null."),
});

export type CloneValues = ValuesOf<typeof schema>;
