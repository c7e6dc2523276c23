import type { Client } from "../../../src/client";
import { type Plannable, UNKNOWN } from "../../../src/framework";
import { planClone } from "../../../src/provider/cloningOperation/plan";
import type { CloneValues } from "../../../src/provider/cloningOperation/schema";
import type { ClonePlanning, ClonePrivateState } from "../../../src/provider/cloningOperation/types";
import { collectLog } from "../../support/log";
import { service } from "../support";
import { cloneValues } from "./kit";

interface Given {
  readonly config?: Partial<Plannable<CloneValues>>;
  readonly prior?: Partial<CloneValues>;
  readonly privateState?: ClonePrivateState;
  /** The capabilities that the account reports for the key; null: none. */
  readonly granted?: readonly string[] | null;
}

const KEPT: ClonePrivateState = { cluster: "c-1", host: "api.example" };
const CLONED = { status: "succeeded", target_cluster_id: "c-2" };
const COSTS = "A clone of cluster c-1 is a second cluster that is billed";
const STAYS = "Cluster c-2, the clone of c-1, stays and is billed";
const GOES = "Cluster c-2, the clone of c-1, will be terminated";

async function warned(action: ClonePlanning["action"], given: Given): Promise<string[]> {
  const { config, prior, privateState, granted = null } = given;
  const warnings: string[] = [];
  const client: Partial<Client> = {
    capabilities: async () => granted,
    clusterOptions: async () => null,
    clock: { now: () => 0, sleep: () => new Promise(() => {}) } as Client["clock"],
  };
  const values = config ? { ...cloneValues(), ...config } : null;
  const refuse = () => {
    throw new Error("A plan of a clone stores and refuses nothing");
  };
  await planClone({
    action,
    config: values,
    prior: prior ? cloneValues(prior) : null,
    planned: values,
    set: refuse,
    warn: (summary) => void warnings.push(summary),
    error: refuse,
    service: service([], { client }),
    privateState,
    setPrivateState: refuse,
    signal: new AbortController().signal,
    log: collectLog().log,
  });
  return warnings;
}

test.each<[what: string, config: Partial<Plannable<CloneValues>>, warnings: unknown[]]>([
  ["says what it costs", {}, [COSTS]],
  [
    "of a cluster that is not known yet",
    { cluster_id: UNKNOWN, target_region: UNKNOWN },
    [COSTS.replace("cluster c-1", "a cluster that is not known yet")],
  ],
  ["to a region that is not listed", { target_region: "atlantis" }, [COSTS, /target_region "atlantis"/]],
])("a create %s", async (_, config, warnings) => {
  const found = await warned("create", { config });
  expect(found).toEqual(warnings.map((one) => (one instanceof RegExp ? expect.stringMatching(one) : one)));
});

describe("an update", () => {
  const prior = { ...CLONED, target_region: "oregon", notification_email_addresses: ["a@x.io", "b@x.io"] };

  test.each<[what: string, edit: Partial<Plannable<CloneValues>>, warnings: string[]]>([
    ["in place", { wait: false, terminate_clone_on_destroy: true }, []],
    ["of nothing but the order of a set", { notification_email_addresses: ["b@x.io", "a@x.io"] }, []],
    ["of a first trigger, as after an import", { triggers: { a: "1" } }, []],
    ["of the region", { target_region: "paris" }, [COSTS, STAYS]],
    ["to a region that is not known yet", { target_region: UNKNOWN }, [COSTS, STAYS]],
    ["to another cluster", { cluster_id: "c-9" }, [COSTS.replace("c-1", "c-9"), STAYS]],
  ])("%s", async (_, edit, warnings) => {
    const given = { config: { ...prior, ...edit }, prior, privateState: KEPT };
    expect(await warned("update", given)).toEqual(warnings);
  });

  test("to another clone is judged by what was applied last", async () => {
    const before = { ...prior, terminate_clone_on_destroy: true };
    const config = { ...prior, target_region: "paris", terminate_clone_on_destroy: null };
    expect(await warned("update", { config, prior: before, privateState: KEPT })).toEqual([COSTS, GOES]);
  });

  test("of an imported one takes over what its record does not say", async () => {
    const config = { ...prior, search_server_version: "30" };
    const privateState = { ...KEPT, imported: true as const };
    expect(await warned("update", { config, prior, privateState })).toEqual([]);
  });
});

const OPERATION = "Cloning operation cl-1 of cluster c-1";

test.each<[prior: Partial<CloneValues>, stays: string | undefined, terminated: string | undefined]>([
  [CLONED, STAYS, GOES],
  [{ status: "pending" }, `${OPERATION} will be cancelled`, `${OPERATION} will be cancelled`],
  [
    { status: "in_progress" },
    `${OPERATION} goes on, and leaves a cluster that is billed`,
    `${OPERATION} will be waited for, and its clone terminated`,
  ],
  [
    { status: "a status that is not known" },
    `${OPERATION} goes on, and leaves a cluster that is billed`,
    `${OPERATION} will be waited for, and its clone terminated`,
  ],
  [{ status: "failed" }, undefined, undefined],
  [{ status: "succeeded" }, undefined, undefined],
  [{ status: null }, undefined, undefined],
])("a destroy of %j says what becomes of the clone", async (prior, stays, terminated) => {
  const terminating = { ...prior, terminate_clone_on_destroy: true };
  expect(await warned("delete", { prior })).toEqual(stays ? [stays] : []);
  expect(await warned("delete", { prior: terminating })).toEqual(terminated ? [terminated] : []);
});

test.each<[what: string, given: Given, granted: string[], lacks: boolean]>([
  ["clone cluster c-1", { config: {} }, ["clusters:read"], true],
  ["clone cluster c-1", { config: {} }, ["clusters:clone"], false],
  ["clone cluster c-1", { config: { terminate_clone_on_destroy: true } }, ["clusters:clone"], true],
  ["destroy cloning operation cl-1 of cluster c-1", { prior: CLONED }, ["clusters:read"], false],
  [
    "destroy cloning operation cl-1 of cluster c-1",
    { prior: { ...CLONED, terminate_clone_on_destroy: true } },
    ["clusters:clone"],
    true,
  ],
  [
    "destroy cloning operation cl-1 of cluster c-1",
    { prior: { status: "pending" } },
    ["clusters:read"],
    true,
  ],
  [
    "destroy cloning operation cl-1 of cluster c-1",
    { prior: { status: "pending" } },
    ["clusters:clone"],
    false,
  ],
])("to %s (%j) by a key with %j: lacking is %s", async (what, given, granted, lacks) => {
  const warnings = await warned(given.config ? "create" : "delete", { ...given, granted });
  expect(warnings.some((one) => one.includes(`allowed to ${what}`))).toBe(lacks);
});
