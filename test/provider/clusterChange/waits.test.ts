import type { ChangeContext } from "../../../src/provider/clusterChange/reconcile";
import { awaitChange } from "../../../src/provider/clusterChange/waits";
import { FakeService } from "./fakeService";
import { changeOf, clusterOf, NOW, SINGLE } from "./kit";

const BIG = { ...SINGLE, memory: "16_gb" };
const own = changeOf({ id: "own", new_memory: "16_gb" });

function context({ client }: FakeService): ChangeContext {
  const { signal } = new AbortController();
  return { client, signal, deadline: NOW + 1000, timeout: "1s", warn: () => {}, onChange: () => {} };
}

test("first the change is waited for, then the cluster until it shows what the change has brought", async () => {
  const service = new FakeService(SINGLE, own);
  // The record says that it is done before the cluster does.
  service.onWait.push((it) => {
    it.becomes("own", "succeeded");
    it.runs(SINGLE);
  });
  service.onClusterLook.push(
    () => {},
    (it) => {
      it.cluster = clusterOf(BIG, { status: "initializing" });
    },
    (it) => it.runs(BIG),
  );
  const cluster = await awaitChange("c-1", own, BIG, false, context(service));
  expect(cluster).toEqual(clusterOf(BIG));
  expect(service.asked).toEqual(["wait own", "wait for the cluster"]);
});

test("more than was asked for will do where the service may raise it", async () => {
  const service = new FakeService(SINGLE, own);
  service.onWait.push((it) => {
    it.becomes("own", "succeeded");
    it.runs({ ...SINGLE, memory: "64_gb", vcpu: "8_vcpus" });
  });
  const cluster = await awaitChange("c-1", own, BIG, true, context(service));
  expect(cluster.memory).toBe("64_gb");
});

test.each<[status: string, summary: string, detail: RegExp]>([
  [
    "failed",
    "Configuration change own of cluster c-1 has failed",
    /^Configuration change own \(memory 16_gb, .*, failed\)\. The service leaves the cluster in a state between old and new/,
  ],
  [
    "canceled",
    "Configuration change own of cluster c-1 was cancelled outside of Terraform",
    /canceled\)\. The next plan shows what is missing\.$/,
  ],
])("a change that ended as %s is an error that names it", async (status, summary, detail) => {
  const service = new FakeService(SINGLE, own);
  service.onWait.push((it) => it.becomes("own", status));
  await expect(awaitChange("c-1", own, BIG, false, context(service))).rejects.toMatchObject({
    summary,
    detail: expect.stringMatching(detail),
  });
  expect(service.asked).toEqual(["wait own"]);
});

test("a cluster that goes away meanwhile is said to have", async () => {
  const service = new FakeService(SINGLE, own);
  service.onClusterLook.push((it) => {
    it.cluster = undefined;
  });
  await expect(awaitChange("c-1", own, BIG, false, context(service))).rejects.toMatchObject({
    summary: "Cluster c-1 is gone",
  });
});
