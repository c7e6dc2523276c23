import type { Client } from "../../../src/client";
import { type Plannable, UNKNOWN } from "../../../src/framework";
import { announce } from "../../../src/provider/configurationChange/plan";
import type { ChangePlanning } from "../../../src/provider/configurationChange/privateState";
import type { ChangeValues } from "../../../src/provider/configurationChange/schema";
import { NamesTaken } from "../../../src/provider/service";
import { collectLog } from "../../support/log";
import { changeValues } from "./kit";

/** A Friday. */
const NOW = Date.UTC(2026, 10, 20, 12);
const AFTER =
  "A single node does not answer for 5 to 60 minutes meanwhile; several are changed one after the other.";

function warned(config: Partial<Plannable<ChangeValues>>, prior?: Partial<ChangeValues>): string[][] {
  const said: string[][] = [];
  const values = { ...changeValues(), ...config };
  const client: Partial<Client> = { serverNow: () => NOW, pollInterval: 60_000 };
  const planning: ChangePlanning = {
    action: prior ? "update" : "create",
    config: values,
    prior: prior ? changeValues(prior) : null,
    planned: values,
    changed: [],
    set: () => {},
    warn: (summary, detail) => said.push([summary, detail]),
    error: (summary) => {
      throw new Error(summary);
    },
    service: { client: client as Client, allowDuplicateNames: false, names: new NamesTaken() },
    privateState: undefined,
    setPrivateState: () => {},
    signal: new AbortController().signal,
    log: collectLog().log,
  };
  announce(planning);
  return said;
}

test.each<[what: string, config: Partial<Plannable<ChangeValues>>, summary: string, when: string]>([
  [
    "a restart at once",
    {},
    "Cluster c-1 is restarted",
    "If applied now, it begins Friday 2026-11-20 12:00 UTC (2026-11-20T12:00:30Z).",
  ],
  [
    "a size at a moment",
    { new_memory: "16_gb", new_vcpu: UNKNOWN, perform_change_at: "2026-12-01T03:00:00+01:00" },
    "Cluster c-1 gets a configuration change: memory, vcpu",
    "If applied now, it begins Tuesday 2026-12-01 02:00 UTC (2026-12-01T02:00:00Z).",
  ],
  [
    "a restart in a window",
    { window: { days: ["sunday"], start: "02:00", duration: null, timezone: "Europe/Zurich" } },
    "Cluster c-1 is restarted",
    "If applied now, it begins Sunday 2026-11-22 02:00 Europe/Zurich (2026-11-22T01:00:00Z).",
  ],
  [
    "a moment that is over",
    { perform_change_at: "2026-11-19T00:00:00Z" },
    "Cluster c-1 is restarted",
    "Its perform_change_at is in the past, so that apply will refuse it: give a later moment, a window, or none.",
  ],
  [
    "a cluster and a moment that are not known yet",
    { cluster_id: UNKNOWN, perform_change_at: UNKNOWN },
    "A cluster that is not known yet is restarted",
    "When it begins is known after apply.",
  ],
])("%s", (_, config, summary, when) => {
  expect(warned(config)).toEqual([[summary, `${when} ${AFTER}`]]);
});

test.each<[string, Partial<ChangeValues>, number]>([
  ["high availability", { new_high_availability: true }, 2],
  ["a network", { new_search_delivery_network: "3_regions" }, 2],
  ["no network any more", { new_search_delivery_network: "off" }, 1],
])("what cannot be undone is said: %s", (_, config, warnings) => {
  const summaries = warned(config).map(([summary]) => summary);
  expect(summaries).toHaveLength(warnings);
  expect(summaries.slice(1)).toEqual(
    Array(warnings - 1).fill("Cluster c-1: high availability cannot be turned off again"),
  );
});

describe("an update", () => {
  const prior = { new_memory: "16_gb", notification_email_addresses: ["a@example.com"] };

  test.each<[what: string, edit: Partial<Plannable<ChangeValues>>]>([
    ["takes over a first trigger, as after an import", { triggers: { a: "1" } }],
    ["of what only Terraform keeps", { wait: true }],
  ])("%s says nothing: it sends nothing", (_, edit) => {
    expect(warned({ ...prior, ...edit }, prior)).toEqual([]);
  });

  test.each<[what: string, edit: Partial<Plannable<ChangeValues>>, summary: string]>([
    ["a size", { new_memory: "32_gb" }, "Cluster c-1 gets a configuration change: memory"],
    [
      "a size that is not known yet",
      { new_memory: UNKNOWN },
      "Cluster c-1 gets a configuration change: memory",
    ],
    ["the cluster", { cluster_id: "c-2" }, "Cluster c-2 gets a configuration change: memory"],
  ])("of %s is another change, which only this plan can announce", (_, edit, summary) => {
    expect(warned({ ...prior, ...edit }, prior).map(([said]) => said)).toEqual([summary]);
  });
});
