import { define } from "../../../framework";
import { nodeValidators } from "../../shared/dataPlane";
import type { Service } from "../../shared/service";
import { closeKey } from "./close";
import { type OpenedKey, openKey } from "./open";
import { temporaryKeySchema } from "./schema";

const DESCRIPTION = `
A data-plane key for one run of Terraform. It is in no plan and no state: Terraform creates it when it needs it, and deletes it at the end. Use it where
Terraform allows ephemeral values: in a \`provider\` block, in write-only arguments, and in other ephemeral resources. Needs Terraform 1.10 or OpenTofu 1.11.

Terraform opens it in **every plan and every apply**, whether anything uses or changes it or not; \`terraform apply\` without a saved plan opens two. Each costs two
requests to the nodes, to create the key and to delete it. A key that may delete keys (\`*\`, \`keys:*\` or \`keys:delete\`) deletes itself, so that this works even
after the key that created it is gone. Any other one is read at each node first, and deleted with the key that created it, which needs \`keys:*\`. With
\`cluster_id\`, the cluster is read once, too.

Terraform closes nothing after a plan or an apply that has failed or was interrupted. The key then stays until it expires, and the server deletes it some time
after that: choose \`ttl\` as short as your runs allow. If a key cannot be deleted at the end, that is a warning with its expiry.

Terraform waits for the arguments of this block, but not for \`depends_on\`, nor for the arguments of the provider. If the key of the provider is created in the same
apply, take \`cluster_id\` from a computed attribute of that resource: \`cluster_id = split("/", searchcloud_key.admin.id)[0]\`.
`;

/** `ephemeral "searchcloud_key"`: a key that is in no state, and expires (docs/design/data-plane.md#temporary). */
export const temporaryKey = define<Service, OpenedKey>().ephemeral({
  name: "key",
  description: DESCRIPTION.trim().replace(/(?<!\n)\n(?!\n)/g, " "),
  schema: temporaryKeySchema,
  validators: nodeValidators,
  open: openKey,
  close: closeKey,
});
