import type { Client, ConfigurationChangeRecord } from "../../../src/client/index";
import type { NewSettings } from "../../../src/provider/api/sizing";
import { isManaged, markManaged } from "../../../src/provider/clusterChange/managedIds";
import {
  existsAlreadyError,
  isOrphanedClone,
  orphanedChange,
} from "../../../src/provider/clusterChange/orphans";
import type { Schedule } from "../../../src/provider/schedule/moment";
import { cloneRecord } from "../cloningOperation/kit";
import { changeRecord } from "../configurationChange/kit";

const NOW = 1_700_000_000;
const DUE = 1_700_003_600;
const client = () => ({ serverNow: () => NOW * 1000, pollInterval: 60_000 }) as Client;

const ONCE: Schedule = { kind: "at once" };
const FIXED: Schedule = { kind: "at", at: DUE * 1000 };
const LARGER: NewSettings = { new_memory: "16_gb" };
const ENLARGED: Partial<ConfigurationChangeRecord> = { new_memory: "16_gb" };
const RUNS: Partial<ConfigurationChangeRecord> = { status: "in_progress", perform_change_at: NOW - 60 };

describe("a change that an earlier apply may have left", () => {
  const found = (change: Partial<ConfigurationChangeRecord>, settings: NewSettings, schedule: Schedule) =>
    orphanedChange(client(), "c-1", [changeRecord(change)], { settings, schedule })?.id;

  test.each<[what: string, change: Partial<ConfigurationChangeRecord>, NewSettings, Schedule]>([
    ["runs", { ...ENLARGED, ...RUNS }, LARGER, ONCE],
    ["waits for the moment that is configured", ENLARGED, LARGER, FIXED],
    ["was due at that very moment, and is over", { ...ENLARGED, status: "succeeded" }, LARGER, FIXED],
    ["restarts", RUNS, {}, ONCE],
    ["restarts, with the size filled in as it is", { ...RUNS, new_memory: "8_gb" }, {}, ONCE],
  ])("is one that %s", (_, change, settings, schedule) => {
    expect(found(change, settings, schedule)).toBe("ch-1");
  });

  test.each<[what: string, change: Partial<ConfigurationChangeRecord>, NewSettings, Schedule]>([
    ["brings another size", { ...RUNS, new_memory: "32_gb" }, LARGER, ONCE],
    ["brings a size, where a restart is wanted", { ...ENLARGED, ...RUNS }, {}, ONCE],
    ["begins too late", ENLARGED, LARGER, ONCE],
    ["begins at another moment", { ...ENLARGED, perform_change_at: DUE + 1 }, LARGER, FIXED],
    ["was cancelled", { ...ENLARGED, status: "canceled" }, LARGER, FIXED],
    [
      "is over, where nothing tells it from others",
      { ...ENLARGED, ...RUNS, status: "succeeded" },
      LARGER,
      ONCE,
    ],
    ["says no moment", { ...ENLARGED, ...RUNS, perform_change_at: null }, LARGER, ONCE],
  ])("is none that %s", (_, change, settings, schedule) => {
    expect(found(change, settings, schedule)).toBeUndefined();
  });

  test("is none that a resource of this run has", () => {
    const one = client();
    markManaged(one, "c-1", "ch-1");
    const wanted = { settings: LARGER, schedule: FIXED };
    expect(orphanedChange(one, "c-1", [changeRecord(ENLARGED)], wanted)).toBeUndefined();
    expect(orphanedChange(one, "c-2", [changeRecord(ENLARGED)], wanted)?.id).toBe("ch-1");
  });
});

describe("a clone that is just what is asked for", () => {
  test.each([
    ["asked for nothing", {}, {}, true],
    ["stays in its region", { source_region: "oregon", target_region: "oregon" }, {}, true],
    ["went elsewhere", { source_region: "oregon", target_region: "paris" }, {}, false],
    ["goes elsewhere than asked", { target_region: "paris" }, { target_region: "tokyo" }, false],
    ["has another version", { search_server_version: "29.0" }, { search_server_version: "30" }, false],
  ])("%s", (_, record, body, same) => {
    expect(isOrphanedClone(client(), "c-1", cloneRecord(record), body)).toBe(same);
  });
});

test("what a run manages is its own, and no other client's", () => {
  const [one, other] = [client(), client()];
  markManaged(one, "c-1", "cl-1");
  markManaged(one, "c-1", "cl-2");
  expect([isManaged(one, "c-1", "cl-1"), isManaged(one, "c-1", "cl-2")]).toEqual([true, true]);
  expect([isManaged(one, "c-2", "cl-1"), isManaged(other, "c-1", "cl-1")]).toEqual([false, false]);
});

test("the error is the block to paste, and says what else it can be", () => {
  expect(existsAlreadyError("c-1", { kind: "change", record: changeRecord(ENLARGED) }).detail).toContain(
    'import {\n    to = searchcloud_configuration_change.NAME\n    id = "c-1/ch-1"\n  }',
  );
  expect(existsAlreadyError("c-1", { kind: "clone", record: cloneRecord({ id: "cl-1" }) }).detail).toMatch(
    /to = searchcloud_cloning_operation\.NAME\n {4}id = "c-1\/cl-1"[\s\S]*another person has requested it, apply again when it has ended/,
  );
});
