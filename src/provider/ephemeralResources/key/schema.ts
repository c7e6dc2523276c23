import { checks, defineSchema, t, type ValuesOf } from "../../../framework";
import { text } from "../../model/attributes";
import { keyPermissions, nodeAttributes } from "../../shared/dataPlane";

/** The life of a key whose configuration names none. */
export const DEFAULT_TTL = "1h";
const [LEAST_TTL, MOST_TTL] = ["1m", "24h"];

/** The attributes of `ephemeral "searchcloud_key"` (docs/design/data-plane.md#temporary). */
export const temporaryKeySchema = defineSchema({
  ...nodeAttributes,
  ...keyPermissions,
  ttl: {
    type: t.string,
    mode: "optional",
    description:
      "How long the key is valid, a duration from `1m` to `24h`, by the clock of the nodes. The default is `1h`. It cannot be prolonged: choose it longer than a run " +
      "takes. A key that Terraform does not close, as after a failed apply, ends at this time.",
    validators: [checks.duration(LEAST_TTL, MOST_TTL)],
  },
  value: { ...text("The key itself. It is in no plan and no state."), sensitive: true },
  id: text("`cluster_id/number`, or the first of `node_urls` and `/number`; the number is the server's."),
  expires_at: text("When it expires (RFC 3339)."),
});

export type TemporaryKeyValues = ValuesOf<typeof temporaryKeySchema>;
