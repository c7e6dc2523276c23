import { resolve } from "node:path";
import { firstShowing, wallClock } from "../../src/provider/shared/schedule/wallClock";
import { dayOfWeek } from "../../src/provider/shared/schedule/window";
import { DemoFailure } from "./command";
import type { Stage } from "./stage";

/** A step of the demo's story. */
export interface Act {
  readonly title: string;
  /** Does it, says what happened in the user's words, and checks it. @throws DemoFailure when it is not as it says. */
  play(stage: Stage): Promise<void>;
}

const TIMEZONE = "Europe/Zurich";
/** How long after its begin a change is looked at again, in seconds: it takes less. */
const LATER = 4 * 3600;
const NOTHING_TO_DO = /No changes\. Your infrastructure matches the configuration\./;
const SUMMARY = /Plan: \d+ to add, \d+ to change, \d+ to destroy\./;

const CATALOG = resolve(__dirname, "../../examples/catalog");
/** A line of the catalog, and what its fields become. */
const FIELDS = [
  '  fields: [Field.string("title"), Field.stringArray("tags"), Field.int32("rank")],',
  'Field.string("title")',
  'Field.stringArray("tags", { facet: true })',
  'Field.int32("rank")',
  'Field.float("price")',
];

/** The story, in its order. Each act begins where the one before it has ended; another one is an entry more. */
export const ACTS: readonly Act[] = [
  {
    title: "Ten lines of TypeScript become a cluster",
    async play(stage) {
      stage.show("text", "The program is that of the README, with an older version to upgrade from.");
      stage.show("edit", stage.program.set("searchServerVersion", '"29.0"'));
      const said = await stage.deploy();
      stage.show("quote", said.sentence(SUMMARY));
      const { name, memory, vcpu, search_server_version: version } = onlyCluster(stage);
      check(name === "products" && memory === "8_gb", `the cluster should be "products" with 8_gb`);
      stage.show("result", `Cluster "${name}" is in service: ${memory}, ${vcpu}, version ${version}.`);
    },
  },
  {
    title: "Twice the size, in the weekly maintenance window",
    async play(stage) {
      const { program, emulator } = stage;
      const window = `MaintenanceWindow.weekly(DayOfWeek.SUNDAY, "02:00", "${TIMEZONE}")`;
      stage.show("edit", program.set("memory", '"16_gb"'));
      stage.show("edit", program.set("vcpu", '"4_vcpus"'));
      stage.show("edit", program.set("maintenanceWindow", window, ["DayOfWeek", "MaintenanceWindow"]));
      const said = await stage.deploy();
      stage.show(
        "quote",
        said.sentence(/(?<=Warning: )Cluster "\w+" \(\w+\) gets one configuration change: memory, vcpu/),
      );
      stage.show("quote", said.sentence(/If applied now, it begins Sunday .*/));
      const [change, ...others] = emulator.state().changes;
      check(change?.status === "pending" && others.length === 0, "one change should be pending");
      const { memory } = onlyCluster(stage);
      check(memory === "8_gb", `the cluster should still run 8_gb, and runs ${memory}`);
      stage.show(
        "result",
        `The change is pending and the deploy has ended. Until Sunday the cluster runs ${memory}.`,
      );
    },
  },
  {
    title: "While the change waits, the plan is empty",
    async play(stage) {
      const { actions, sentence } = await stage.diff();
      check(actions.length === 0, `the plan should hold nothing, but holds ${actions.join(", ")}`);
      stage.show("quote", sentence(NOTHING_TO_DO));
    },
  },
  {
    title: "Another edit supersedes it",
    async play(stage) {
      stage.show("edit", stage.program.set("searchServerVersion", '"30.2"'));
      const said = await stage.deploy();
      stage.show("quote", said.sentence(/If applied now, it begins .*?\)\./));
      stage.show("quote", said.sentence(/The pending change \w+ is cancelled: .*?\./));
      const [first, second, ...others] = stage.emulator.state().changes;
      check(first?.status === "canceled" && others.length === 0, "the first change should be cancelled");
      check(second?.status === "pending", "another change should be pending");
      const { new_memory: memory, new_vcpu: vcpu, new_search_server_version: version } = second;
      check(memory === "16_gb" && version === "30.2", "the change should carry both edits");
      stage.show("result", `One change carries both edits: ${memory}, ${vcpu}, version ${version}.`);
    },
  },
  {
    title: "Sunday passes",
    async play(stage) {
      const { emulator } = stage;
      const due = emulator.state().changes.at(-1)?.perform_change_at ?? 0;
      emulator.advance(due + LATER - Date.parse(emulator.state().now) / 1000);
      stage.show("text", `The clock of the service is set forward to ${momentOf(emulator)}.`);
      const { actions, sentence, cluster } = await stage.diff();
      check(actions.length === 0, `the plan should hold nothing, but holds ${actions.join(", ")}`);
      stage.show("quote", sentence(NOTHING_TO_DO));
      const { memory, vcpu, search_server_version: version } = cluster.live ?? {};
      check(memory === "16_gb" && version === "30.2", "live should show the new values");
      stage.show("result", `The change has succeeded. live: ${memory}, ${vcpu}, version ${version}.`);
    },
  },
  {
    title: "Somebody renames the cluster outside of Terraform",
    async play(stage) {
      stage.emulator.patchCluster(onlyCluster(stage).id, { name: "somebody-elses-idea" });
      const { actions, sentence } = await stage.diff();
      check(
        actions.join() === "update",
        `the plan should hold an update, but holds ${actions.join(", ") || "nothing"}`,
      );
      stage.show("quote", sentence(/~ name = "somebody-elses-idea" -> "products"/));
      stage.show("result", "The plan has found it, and the next deploy would undo it.");
    },
  },
  {
    title: "Keys, a collection, its documents and an alias, in the same plan",
    async play(stage) {
      for (const line of stage.program.append(CATALOG, "catalog.jsonl")) stage.show("edit", line);
      const said = await stage.deploy();
      stage.show("quote", said.sentence(SUMMARY));
      const { name } = onlyCluster(stage);
      check(name === "products", `the cluster should be called "products" again, and is called "${name}"`);
      const searches = answersTo("searchDocuments", stage);
      check(
        searches.join() === "200",
        `the storefront should have searched once, and got ${searches.join()}`,
      );
      stage.show(
        "result",
        "The storefront's key has found both bookcases. Had it not, the deploy would have failed.",
      );
    },
  },
  {
    title: "Two fields of the collection are edited",
    async play(stage) {
      const [line = "", ...edits] = FIELDS;
      stage.program.edit(line, ["  fields: [", ...edits.map((field) => `    ${field},`), "  ],"]);
      for (const field of edits.filter((one) => !line.includes(one))) stage.show("edit", `${field},`);
      const said = await stage.deploy();
      stage.show(
        "quote",
        said.sentence(/(?<=Warning: )Collection "catalog" of cluster \w+ will reindex 5 documents/),
      );
      stage.show("quote", said.sentence(/One PATCH: .*?\./));
      const patches = answersTo("updateCollection", stage);
      check(patches.join() === "200", `one PATCH should edit both fields, and they got ${patches.join()}`);
      stage.show("result", "One PATCH has edited both fields, and the storefront still finds its bookcases.");
    },
  },
  {
    title: "Everything is destroyed again",
    async play(stage) {
      const said = await stage.destroy();
      stage.show("quote", said.sentence(SUMMARY));
      stage.show(
        "quote",
        said.sentence(/(?<=Warning: )Collection "catalog" of cluster \w+ is deleted with 5 documents/),
      );
      const left = stage.emulator.state().clusters.filter(({ status }) => status !== "terminated");
      check(left.length === 0, `no cluster should be left, but ${left.map((one) => one.id).join(", ")} is`);
      stage.show("result", "The cluster is terminated. Nothing is left that would be billed.");
    },
  },
];

/** The answers to an operation of the nodes. */
function answersTo(operation: string, { emulator }: Stage): (number | string | null)[] {
  return emulator
    .journal()
    .filter((entry) => entry.operation === operation)
    .map(({ status }) => status);
}

function onlyCluster({ emulator }: Stage) {
  const [cluster, ...others] = emulator.state().clusters.filter(({ status }) => status === "in_service");
  check(cluster !== undefined && others.length === 0, "exactly one cluster should be in service");
  return cluster;
}

/** What a calendar and a clock where the window is kept show, by the emulator's time. */
export function momentOf({ clock }: Pick<Stage["emulator"], "clock">): string {
  const wall = wallClock(TIMEZONE)(clock.now());
  const day = dayOfWeek(wall);
  const [date, time] = new Date(wall).toISOString().slice(0, 16).split("T");
  return `${day.charAt(0).toUpperCase()}${day.slice(1)} ${date} ${time} ${TIMEZONE}`;
}

/** Ten o'clock of a Wednesday, there: the window of the story is some days away. The same in every run. */
export const START = firstShowing(wallClock(TIMEZONE), Date.UTC(2026, 10, 18, 10));

function check(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new DemoFailure(`Not as expected: ${otherwise}.`);
}
