import type { NewSettings } from "../../../../src/api/requests";
import type { Client, ConfigurationChangeRecord } from "../../../../src/client/index";
import { CHANGE, CLONE } from "../../../../src/provider/shared/changes/inFlight";
import { isManaged, markManaged } from "../../../../src/provider/shared/changes/managedIds";
import {
  existsAlreadyError,
  isOrphanedClone,
  orphanedChange,
} from "../../../../src/provider/shared/changes/orphans";
import type { Schedule } from "../../../../src/provider/shared/schedule/moment";
import { cloneRecord } from "../../resources/cloningOperation/kit";
import { changeOf, NOW, SECONDS } from "./kit";

const client = () => ({ serverNow: () => NOW, pollInterval: 60_000 }) as Client;

const ONCE: Schedule = { kind: "at once" };
/** The schedule of the changes. */
const FIXED: Schedule = { kind: "at", at: NOW + 3_600_000 };
const LARGER: NewSettings = { new_memory: "16_gb" };
const ENLARGED: Partial<ConfigurationChangeRecord> = { new_memory: "16_gb" };
const RUNS: Partial<ConfigurationChangeRecord> = { status: "in_progress", perform_change_at: SECONDS - 60 };

test.each<[is: boolean, what: string, Partial<ConfigurationChangeRecord>, NewSettings, Schedule]>([
  [true, "runs", { ...ENLARGED, ...RUNS }, LARGER, ONCE],
  [true, "waits for the moment that is configured", ENLARGED, LARGER, FIXED],
  [true, "was due at that very moment, and is over", { ...ENLARGED, status: "succeeded" }, LARGER, FIXED],
  [true, "restarts, with the size filled in as it is", { ...RUNS, new_memory: "8_gb" }, {}, ONCE],
  [false, "brings another size", { ...RUNS, new_memory: "32_gb" }, LARGER, ONCE],
  [false, "brings a size, where a restart is wanted", { ...ENLARGED, ...RUNS }, {}, ONCE],
  [false, "begins too late", ENLARGED, LARGER, ONCE],
  [false, "begins at another moment", { ...ENLARGED, perform_change_at: SECONDS + 3601 }, LARGER, FIXED],
  [false, "was cancelled", { ...ENLARGED, status: "canceled" }, LARGER, FIXED],
  [false, "is one of many that are over", { ...ENLARGED, ...RUNS, status: "succeeded" }, LARGER, ONCE],
  [false, "says no moment", { ...ENLARGED, ...RUNS, perform_change_at: null }, LARGER, ONCE],
])("it is %p that an earlier apply may have left a change that %s", (is, _, given, settings, schedule) => {
  const change = changeOf(given);
  const found = orphanedChange(client(), "c-1", [change], { settings, schedule });
  expect(found).toBe(is ? change : undefined);
});

test.each([
  ["says nothing", {}, {}, true],
  ["stays in its region", { source_region: "oregon", target_region: "oregon" }, {}, true],
  ["went elsewhere", { source_region: "oregon", target_region: "paris" }, {}, false],
  ["goes elsewhere than requested", { target_region: "paris" }, { target_region: "tokyo" }, false],
  ["has another version", { search_server_version: "29.0" }, { search_server_version: "30" }, false],
])("a clone that %s may be one that an earlier apply has left", (_, record, body, expected) => {
  expect(isOrphanedClone(client(), "c-1", cloneRecord(record), body)).toBe(expected);
});

test("changes that a run manages are its own, for this cluster and client, and not orphans", () => {
  const [one, other] = [client(), client()];
  for (const id of ["ch1", "cl-2"]) markManaged(one, "c-1", id);
  expect(["ch1", "cl-2", "cl-3"].map((id) => isManaged(one, "c-1", id))).toEqual([true, true, false]);
  expect([isManaged(one, "c-2", "ch1"), isManaged(other, "c-1", "ch1")]).toEqual([false, false]);
  const [change, wanted] = [changeOf(ENLARGED), { settings: LARGER, schedule: FIXED }];
  expect(orphanedChange(one, "c-1", [change], wanted)).toBeUndefined();
  expect(orphanedChange(one, "c-2", [change], wanted)).toBe(change);
});

test("the error has the block to paste, and names the alternatives", () => {
  expect(existsAlreadyError("c-1", { workflow: CHANGE, record: changeOf(ENLARGED) }).detail).toContain(
    'import {\n    to = searchcloud_configuration_change.NAME\n    id = "c-1/ch1"\n  }',
  );
  expect(existsAlreadyError("c-1", { workflow: CLONE, record: cloneRecord({ id: "cl-1" }) }).detail).toMatch(
    /to = searchcloud_cloning_operation\.NAME\n {4}id = "c-1\/cl-1"[\s\S]*another person has requested it, apply again when it has ended/,
  );
});
