import type { Client } from "../../../src/client";
import { Account, cluster } from "../kit/account";
import { ChangesService, change } from "../kit/changes";
import { bench, never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { ClonesService, clone } from "../kit/clones";
import type { FaultyService } from "../kit/faults";
import { ParametersService, parameter } from "../kit/parameters";
import { json } from "../kit/transport";

/** Answers that read as success and are none: an error, which keeps the state of whoever called (docs/design/laws.md#l8). */

const signal = never();
const OFTEN = 10;

interface Write {
  readonly method: string;
  readonly service: () => FaultyService;
  readonly run: (client: Client) => Promise<unknown>;
}

const account = () => {
  const made = new Account();
  made.clusters.push(cluster());
  return made;
};
const scheduled = () => {
  const made = new ChangesService();
  made.changes.push(change({ perform_change_at: START / 1000 + 3_600 }));
  return made;
};
const cloning = () => {
  const made = new ClonesService();
  made.clones.push(clone());
  return made;
};
const NEW = { name: "new", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };
const SET = { parameter_name: "cache-num-entries", parameter_value: "5000" };

const WRITES: Readonly<Record<string, Write>> = {
  createCluster: { method: "POST", service: account, run: (client) => client.createCluster(NEW, { signal }) },
  updateCluster: {
    method: "PATCH",
    service: account,
    run: (client) => client.updateCluster("c1", { name: "renamed" }, { signal }),
  },
  terminateCluster: {
    method: "POST",
    service: account,
    run: (client) => client.terminateCluster("c1", { signal }),
  },
  issueApiKeys: { method: "POST", service: account, run: (client) => client.issueApiKeys("c1", { signal }) },
  createChange: {
    method: "POST",
    service: () => new ChangesService(),
    run: (client) => client.createChange("c1", { perform_change_at: START / 1000 + 3_600 }, { signal }),
  },
  cancelChange: {
    method: "PATCH",
    service: scheduled,
    run: (client) => client.cancelChange("c1", "ch1", { signal }),
  },
  createCloningOperation: {
    method: "POST",
    service: () => new ClonesService(),
    run: (client) => client.createCloningOperation("c1", {}, { signal }),
  },
  cancelCloningOperation: {
    method: "PATCH",
    service: cloning,
    run: (client) => client.cancelCloningOperation("c1", "cl1", { signal }),
  },
  createParameter: {
    method: "POST",
    service: () => new ParametersService(),
    run: (client) => client.createParameter("c1", SET, { signal }),
  },
  updateParameter: {
    method: "PATCH",
    service: () => new ParametersService(parameter()),
    run: (client) => client.updateParameter("c1", "p1", "250", { signal }),
  },
  deleteParameter: {
    method: "DELETE",
    service: () => new ParametersService(parameter()),
    run: (client) => client.deleteParameter("c1", "p1", { signal }),
  },
};

describe.each(Object.entries(WRITES))("%s, not done", (_, { method, service, run }) => {
  const answered = async (status: number, body: unknown) => {
    const faulty = service();
    for (let times = 0; times < OFTEN; times += 1) faulty.next(method, () => json(status, body));
    return rejection(run(bench(faulty.handler).client));
  };

  test.each<[string, unknown]>([
    ["an Error body", { success: false, message: "Not today" }],
    ["an Error body without `success`", { message: "Not today", error: "conflict" }],
  ])("answered as success with %s: what the service said", async (_name, body) => {
    expect(await answered(200, body)).toMatchObject({
      kind: "invalid",
      status: 200,
      serverMessage: expect.stringContaining("Not today"),
    });
  });

  test.each<[string, unknown]>([
    [
      "an Error body that holds a record",
      { success: false, message: "Not today", cluster: cluster(), id: "x" },
    ],
    ["a list", []],
  ])("answered as success with %s: nobody knows what became of it", async (_name, body) => {
    expect(await answered(200, body)).toMatchObject({ kind: "lost_write", operation: expect.anything() });
  });
});

test.each(["createCluster", "updateCluster", "cancelChange", "cancelCloningOperation", "issueApiKeys"])(
  "%s, answered with an envelope without the record: nobody knows what became of it",
  async (name) => {
    const { method, service, run } = WRITES[name] as Write;
    const faulty = service();
    for (let times = 0; times < OFTEN; times += 1) faulty.next(method, () => json(200, { success: true }));
    expect(await rejection(run(bench(faulty.handler).client))).toMatchObject({ kind: "lost_write" });
  },
);

test("a cancel that is accepted with a record that is still pending is an error", async () => {
  const service = cloning();
  for (let times = 0; times < OFTEN; times += 1)
    service.next("PATCH", () => json(200, { success: true, cloning_operation: clone() }));
  expect(
    await rejection(WRITES.cancelCloningOperation?.run(bench(service.handler).client) ?? Promise.resolve()),
  ).toMatchObject({
    kind: "lost_write",
    detail: expect.stringContaining("still reads pending"),
  });
});
