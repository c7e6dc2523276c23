import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type DecisionInput,
  decideUpdate,
  filledVersions,
} from "../../../../src/provider/resources/liveCollection/decide";
import { byLastUse } from "../../../../src/provider/resources/liveCollection/observe";
import type { PlanFacts } from "../../../../src/provider/resources/liveCollection/planFacts";
import { planMessages } from "../../../../src/provider/resources/liveCollection/planMessages";
import type { LiveCollectionValues } from "../../../../src/provider/resources/liveCollection/schema";
import type { ObservedVersion } from "../../../../src/provider/resources/liveCollection/versions";
import { collectionRecord, field, fieldRecord } from "../collection/kit";
import { liveState, version } from "./kit";

const FIELDS = { fields: [fieldRecord("title"), fieldRecord("updated_at", "int64")] };
const SORTED = { ...FIELDS, default_sorting_field: "updated_at" };
const AT = Date.UTC(2026, 0, 2, 3, 4, 5);
const EDIT = { default_sorting_field: "updated_at" };
const SORTING = ["default_sorting_field"];

const A = version("catalog_a", {}, { ...FIELDS, num_documents: 120_000 });
const LIVE = version("catalog_a", { retired: { catalog_b: AT } }, { ...FIELDS, num_documents: 120_000 });
const B = version("catalog_b", {}, { ...SORTED, num_documents: 110_000 });
const OLD = version("catalog_b", {}, { ...FIELDS, num_documents: 110_000 });
const begun = (step: "copy" | "settle") =>
  version("catalog_n", { step, from: "catalog_a" }, { ...SORTED, num_documents: 7_000 });
const UNCOUNTED = version("catalog_a", {}, { ...FIELDS, num_documents: null });
const QUERY = { q: "shoes" } as unknown as LiveCollectionValues["query"][number];
const NEED = { needed: 2 ** 30, free: 5 * 2 ** 30, isTight: false, isMost: false };
const EMPTY = version("catalog_a", {}, { ...FIELDS, num_documents: 0 });

interface Given {
  readonly target?: string | null;
  readonly isForeign?: boolean;
  readonly edit?: Partial<LiveCollectionValues>;
  readonly prior?: Partial<LiveCollectionValues>;
  readonly another?: readonly string[];
  readonly memory?: PlanFacts["memory"];
  readonly retired?: DecisionInput["retired"];
}

function messagesOf(versions: readonly ObservedVersion[], given: Given): string[] {
  const { target = "catalog_a", isForeign, edit, another = [], memory = null, retired } = given;
  const prior = liveState({ versions: [], ...given.prior });
  const planned = { ...prior, ...edit };
  const foreign = isForeign ? collectionRecord({ name: "theirs", num_documents: 3 }) : null;
  const seen = { target, versions: byLastUse(versions), foreign };
  const input: DecisionInput = { prior, planned, seen, ...(retired && { retired }) };
  const [decision, filled] = [decideUpdate(input), filledVersions(input)];
  const messages = planMessages({ prior, planned, seen, decision, another, filled, memory });
  return messages.flatMap(({ summary, detail }) => [`# ${summary}`, ...detail.split("\n\n")]);
}

const CASES: [string, readonly ObservedVersion[], Given][] = [
  ["a copy", [A], { edit: { ...EDIT, query: [QUERY] }, another: SORTING, memory: NEED }],
  [
    "a copy that will hardly fit, without updated_at_field and metrics of one collection",
    [A],
    {
      prior: { updated_at_field: null },
      edit: { ...EDIT, query: [QUERY, QUERY], retain: 0 },
      another: SORTING,
      memory: { ...NEED, free: 2 ** 30, isTight: true, isMost: true },
    },
  ],
  [
    "a copy without metrics, of documents that are not counted",
    [UNCOUNTED],
    { edit: EDIT, another: SORTING },
  ],
  [
    "a copy on node_urls",
    [A],
    {
      prior: { cluster_id: null, node_urls: ["https://search.example.com"] },
      edit: { field: [field("title"), field("updated_at", "int64"), field("brand")], strategy: "copy" },
    },
  ],
  ["a copy of an empty version", [EMPTY], { edit: EDIT, another: SORTING }],
  ["a copy that goes on", [A, begun("copy")], { edit: EDIT, another: SORTING, memory: NEED }],
  ["a way back", [LIVE, B], { edit: EDIT, another: SORTING }],
  [
    "a way back without updated_at_field, which keeps nothing",
    [LIVE, B],
    { prior: { updated_at_field: null }, edit: { ...EDIT, retain: 0 }, another: SORTING },
  ],
  ["a way back to a version of which no time is known", [A, B], { edit: EDIT, another: SORTING }],
  [
    "a copy because somebody has written to the retained version",
    [LIVE, B],
    { edit: EDIT, another: SORTING, retired: [{ name: "catalog_b", documents: 9 }] },
  ],
  [
    "an update that has to settle",
    [A, begun("settle")],
    { target: "catalog_n", prior: { ...EDIT, collection_name: "catalog_n" } },
  ],
  [
    "an update that has to settle without its former version",
    [begun("settle")],
    { target: "catalog_n", prior: { ...EDIT, collection_name: "catalog_n" } },
  ],
  ["an alias that somebody has deleted", [A], { target: null }],
  ["an alias that leads nowhere", [A], { target: "nowhere" }],
  ["an alias that leads to a collection of somebody else", [A], { target: "theirs", isForeign: true }],
  ["an alias that leads to a retained version", [LIVE, B], { target: "catalog_b" }],
  [
    "an alias that leads to a retained version, without updated_at_field",
    [LIVE, B],
    { target: "catalog_b", prior: { updated_at_field: null } },
  ],
  ["a live version that is gone, and followed by none", [B], { target: null }],
  ["a live version that is gone, and followed by a retained one", [OLD], { target: "catalog_a" }],
  ["a live version that is gone, and followed by the target of the alias", [OLD], { target: "catalog_b" }],
  ["versions that go", [LIVE, B, begun("copy")], { edit: { retain: 0 } }],
  [
    "a version that goes with documents that are not counted",
    [LIVE, version("catalog_b", {}, { ...SORTED, num_documents: null })],
    { edit: { retain: 0 } },
  ],
];

/** The golden messages: `== case`, then `# summary` and the paragraphs of each message. */
const GOLDEN = join(__dirname, "planMessages.txt");

test("every message of a plan reads as its golden text", () => {
  const shown = CASES.map(([name, versions, given]) =>
    [`== ${name}`, ...messagesOf(versions, given)].join("\n"),
  );
  expect(`${shown.join("\n\n")}\n`).toBe(readFileSync(GOLDEN, "utf8"));
});
