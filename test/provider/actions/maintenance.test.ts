import type { AnyAction } from "../../../src/framework";
import { clearCache, compact, snapshot } from "../../../src/provider/actions/maintenance";
import { UNKNOWN } from "../../../src/wire/cty/value";
import { FAULTS } from "../../support/faultMatrix";
import { type ActionAccount, actionAccount } from "./kit";

const THREE = { seed: { clusters: [{ high_availability: "yes", region_node_counts: { oregon: 3 } }] } };

interface Kind {
  readonly name: string;
  readonly action: AnyAction;
  readonly operation: "clearCache" | "compactDatabase" | "createSnapshot";
  readonly config: (on: ActionAccount) => object;
}

const KINDS: readonly Kind[] = [
  { name: "clear_cache", action: clearCache, operation: "clearCache", config: () => ({ cluster_id: "c-1" }) },
  { name: "compact", action: compact, operation: "compactDatabase", config: () => ({ cluster_id: "c-1" }) },
  {
    name: "snapshot",
    action: snapshot,
    operation: "createSnapshot",
    config: ({ urls }) => ({ node_urls: urls, snapshot_path: "backup" }),
  },
];

describe.each(KINDS)("$name", ({ action, operation, config }) => {
  const sent = ({ service }: ActionAccount) => service.journal().filter((one) => one.operation === operation);

  test("each node gets one request, one after the other, and the progress names each", async () => {
    const on = actionAccount(THREE);
    const ran = await on.invoke(action, config(on));
    expect(ran.text).toBe("");
    expect(sent(on).map(({ path }) => path.split("/")[2])).toEqual(
      on.urls.map((url) => url.split("/").at(-1)),
    );
    expect(ran.progress).toEqual(
      on.urls.map((url, at) => expect.stringMatching(new RegExp(`^${url}: .* \\(${at + 1} of 3 nodes\\)$`))),
    );
    if (operation === "createSnapshot") expect(sent(on)[0]?.query).toEqual({ snapshot_path: "backup" });
  });

  test("a node that fails does not keep the others from it, and the error names it", async () => {
    const on = actionAccount(THREE);
    on.service.takeNodeDown(on.urls[1]?.split("/").at(-1) ?? "");
    const ran = await on.invoke(action, config(on));
    expect(ran.failed).toBe(true);
    expect(ran.text).toContain("1 of 3 nodes: ");
    expect(ran.text).toContain(` at ${on.urls[0]}, ${on.urls[2]}; it `);
    expect(ran.text).toMatch(
      new RegExp(`; it (was not|is unknown whether it was) done at ${on.urls[1]}\\.$`),
    );
  });

  test.each(FAULTS.map((fault) => [fault.name, fault] as const))(
    "%s: it is never done twice, and the error tells whether it may be done",
    async (_, fault) => {
      const on = actionAccount();
      on.service.holdFor(fault.letsGoAfter ?? null);
      on.service.addFault({ match: { operation }, effect: fault.effect });
      const ran = await on.invoke(action, config(on));
      const done = sent(on).filter((one) => one.done).length;
      expect(done).toBeLessThanOrEqual(1);
      if (!ran.failed) return expect(done).toBe(1);
      // A request that may have been carried out is never sent again.
      expect(sent(on).length).toBe(1);
      if (fault.tells === "nothing") expect(ran.text).toMatch(/may (have taken|still|or may not be cleared)/);
      else expect(done).toBe(0);
    },
  );

  test("interrupted, the error names the nodes where it was done, and those that were not asked", async () => {
    const on = actionAccount(THREE);
    const stop = new AbortController();
    const ran = await on.invoke(action, config(on), { signal: stop.signal, onProgress: () => stop.abort() });
    expect(ran.text).toContain(` at ${on.urls[0]}; nothing was requested of ${on.urls[1]}, ${on.urls[2]}.`);
    expect(sent(on).length).toBe(1);
  });

  test("while a node takes long, each minute is reported", async () => {
    const on = actionAccount();
    on.service.holdFor(150_000);
    on.service.addFault({ match: { operation }, effect: { kind: "hold", when: "after" } });
    const ran = await on.invoke(action, config(on));
    expect(ran.text).toBe("");
    expect(ran.progress.slice(0, 2)).toEqual(
      [1, 2].map((minutes) => `Still waiting for ${on.urls[0]}: ${minutes} min`),
    );
  });

  test("a key that may not is an error that names the action of keys", async () => {
    const on = actionAccount();
    on.service.createNodeKeyOutside("c-1", {
      value: "weak",
      description: "",
      actions: ["documents:search"],
      collections: ["*"],
    });
    const ran = await on.invoke(action, { ...config(on), api_key: "weak" });
    expect(ran.text).toContain("operations/");
    expect(ran.text).toContain("api_key of this action");
  });

  test("the plan sends nothing, whatever is unknown", async () => {
    const on = actionAccount();
    const known = await on.plan(action, config(on));
    const unknown = await on.plan(action, { node_urls: UNKNOWN, snapshot_path: UNKNOWN });
    expect([known.failed, known.sent, unknown.failed, unknown.sent]).toEqual([false, [], false, []]);
  });
});

test("a node that is named twice gets one request", async () => {
  const on = actionAccount();
  const ran = await on.invoke(compact, { node_urls: [...on.urls, `${on.urls[0]}/`, on.urls[0]] });
  expect([ran.text, ran.sent]).toEqual(["", ["compactDatabase"]]);
});

test("without nodes, or with both, the configuration is refused", async () => {
  const on = actionAccount();
  expect((await on.plan(compact, {})).text).toContain("No cluster_id and no node_urls");
  expect((await on.plan(clearCache, { cluster_id: "c-1", node_urls: on.urls })).text).toContain(
    "Both cluster_id and node_urls",
  );
});
