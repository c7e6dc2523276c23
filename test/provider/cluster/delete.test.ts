import { type Observed, type Termination, WaitTimeout } from "../../../src/client";
import { deleteCluster } from "../../../src/provider/cluster/delete";
import { changeOf, NOW } from "../clusterChange/kit";
import { call, MISSING, record, seen, service, values } from "../support";

const STATE = values({ id: "c-1", name: "products" });
const KEPT = { id: "c-1", host: "api.example", protected: false };

/** A service whose terminate answers `termination`, and whose looks are `looks`; out of looks, the time is up. */
function ending(termination: Termination, looks: readonly Observed[] = [], listed = [record({ id: "c-9" })]) {
  const terminated: string[] = [];
  const fake = service(listed, {
    client: {
      terminateCluster: async (id) => {
        terminated.push(id);
        return termination;
      },
      waitForCluster: async (_, spec) => {
        for (const look of looks) if (spec.judge(look) === "done") return look;
        throw new WaitTimeout(spec.describe, 1000, looks.at(-1), null);
      },
    },
  });
  return { fake, terminated };
}

const leaving = (status: string) => seen(record({ status }));

test.each<[string, Termination, Observed[]]>([
  ["404", { kind: "initiated" }, [leaving("deprovisioning"), MISSING]],
  ["terminated", { kind: "initiated" }, [leaving("deprovisioning"), leaving("terminated")]],
  ["terminated, on its way before", leaving("deprovisioning") as Termination, [leaving("terminated")]],
  [
    "terminated, after a look that still saw it",
    { kind: "initiated" },
    [seen(record()), leaving("terminated")],
  ],
])("is done at %s, and says nothing", async (_, termination, looks) => {
  const { fake, terminated } = ending(termination, looks);
  const doing = call(fake, { kept: KEPT });
  await deleteCluster(doing, STATE);
  expect([terminated, doing.said]).toEqual([["c-1"], []]);
});

test("still deprovisioning when the time is up is done, with a warning", async () => {
  const doing = call(ending({ kind: "initiated" }, [leaving("deprovisioning")]).fake, { kept: KEPT });
  await deleteCluster(doing, STATE);
  expect(doing.said).toMatchObject([{ summary: 'Cluster "products" (c-1) is still deprovisioning' }]);
});

test("there as ever when the time is up is an error", async () => {
  const doing = call(ending({ kind: "initiated" }, [seen(record())]).fake, { kept: KEPT });
  await expect(deleteCluster(doing, STATE)).rejects.toThrow(WaitTimeout);
});

test("not found at all is done, with a warning of both that it can mean", async () => {
  const doing = call(ending(MISSING as Termination).fake, { kept: KEPT });
  await deleteCluster(doing, STATE);
  expect(doing.said).toMatchObject([{ summary: 'Cluster "products" (c-1) was not found' }]);
});

test("not found but listed is an error", async () => {
  const doing = call(ending(MISSING as Termination, [], [record()]).fake, { kept: KEPT });
  await expect(deleteCluster(doing, STATE)).rejects.toThrow("lists it as in_service");
});

test.each([
  ["a protected cluster, whatever the plan said", { termination_protection: true }, KEPT, "is protected"],
  ["a cluster of another service", {}, { ...KEPT, host: "old.example" }, "is not at api.example"],
])("%s is not touched", async (_, changes, kept, words) => {
  const { fake, terminated } = ending({ kind: "initiated" });
  await expect(deleteCluster(call(fake, { kept }), { ...STATE, ...changes })).rejects.toThrow(words);
  expect(terminated).toEqual([]);
});

test("what never had an id needs no request", async () => {
  const { fake, terminated } = ending({ kind: "initiated" });
  await deleteCluster(call(fake), values());
  expect(terminated).toEqual([]);
});

test("a refusal names the change that is in the way, with its moment", async () => {
  const refused = Object.assign(new Error(), {
    name: "ApiError",
    kind: "refused",
    summary: "No",
    detail: "Busy.",
  });
  const scheduled = changeOf({ new_memory: "16_gb" });
  const fake = service([], {
    client: {
      pollInterval: 1000,
      serverNow: () => NOW,
      terminateCluster: () => Promise.reject(refused),
      read: async () => seen(record()),
      changes: async () => [scheduled],
      cloningOperations: async () => [],
    },
  });
  await expect(deleteCluster(call(fake, { kept: KEPT }), STATE)).rejects.toMatchObject({
    summary: "No",
    detail: expect.stringMatching(/^Busy\. .*ch1 \(memory 16_gb, due 2026-01-01T01:00:00Z, pending\)/),
  });
});
