import { block, STATE_ONLY, t } from "../../framework";
import { instant, windowBlock } from "../schedule/fields";
import { sameInstant } from "./sameness";

/** When a change of the sizing may begin (docs/design/laws.md#l4). Kept by Terraform. */
export const changeSchedule = block(
  {
    perform_change_at: {
      type: t.string,
      mode: "optional",
      description: "The moment at which a change begins (RFC 3339).",
      checks: [instant],
      same: sameInstant,
    },
    wait: {
      type: t.bool,
      mode: "optional",
      description:
        "Whether apply waits until the change is done. By default it does when no schedule is given.",
    },
    window: windowBlock({}),
  },
  { via: STATE_ONLY, description: "When a change of the sizing may begin; without it, as soon as possible." },
);
