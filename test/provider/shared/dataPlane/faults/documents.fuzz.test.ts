import fc from "fast-check";
import { fuzzRuns } from "../../../../support/fuzz";
import { Account, CLUSTER, NOTHING, type Passing, type Ran } from "./account";
import { FAULTS, type Fault, isLoss, LOSSES } from "./play";
import { FOREIGN } from "./subjects";

/**
 * An import whose request meets a fault: documents of others stay, nothing is stored twice, and the state
 * matches the stored documents (docs/design/laws.md#l1).
 */
interface Story {
  readonly fault: Fault;
  readonly action: "upsert" | "create" | "emplace";
  readonly hasIds: boolean;
  /** True if different documents were imported before. */
  readonly again: boolean;
  readonly nodes: number;
  readonly endsBefore: boolean;
  readonly lag: {
    readonly node: number;
    readonly from: "start" | "apply" | "write";
    readonly seconds: number | null;
  } | null;
  readonly writes: boolean;
}

const COUNT = 5;
const TITLES = Array.from({ length: COUNT }, (_, at) => `Ours ${at}`);

function configOf({ action, hasIds }: Story, prefix: string) {
  const lines = TITLES.map((title, at) =>
    JSON.stringify({ ...(hasIds && { id: `${prefix}${at}` }), title: prefix + title }),
  );
  return { cluster_id: CLUSTER, collection: "target", action, content: lines.join("\n") };
}

const STORY = (fault: Fault): fc.Arbitrary<Story> => {
  const isStale = fault === "stale node first";
  const lag = fc.record({
    node: isStale ? fc.constant(0) : fc.constantFrom(0, 1, 2),
    from: fc.constantFrom("start", "apply", "write"),
    seconds: fc.constantFrom(3, null),
  });
  const story: fc.Arbitrary<Story> = fc.record({
    fault: fc.constant(fault),
    action: fc.constantFrom("upsert", "create", "emplace"),
    hasIds: fc.boolean(),
    again: fc.boolean(),
    nodes: isStale ? fc.constant(3) : fc.constantFrom(1, 3),
    endsBefore: fc.boolean(),
    lag: isStale ? lag : fc.option(lag),
    writes: fault === "another writer" ? fc.constant(true) : fc.boolean(),
  });
  return story.map((one) => (one.nodes === 1 ? { ...one, lag: null } : one));
};

/** Returns the stored titles, from the export of a node that is up to date. */
async function titles(account: Account, { lag }: Story): Promise<readonly string[]> {
  const node = account.nodes.find((_, at) => at !== lag?.node) ?? "";
  const { text } = await account.ask(node, "/collections/target/documents/export");
  return text.split("\n").map((line) => (JSON.parse(line) as { title: string }).title);
}

const textOf = ({ said }: Ran) => said.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n");

test.each(FAULTS)("documents: %s", async (fault) => {
  const property = fc.asyncProperty(STORY(fault), async (story) => {
    const { lag, endsBefore } = story;
    const account = new Account("documents", story.nodes, FOREIGN);
    const { emulator } = account;
    const lagFrom = (moment: string) => {
      if (lag?.from !== moment) return;
      emulator.lagNode(account.nodes[lag.node] ?? "", lag.seconds === null ? {} : { seconds: lag.seconds });
    };
    lagFrom("start");
    const old = story.again ? await account.apply(configOf(story, "Old ")) : NOTHING;
    let [killed, passed, wrote] = [false, 0, false];
    const meets = (passing: Passing, side: "before" | "after") => {
      if (passing.nthWrite !== 1 || passed === 2) return undefined;
      passed += 1;
      if (side === "before") lagFrom("write");
      else if (story.writes) {
        wrote = true;
        emulator.addDocumentsOutside(CLUSTER, "target", [{ id: "theirs", title: "Theirs" }]);
      }
      if (endsBefore !== (side === "before")) return undefined;
      killed ||= fault === "SIGKILL";
      if (fault === "SIGKILL") return "kill";
      return fault === "Ctrl-C" ? "stop" : undefined;
    };
    const trouble = {
      before: (passing: Passing) => meets(passing, "before"),
      after: (passing: Passing) => meets(passing, "after"),
    };
    const beforeApply = () => {
      lagFrom("apply");
      const effect = LOSSES[fault];
      if (effect) emulator.addFault({ match: { operation: "importDocuments" }, effect });
    };
    const config = configOf(story, "New ");
    const ran = await account.apply(config, old, trouble, beforeApply);
    const said = textOf(ran);
    const expectKept = async (run: Ran, isWhole: boolean) => {
      const stored = await titles(account, story);
      const twice = stored.filter((title, at) => stored.indexOf(title) !== at);
      const others = [
        "Yew",
        ...(wrote ? ["Theirs"] : []),
        ...(story.again ? TITLES.map((one) => `Old ${one}`) : []),
      ];
      const wanted = isWhole ? TITLES.map((one) => `New ${one}`) : [];
      const missing = [...others, ...wanted].filter((title) => !stored.includes(title));
      expect({ said: textOf(run), twice, missing }).toEqual({ said: textOf(run), twice: [], missing: [] });
    };
    if (!killed && !ran.failed) expect(ran.state).toMatchObject({ num_imported: COUNT });
    await expectKept(ran, !killed && !ran.failed);
    // An answer that is not one of an import ends it.
    const isNoAnswer = fault === "truncated" || fault === "about another";
    const isPassing = !isNoAnswer && (!isLoss(fault) || story.hasIds);
    if (fault !== "SIGKILL" && fault !== "Ctrl-C" && isPassing)
      expect({ said, failed: ran.failed }).toEqual({ said, failed: false });

    emulator.clearFaults();
    for (const node of account.nodes) emulator.catchUpNode(node);
    if (!story.hasIds && (killed || ran.failed)) return;
    let healed = ran;
    if (killed || ran.failed) healed = await account.apply(config, ran);
    expect({ said, healed: textOf(healed), failed: healed.failed }).toMatchObject({ said, failed: false });
    expect(healed.state).toMatchObject({ num_imported: COUNT });
    await expectKept(healed, true);
    const again = await account.apply(config, healed);
    expect({ said, again: textOf(again), empty: again.empty }).toMatchObject({ said, empty: true });
    expect(account.secretsSaid([])).toEqual([]);
  });
  await fc.assert(property, { numRuns: fuzzRuns(4) });
});
