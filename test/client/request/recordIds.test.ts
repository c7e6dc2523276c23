import type { Client } from "../../../src/client";
import { createKnownRecords, recordName, recordNamesIn } from "../../../src/client/resolve/knownRecords";
import { bench, never, rejection } from "../kit/client";
import { START } from "../kit/clock";
import { change, clone, cluster, parameter } from "../kit/records";
import { Account, ChangesService, ClonesService, ParametersService } from "../kit/service";
import { json } from "../kit/transport";

/** An id that an answer names is a claim: later requests would go to it (docs/design/laws.md#named-by-an-answer). */

const options = { signal: never() };
const BODY = { name: "new", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };

describe("an answer about another record than the one that was asked for", () => {
  test.each<[string, object, (client: Client) => Promise<unknown>]>([
    ["a change", change({ id: "x" }), (client) => client.readChange("c1", "own", options)],
    ["a clone", clone({ id: "x" }), (client) => client.readCloningOperation("c1", "own", options)],
    ["a parameter", parameter({ id: "x" }), (client) => client.readParameter("c1", "own", options)],
    ["an update", parameter({ id: "x" }), (client) => client.updateParameter("c1", "own", "5", options)],
  ])("%s: what is asked next goes to the same", async (_, answered, read) => {
    const { client } = bench(() => json(200, answered));
    expect(await read(client)).toMatchObject({ id: "own" });
  });

  test("a cluster: it is none", async () => {
    const { client, transport } = bench(() => json(200, cluster({ id: "x" })));
    expect(await rejection(client.read("c1", "fresh", options))).toMatchObject({
      kind: "contract",
      detail: expect.stringContaining("answered with status 200, the cluster x instead of c1."),
    });
    expect(transport.requests).toHaveLength(1);
  });

  test("an update of a cluster: the next read shows its outcome", async () => {
    const account = new Account(cluster({ id: "c1" }), cluster({ id: "x" }));
    account.next("PATCH", (_, work) => {
      work();
      return json(200, { cluster: cluster({ id: "x", name: "new" }) });
    });
    const { client, transport } = bench(account.handler);
    expect(await client.updateCluster("c1", { name: "new" }, options)).toMatchObject({
      id: "c1",
      name: "new",
    });
    expect(transport.lines).toEqual(["PATCH /clusters/c1", "GET /clusters/c1"]);
  });

  test("a cancel: the one that was cancelled is answered", async () => {
    const service = new ClonesService(clone({ id: "cl1", status: "pending" }));
    service.next("PATCH", (_, work) => {
      work();
      return json(200, { cloning_operation: clone({ id: "x", status: "canceled" }) });
    });
    const { client } = bench(service.handler);
    expect(await client.cancelCloningOperation("c1", "cl1", options)).toMatchObject({
      kind: "canceled",
      record: { id: "cl1" },
    });
  });
});

describe("a create that is answered with a record that was there before", () => {
  const kinds = {
    cluster: {
      start: () => new Account(cluster({ id: "old" })),
      answer: { cluster: cluster({ id: "old", name: "new" }) },
      create: (client: Client) => client.createCluster(BODY, options),
    },
    change: {
      start: () => new ChangesService(change({ id: "old", status: "succeeded" })),
      answer: { configuration_change: change({ id: "old" }) },
      create: (client: Client) =>
        client.createChange("c1", { perform_change_at: START / 1000 + 30, new_memory: "16_gb" }, options),
    },
    clone: {
      start: () => new ClonesService(clone({ id: "old", status: "succeeded" })),
      answer: { cloning_operation: clone({ id: "old" }) },
      create: (client: Client) => client.createCloningOperation("c1", {}, options),
    },
    "server parameter": {
      start: () => new ParametersService(parameter({ id: "old", parameter_name: "other" })),
      answer: parameter({ id: "old", parameter_name: "max-per-page", parameter_value: "5" }),
      create: async (client: Client) => {
        await client.parameters("c1", options);
        return client.createParameter(
          "c1",
          { parameter_name: "max-per-page", parameter_value: "5" },
          options,
        );
      },
    },
  };
  const isRead = (line: string) => line.startsWith("GET");

  test.each(Object.entries(kinds))("%s: what it has created is found by reading", async (_, kind) => {
    const service = kind.start();
    service.next("POST", (_request, work) => {
      work();
      return json(201, kind.answer);
    });
    const { client, transport } = bench(service.handler);
    expect(await kind.create(client)).toMatchObject({ id: "new-2" });
    expect(transport.lines.filter((line) => !isRead(line))).toHaveLength(1);
  });

  test.each(Object.entries(kinds))("%s: nothing was created, so it is requested again", async (_, kind) => {
    const service = kind.start();
    service.next("POST", () => json(201, kind.answer));
    const { client, transport } = bench(service.handler);
    expect(await kind.create(client)).toMatchObject({ id: "new-2" });
    expect(transport.lines.filter((line) => !isRead(line))).toHaveLength(2);
  });

  test("an unnamed cluster: nothing tells which one it is, so it is an error that names the one that it is not", async () => {
    const service = new Account(cluster({ id: "old", name: null }));
    service.next("POST", () => json(201, { cluster: cluster({ id: "old", name: null }) }));
    const { client } = bench(service.handler);
    await client.readChange("c1", "ch1", options).catch(() => undefined);
    const { name: _, ...unnamed } = BODY;
    expect(await rejection(client.createCluster(unnamed, options))).toMatchObject({
      kind: "lost_write",
      ids: [],
      detail: expect.stringContaining("the cluster old, which was there before this request"),
    });
  });
});

test("a server parameter that is answered with another name is looked for in the list", async () => {
  const service = new ParametersService();
  service.next("POST", (_, work) => {
    work();
    return json(201, parameter({ id: "x", parameter_name: "other" }));
  });
  const { client } = bench(service.handler);
  const body = { parameter_name: "max-per-page", parameter_value: "5" };
  expect(await client.createParameter("c1", body, options)).toMatchObject({ id: "new-1" });
});

describe("known records", () => {
  const page = { page: 1, per_page: 10, total: 1 };
  const [one, another, third] = [cluster({ id: "x" }), change({ id: "x" }), clone({ id: "x" })];

  test("an answer holds its clusters, and changes and clones of the cluster in the path", () => {
    const clusters = [recordName("cluster", "x")];
    expect(recordNamesIn("listClusters", undefined, { ...page, clusters: [one] })).toEqual(clusters);
    expect(recordNamesIn("getCluster", undefined, one)).toEqual(clusters);
    expect(recordNamesIn("createCluster", undefined, { cluster: one })).toEqual(clusters);
    expect(recordNamesIn("updateCluster", undefined, { cluster: one })).toEqual(clusters);

    const changes = [recordName("configuration change", "c1", "x")];
    const change = { configuration_change: another };
    expect(
      recordNamesIn("listConfigurationChanges", "c1", { ...page, configuration_changes: [another] }),
    ).toEqual(changes);
    expect(recordNamesIn("getConfigurationChange", "c1", another)).toEqual(changes);
    expect(recordNamesIn("createConfigurationChange", "c1", change)).toEqual(changes);
    expect(recordNamesIn("cancelConfigurationChange", "c1", change)).toEqual(changes);

    const clones = [recordName("cloning operation", "c1", "x")];
    const clone = { cloning_operation: third };
    expect(recordNamesIn("listCloningOperations", "c1", { ...page, cloning_operations: [third] })).toEqual(
      clones,
    );
    expect(recordNamesIn("getCloningOperation", "c1", third)).toEqual(clones);
    expect(recordNamesIn("createCloningOperation", "c1", clone)).toEqual(clones);
    expect(recordNamesIn("cancelCloningOperation", "c1", clone)).toEqual(clones);
  });

  test("records seen before a snapshot were known, and results of our creates always are", () => {
    const knowledge = createKnownRecords();
    knowledge.note("before");
    const wasKnown = knowledge.before();
    knowledge.note("after");
    knowledge.note("ours");
    knowledge.claim("ours");
    knowledge.note("before");
    expect(["before", "after", "ours", "never"].map(wasKnown)).toEqual([true, false, true, false]);
    expect(knowledge.before()("after")).toBe(true);
  });
});
