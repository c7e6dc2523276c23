import { call, emulators } from "../support";
import { KINDS } from "./kinds";

const start = emulators();
const QUICK = { clone_pending_seconds: 3_600, clone_seconds: 60, change_seconds: 60 };
const CANCEL = { json: { status: "canceled" } };
type Listed = { id: string; status: string };

describe.each(KINDS)("the operations of a $noun", (kind) => {
  const { noun, below, record, list, seeds, json, capability } = kind;
  const path = `/clusters/abc/${below}`;
  const title = noun.replace(/^./, (letter) => letter.toUpperCase());
  const recordOf = (body: unknown) => (body as { [key: string]: Listed })[record] ?? { id: "", status: "" };
  const begun = (assumptions: Readonly<Record<string, unknown>> = {}) =>
    start({ seed: { clusters: [{ id: "abc" }] }, assumptions: { ...QUICK, ...assumptions } });
  const seeded = (status: string, assumptions = {}) =>
    start({ seed: { clusters: [{ id: "abc", [seeds]: [{ id: "w1", status }] }] }, assumptions });
  const statuses = (emulator: Awaited<ReturnType<typeof begun>>) =>
    emulator.state()[seeds].map(({ status }) => status);

  test("creating one without a payment method answers 402", async () => {
    const emulator = await begun();
    emulator.setAccount({ payment_method: false });
    const body = { success: false, message: kind.payment };
    expect(await call(emulator, `POST ${path}`, { json })).toMatchObject({ status: 402, body });
    expect(statuses(emulator)).toEqual([]);
  });

  test.each([
    ["provisioning", "422"],
    ["suspended", "400"],
    ["deprovisioning", "422"],
  ])("of a cluster that is %s answers %s", async (status, refused) => {
    const assumptions = { [kind.outOfService]: refused, provisioning_seconds: 3_600 };
    const emulator = await start({ seed: { clusters: [{ id: "abc", status }] }, assumptions });
    expect(await call(emulator, `POST ${path}`, { json })).toMatchObject({
      status: Number(refused),
      body: { message: `Cluster abc is ${status}; only one that is in_service can be ${kind.participle}` },
    });
  });

  test.each([
    ["422", "unprocessable"],
    ["400", "invalid_request"],
    ["409", "conflict"],
  ])("a second one answers %s until the first is over", async (status, error) => {
    const emulator = await begun({ [kind.busy]: status, error_detail: "messages_and_error" });
    const { id } = recordOf((await call(emulator, `POST ${path}`, { json })).body);
    const again = async () =>
      call(emulator, `POST ${path}`, {
        json: kind.kind === "clone" ? {} : { perform_change_at: 1_900_000_000 },
      });
    for (const [seconds, state] of [
      [0, "pending"],
      [3_600, "in_progress"],
    ] as const) {
      emulator.advance(seconds);
      const message = `Cluster abc has a ${noun} already: ${id} is ${state}`;
      expect(await again()).toMatchObject({
        status: Number(status),
        body: { success: false, message, error },
      });
    }
    emulator.advance(60);
    expect((await again()).status).toBe(201);
  });

  test.each([
    ["null", null],
    ["value", 1_798_761_660],
  ])(
    "a cancel answers the record, completed_at %s, and nothing comes of it",
    async (assumed, completed_at) => {
      const emulator = await begun({ completed_at_of_canceled: assumed });
      const before = emulator.state().clusters.map(({ id, memory }) => [id, memory]);
      const { id } = recordOf((await call(emulator, `POST ${path}`, { json })).body);
      emulator.advance(60);
      const canceled = await call(emulator, `PATCH ${path}/${id}`, CANCEL);
      expect(canceled).toMatchObject({
        status: 200,
        body: {
          success: true,
          [record]: { id, status: "canceled", updated_at: 1_798_761_660, completed_at },
        },
      });
      emulator.advance(86_400);
      expect((await call(emulator, `GET ${path}/${id}`)).body).toEqual(recordOf(canceled.body));
      expect(emulator.state().clusters.map((one) => [one.id, one.memory])).toEqual(before);
      expect(
        (
          await call(emulator, `POST ${path}`, {
            json: kind.kind === "clone" ? {} : { perform_change_at: 1_900_000_000 },
          })
        ).status,
      ).toBe(201);
    },
  );

  test.each([
    ["in_progress", "422"],
    ["succeeded", "422"],
    ["failed", "400"],
    ["canceled", "400"],
  ])("a cancel of one that is %s answers %s", async (status, refused) => {
    const emulator = await seeded(status, { [kind.tooLate]: refused });
    expect(await call(emulator, `PATCH ${path}/w1`, CANCEL)).toMatchObject({
      status: Number(refused),
      body: { message: `${title} w1 is ${status}; only a pending one can be canceled` },
    });
    expect(statuses(emulator)).toEqual([status]);
  });

  test.each([
    [{}, "status is required"],
    [{ status: "pending" }, "status must be one of canceled"],
    [{ status: "canceled", reason: "x" }, "reason is not allowed"],
  ])("a cancel with %j answers 400", async (body, message) => {
    const emulator = await seeded("pending");
    const answer = await call(emulator, `PATCH ${path}/w1`, { json: body });
    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect(statuses(emulator)).toEqual(["pending"]);
  });

  describe("the list", () => {
    const three = [
      { id: "b", status: "failed", created_at: 1_798_000_300 },
      { id: "a", status: "canceled", created_at: 1_798_000_100 },
      { id: "c", status: "failed", created_at: 1_798_000_200 },
    ] as const;
    const seed = { clusters: [{ id: "abc", [seeds]: [...three] }, { id: "other" }] };
    const idsOf = (body: unknown) =>
      (body as { [key: string]: Listed[] })[list]?.map(({ id }) => id).join("");

    test.each([
      ["", "newest_first", { page: 1, per_page: 10 }, "bca"],
      ["?per_page=2", "newest_first", { page: 1, per_page: 2 }, "bc"],
      ["?page=2&per_page=2", "newest_first", { page: 2, per_page: 2 }, "a"],
      ["?page=9", "newest_first", { page: 9, per_page: 10 }, ""],
      ["", "oldest_first", {}, "acb"],
      ["", "by_id", {}, "abc"],
    ])("%s, %s", async (query, list_order, envelope, ids) => {
      const emulator = await start({ seed, assumptions: { list_order } });
      const { status, body } = await call(emulator, `GET ${path}${query}`);
      expect(status).toBe(200);
      expect(Object.keys(body as object)).toEqual(["page", "per_page", "total", list]);
      expect(body).toMatchObject({ ...envelope, total: 3 });
      expect(idsOf(body)).toBe(ids);
    });

    test("of two created in one second, the later comes first", async () => {
      const emulator = await begun();
      const ids = [];
      for (const _ of [1, 2]) {
        const { id } = recordOf((await call(emulator, `POST ${path}`, { json })).body);
        await call(emulator, `PATCH ${path}/${id}`, CANCEL);
        ids.unshift(id);
      }
      expect(idsOf((await call(emulator, `GET ${path}`)).body)).toBe(ids.join(""));
    });

    test("has at most 10 on a page, and those of one cluster", async () => {
      const emulator = await start({ seed });
      expect(await call(emulator, `GET ${path}?per_page=11`)).toMatchObject({
        status: 400,
        body: { message: "per_page must be a whole number from 1 to 10" },
      });
      const { body } = await call(emulator, `GET /clusters/other/${below}`);
      expect(body).toEqual({ page: 1, per_page: 10, total: 0, [list]: [] });
    });
  });

  describe("who may do what", () => {
    const seed = {
      clusters: [
        { id: "abc", [seeds]: [{ id: "w1" }] },
        { id: "hidden", [seeds]: [{ id: "w2" }] },
      ],
      keys: [
        { name: "one", key: "emulator-one-key", preset: "admin", clusters: ["abc"] },
        { name: "reader", key: "emulator-reader-key", capabilities: ["clusters:read"] },
        { name: "writer", key: "emulator-writer-key", capabilities: [capability] },
      ],
    };
    test.each([
      ["reader", "GET abc", 200],
      ["reader", "GET abc/w1", 200],
      ["reader", "POST abc", 403],
      ["reader", "PATCH abc/w1", 403],
      ["writer", "GET abc", 403],
      ["writer", "PATCH abc/w1", 200],
      ["one", "GET hidden", 404],
      ["one", "GET hidden/w2", 404],
      ["one", "POST hidden", 404],
      ["one", "PATCH hidden/w2", 404],
      ["one", "GET abc/w2", 404],
      ["one", "GET nobody", 404],
    ])("%s: %s answers %i", async (name, short, status) => {
      const emulator = await start({ seed });
      const [method = "", cluster = "", id] = short.split(/[ /]/);
      const line = `${method} /clusters/${cluster}/${below}${id === undefined ? "" : `/${id}`}`;
      const body = { GET: {}, POST: { json }, PATCH: CANCEL }[method];
      const answer = await call(emulator, line, { key: `emulator-${name}-key`, ...body });
      expect(answer.status).toBe(status);
      const required_capability = method === "GET" ? "clusters:read" : capability;
      if (status === 403) expect(answer.body).toMatchObject({ required_capability });
    });
  });

  test.each(["shown", "404"])("below a cluster on its way out they are %s", async (children_of_leaving) => {
    const seed = { clusters: [{ id: "abc", status: "deprovisioning", [seeds]: [{ id: "w1" }] }] };
    const emulator = await start({ seed, assumptions: { children_of_leaving } });
    for (const line of [`GET ${path}`, `GET ${path}/w1`]) {
      expect((await call(emulator, line)).status).toBe(children_of_leaving === "shown" ? 200 : 404);
    }
  });

  test("of a terminated cluster one that waits is cancelled, one in progress fails", async () => {
    const clusters = ["pending", "in_progress"].map((status, place) => ({
      id: `cluster${place}`,
      [seeds]: [{ status }],
    }));
    const emulator = await start({ seed: { clusters } });
    for (const { id } of clusters) {
      await call(emulator, `POST /clusters/${id}/lifecycle`, { json: { lifecycle_action: "terminate" } });
    }
    expect(statuses(emulator)).toEqual(["canceled", "failed"]);
    emulator.advance(3_600);
    expect((await call(emulator, `GET /clusters/cluster0/${below}`)).status).toBe(404);
  });
});

describe("a change and a clone", () => {
  const lines = [
    "POST /clusters/abc/cloning-operations",
    "POST /clusters/abc/configuration-changes",
  ] as const;
  const GROW = { json: { perform_change_at: 1_798_765_200 } };

  test("refuse each other", async () => {
    const assumptions = { second_change_status: "409", clone_refused_status: "400" };
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] }, assumptions });
    const id = emulator.cloneOutside("abc");
    expect(await call(emulator, lines[1], GROW)).toMatchObject({
      status: 409,
      body: { message: `Cluster abc has a cloning operation already: ${id} is pending` },
    });
    emulator.cancelCloneOutside("abc", id);
    expect((await call(emulator, lines[1], GROW)).status).toBe(201);
    expect(await call(emulator, lines[0])).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining("Cluster abc has a configuration change already: ") },
    });
  });

  test("or they know nothing of each other", async () => {
    const assumptions = { ...QUICK, clone_counts_as_change: "no" };
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] }, assumptions });
    const statuses = [
      await call(emulator, lines[0]),
      await call(emulator, lines[1], GROW),
      await call(emulator, lines[0]),
    ].map(({ status }) => status);
    expect(statuses).toEqual([201, 201, 201]);
    emulator.advance(3_660);
    expect((await call(emulator, "GET /clusters")).body).toMatchObject({ total: 3 });
  });
});
