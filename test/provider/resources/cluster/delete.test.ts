import type { Observed } from "../../../../src/client";
import type { Termination } from "../../../../src/client/clusters/writes";
import { WaitTimeoutError } from "../../../../src/client/waits/wait";
import { deleteCluster } from "../../../../src/provider/resources/cluster/resource";
import { answering, serviceOf } from "../../kit";
import { changeOf, NOW } from "../../shared/changes/kit";
import { MISSING, record, seen } from "../../support";
import { clusterCall, KNOWN, values } from "./kit";

const STATE = values({ id: "c-1", name: "products" });
const INITIATED: Termination = { kind: "initiated" };
const leaving = (status: string) => seen(record({ status }));

/** Deletes a cluster whose terminate answers `termination`, followed by these polls and then the timeout. */
function ending(
  termination: Termination,
  polls: readonly Observed[] = [],
  listed = [record({ id: "c-9" })],
  before = KNOWN,
) {
  const terminated: string[] = [];
  const service = serviceOf(
    {
      terminateCluster: async (id) => {
        terminated.push(id);
        return termination;
      },
      waitForCluster: async (_, spec) => {
        for (const poll of polls) if (spec.judge(poll) === "done") return poll;
        throw new WaitTimeoutError(spec.describe, 1000, polls.at(-1), null);
      },
    },
    listed,
  );
  const call = clusterCall(service, before);
  return { call, terminated, run: (state = STATE) => deleteCluster(call, state) };
}

test.each<[string, Termination, Observed[]]>([
  ["404", INITIATED, [leaving("deprovisioning"), MISSING]],
  ["terminated, after a read that still saw it", INITIATED, [seen(record()), leaving("terminated")]],
  [
    "terminated, when it was leaving before",
    leaving("deprovisioning") as Termination,
    [leaving("terminated")],
  ],
])("is done at %s, without a warning", async (_, termination, polls) => {
  const { call, terminated, run } = ending(termination, polls);
  await run();
  expect([terminated, call.warnings]).toEqual([["c-1"], []]);
});

test.each<[string, Termination, Observed[], string]>([
  [
    "still deprovisioning when the time is up",
    INITIATED,
    [leaving("deprovisioning")],
    "is still deprovisioning",
  ],
  ["not found at all", MISSING as Termination, [], "was not found"],
])("%s is done, with a warning", async (_, termination, polls, words) => {
  const { call, run } = ending(termination, polls);
  await run();
  expect(call.warnings).toMatchObject([{ summary: `Cluster "products" (c-1) ${words}` }]);
});

test("unchanged at the timeout is an error", async () => {
  await expect(ending(INITIATED, [seen(record())]).run()).rejects.toThrow(WaitTimeoutError);
});

test("not found but listed is an error", async () => {
  const { run } = ending(MISSING as Termination, [], [record()]);
  await expect(run()).rejects.toThrow("lists it as in_service");
});

test.each([
  ["a protected cluster, whatever the plan said", { termination_protection: true }, KNOWN, "is protected"],
  ["a cluster of another service", {}, { ...KNOWN, host: "old.example" }, "is not at api.example"],
])("%s is not touched", async (_, changes, before, words) => {
  const { terminated, run } = ending(INITIATED, [], [], before);
  await expect(run({ ...STATE, ...changes })).rejects.toThrow(words);
  expect(terminated).toEqual([]);
});

test("a cluster without an id needs no request", async () => {
  const { terminated, run } = ending(INITIATED);
  await run(values());
  expect(terminated).toEqual([]);
});

test("a refusal names the change that prevents it, with its time", async () => {
  const service = serviceOf({
    serverNow: () => NOW,
    terminateCluster: () => Promise.reject(answering(422)),
    changes: async () => [changeOf({ new_memory: "16_gb" })],
  });
  await expect(deleteCluster(clusterCall(service), STATE)).rejects.toMatchObject({
    summary: "No",
    detail: expect.stringMatching(/says\. .*ch1 \(memory 16_gb, due 2026-01-01T01:00:00Z, pending\)/),
  });
});
