import { decideUpdate } from "../../../../src/provider/resources/liveCollection/decide";
import { byLastUse } from "../../../../src/provider/resources/liveCollection/observe";
import type { PlanFacts } from "../../../../src/provider/resources/liveCollection/planFacts";
import { planMessages } from "../../../../src/provider/resources/liveCollection/planMessages";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import type { ObservedVersion } from "../../../../src/provider/resources/liveCollection/versions";
import { collectionRecord, fieldRecord } from "../collection/kit";
import { liveState, version } from "./kit";

const FIELDS = { fields: [fieldRecord("title"), fieldRecord("updated_at", "int64")] };
const SORTED = { ...FIELDS, default_sorting_field: "updated_at" };
const AT = Date.UTC(2026, 0, 2, 3, 4, 5);

const A = version("catalog_a", {}, { ...FIELDS, num_documents: 120_000 });
const LIVE = version("catalog_a", { retired: { catalog_b: AT } }, { ...FIELDS, num_documents: 120_000 });
const B = version("catalog_b", {}, { ...SORTED, num_documents: 110_000 });
const N = version("catalog_n", { step: "copy", from: "catalog_a" }, { ...SORTED, num_documents: 7_000 });
const EDIT = { default_sorting_field: "updated_at" };

interface Given {
  readonly target?: string | null;
  readonly foreign?: boolean;
  readonly edit?: Partial<LiveCollectionValues>;
  readonly prior?: Partial<LiveCollectionValues>;
  readonly another?: readonly string[];
  readonly memory?: PlanFacts["memory"];
}

function messages(versions: ObservedVersion[], { target = "catalog_a", foreign, ...given }: Given) {
  const prior = liveState({ versions: [], ...given.prior });
  const planned = { ...prior, ...given.edit };
  const theirs = foreign ? collectionRecord({ name: "theirs", num_documents: 3 }) : null;
  const seen = { target, versions: byLastUse(versions), foreign: theirs };
  const decision = decideUpdate({ prior, planned, seen });
  const { another = [], memory = null } = given;
  return planMessages({ prior, planned, seen, decision, another, memory });
}

const QUERY = { q: "shoes" } as unknown as LiveCollectionValues["query"][number];
const NEED = { needed: 2 ** 30, free: 5 * 2 ** 30, isTight: false, isMost: false };

const CASES: [string, ObservedVersion[], Given][] = [
  ["a copy", [A], { edit: { ...EDIT, query: [QUERY] }, another: ["default_sorting_field"], memory: NEED }],
];

test.each(CASES)("%s", (_, versions, given) => {
  for (const { summary, detail } of messages(versions, given)) console.log(`${summary}\n${detail}`);
});
void [LIVE, B, N];
