import { block, STATE_ONLY, t } from "../../framework";
import { sameInstant } from "../api/convert";
import { instant, windowBlock } from "../schedule/schema";

/** When a change of the sizing may begin (docs/design/laws.md#l4). Kept by Terraform. */
export const changeSchedule = block(
  {
    perform_change_at: {
      type: t.string,
      mode: "optional",
      description: "The moment at which a change begins (RFC 3339).",
      validators: [instant],
      semanticallyEqual: sameInstant,
    },
    wait: {
      type: t.bool,
      mode: "optional",
      description:
        "Whether apply waits until the change is done. By default it does when no schedule is given.",
    },
    window: windowBlock({}),
  },
  {
    updatedBy: STATE_ONLY,
    description: "When a change of the sizing may begin; without it, as soon as possible.",
  },
);
