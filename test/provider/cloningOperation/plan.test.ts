import type { Client } from "../../../src/client";
import { type Plannable, UNKNOWN } from "../../../src/framework";
import { type ClonePlanning, planClone } from "../../../src/provider/cloningOperation/plan";
import type { CloneValues } from "../../../src/provider/cloningOperation/schema";
import type { ClonePrivateState } from "../../../src/provider/cloningOperation/types";
import { collectLog } from "../../support/log";
import { service } from "../support";
import { cloneValues } from "./kit";

interface Given {
  readonly config?: Partial<Plannable<CloneValues>>;
  readonly prior?: Partial<CloneValues>;
  readonly privateState?: ClonePrivateState;
  /** What the account says of the key; null: nothing. */
  readonly granted?: readonly string[] | null;
}

const KEPT: ClonePrivateState = { cluster: "c-1", host: "api.example" };
const CLONED = { status: "succeeded", target_cluster_id: "c-2" };

async function planned(
  action: ClonePlanning["action"],
  { config, prior, privateState, granted = null }: Given,
) {
  const said: string[] = [];
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
    changed: [],
    set: () => {},
    warn: (summary) => void said.push(summary),
    error: (summary) => {
      throw new Error(summary);
    },
    service: service([], { client }),
    privateState,
    setPrivateState: () => {
      throw new Error("A plan keeps nothing");
    },
    signal: new AbortController().signal,
    log: collectLog().log,
  });
  return { said };
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
  const COSTS = "A clone of cluster c-1 is a second cluster that is billed";
  const STAYS = "Cluster c-2, the clone of c-1, stays and is billed";
  const GOES = "Cluster c-2, the clone of c-1, will be terminated";
  const prior = { ...CLONED, target_region: "oregon", notification_email_addresses: ["a@x.io", "b@x.io"] };

  test.each<[what: string, edit: Partial<Plannable<CloneValues>>, said: string[]]>([
    ["in place", { wait: false, terminate_clone_on_destroy: true }, []],
    ["of nothing but the order of a set", { notification_email_addresses: ["b@x.io", "a@x.io"] }, []],
    ["of a first trigger, as after an import", { triggers: { a: "1" } }, []],
    ["of the region", { target_region: "paris" }, [COSTS, STAYS]],
    ["to a region that is not known yet", { target_region: UNKNOWN }, [COSTS, STAYS]],
    ["to another cluster", { cluster_id: "c-9" }, [COSTS.replace("c-1", "c-9"), STAYS]],
  ])("%s", async (_, edit, said) => {
    expect(
      (await planned("update", { config: { ...prior, ...edit }, prior, privateState: KEPT })).said,
    ).toEqual(said);
  });

  test("to another clone is judged by what was applied last", async () => {
    const before = { ...prior, terminate_clone_on_destroy: true };
    const config = { ...prior, target_region: "paris", terminate_clone_on_destroy: null };
    const { said } = await planned("update", { config, prior: before, privateState: KEPT });
    expect(said).toEqual([COSTS, GOES]);
  });

  test("of an imported one takes over what its record did not say", async () => {
    const { said } = await planned("update", {
      config: { ...prior, search_server_version: "30" },
      prior,
      privateState: { ...KEPT, imported: true },
    });
    expect(said).toEqual([]);
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
