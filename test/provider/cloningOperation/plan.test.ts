import type { Client } from "../../../src/client";
import { type Plannable, UNKNOWN } from "../../../src/framework";
import type { CloneValues } from "../../../src/provider/cloningOperation/fields";
import { endingOf, type Kept } from "../../../src/provider/cloningOperation/kept";
import { type ClonePlanning, planClone } from "../../../src/provider/cloningOperation/plan";
import { collectLog } from "../../support/log";
import { service } from "../support";
import { cloneValues } from "./kit";

interface Given {
  readonly config?: Partial<Plannable<CloneValues>>;
  readonly prior?: Partial<CloneValues>;
  readonly kept?: Kept;
  /** What the account says of the key; null: nothing. */
  readonly granted?: readonly string[] | null;
}

const KEPT: Kept = { cluster: "c-1", host: "api.example" };
const CLONED = { status: "succeeded", target_cluster_id: "c-2" };

async function planned(action: ClonePlanning["action"], { config, prior, kept, granted = null }: Given) {
  const said: string[] = [];
  let keeps = kept;
  const client: Partial<Client> = {
    capabilities: async () => granted,
    clusterOptions: async () => null,
    clock: { now: () => 0, sleep: () => new Promise(() => {}) } as Client["clock"],
  };
  const values = config ? { ...cloneValues(), ...config } : null;
  await planClone({
    action,
    config: values,
    prior: prior ? cloneValues(prior) : null,
    planned: values,
    set: () => {},
    warn: (summary) => void said.push(summary),
    error: (summary) => {
      throw new Error(summary);
    },
    service: service([], { client }),
    kept,
    keepPrivate: (value) => {
      keeps = value;
    },
    signal: new AbortController().signal,
    log: collectLog().log,
  });
  return { said, keeps };
}

describe("a create", () => {
  test.each<[what: string, config: Partial<Plannable<CloneValues>>, said: string[]]>([
    ["says what it costs", {}, ["A clone of cluster c-1 is a second cluster that is billed"]],
    [
      "of a cluster that is not known yet",
      { cluster_id: UNKNOWN, target_region: UNKNOWN },
      ["A clone of a cluster that is not known yet is a second cluster that is billed"],
    ],
    [
      "to a region that is listed",
      { target_region: "paris" },
      ["A clone of cluster c-1 is a second cluster that is billed"],
    ],
  ])("%s", async (_, config, said) => {
    expect((await planned("create", { config })).said).toEqual(said);
  });

  test("to a region that nobody lists", async () => {
    const { said } = await planned("create", { config: { target_region: "atlantis" } });
    expect(said).toEqual([expect.any(String), expect.stringContaining('target_region "atlantis"')]);
  });

  test("in place of another says what becomes of that", async () => {
    const replaced = endingOf(cloneValues(CLONED));
    const { said } = await planned("create", { config: {}, kept: { ...KEPT, replaced } });
    expect(said).toEqual([expect.any(String), "Cluster c-2, the clone of c-1, stays and is billed"]);
  });

  test.each<[granted: string[], config: Partial<CloneValues>, lacks: boolean]>([
    [["clusters:read"], {}, true],
    [["clusters:read", "clusters:clone"], {}, false],
    [["clusters:read", "clusters:clone"], { terminate_clone_on_destroy: true }, true],
    [["admin"], { terminate_clone_on_destroy: true }, false],
  ])("by a key with %j of %j: a warning is %s", async (granted, config, lacks) => {
    const { said } = await planned("create", { config, granted });
    const words = "The key seems not to be allowed to clone cluster c-1";
    expect(said.slice(1)).toEqual(lacks ? [words] : []);
  });
});

describe("an update", () => {
  test("says nothing, and remembers what a successor's plan cannot see", async () => {
    const prior = { ...CLONED, terminate_clone_on_destroy: true };
    const { said, keeps } = await planned("update", { config: {}, prior, kept: KEPT });
    expect(said).toEqual([]);
    expect(keeps).toEqual({
      ...KEPT,
      replaced: { cluster: "c-1", id: "cl-1", status: "succeeded", target: "c-2", terminate: true },
    });
  });
});

describe("a destroy is judged by the state", () => {
  test.each<[what: string, prior: Partial<CloneValues>, said: string[]]>([
    ["stays", CLONED, ["Cluster c-2, the clone of c-1, stays and is billed"]],
    [
      "goes",
      { ...CLONED, terminate_clone_on_destroy: true },
      ["Cluster c-2, the clone of c-1, will be terminated"],
    ],
    ["was never made", { status: "failed" }, []],
  ])("whose clone %s", async (_, prior, said) => {
    expect((await planned("delete", { prior })).said).toEqual(said);
  });

  test.each<[prior: Partial<CloneValues>, granted: string[], lacks: boolean]>([
    [CLONED, ["clusters:read"], false],
    [{ ...CLONED, terminate_clone_on_destroy: true }, ["clusters:read", "clusters:clone"], true],
    [{ status: "pending" }, ["clusters:read"], true],
    [{ status: "pending" }, ["clusters:clone"], false],
  ])("of %j by a key with %j: a warning is %s", async (prior, granted, lacks) => {
    const { said } = await planned("delete", { prior, granted });
    const words = "The key seems not to be allowed to end cloning operation cl-1 of cluster c-1";
    expect(said.includes(words)).toBe(lacks);
  });
});
