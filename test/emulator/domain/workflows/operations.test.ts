import { call, emulators, emulatorsOf, NOW, recordIn, refusal } from "../../support";
import { KINDS } from "./kinds";

const start = emulators();
const one = emulatorsOf({});
const QUICK = { clone_pending_seconds: 3_600, clone_seconds: 60, change_seconds: 60 };
const CANCEL = { json: { status: "canceled" } };

describe.each(KINDS)("the operations of a $noun", (kind) => {
  const { noun, below, record, list, seeds, json, later, capability } = kind;
  const path = `/clusters/abc/${below}`;
  const title = noun.replace(/^./, (letter) => letter.toUpperCase());
  const begun = (assumptions: object = {}) => one({ ...QUICK, ...assumptions });
  type Emulator = Awaited<ReturnType<typeof begun>>;
  const create = (emulator: Emulator, body: object = json) => call(emulator, `POST ${path}`, { json: body });
  const created = async (emulator: Emulator) => recordIn(await create(emulator), record).id;
  const statuses = (emulator: Emulator) => emulator.state()[seeds].map(({ status }) => status);

  test("creating one without a payment method answers 402", async () => {
    const emulator = await begun();
    emulator.setAccount({ payment_method: false });
    expect(await create(emulator)).toMatchObject(refusal(402, kind.payment));
    expect(statuses(emulator)).toEqual([]);
  });

  test.each([422, 400])("of a cluster that is not in service answers %i", async (refused) => {
    const emulator = await one({ [kind.outOfService]: String(refused) }, { status: "suspended" });
    const message = `Cluster abc is suspended; only one that is in_service can be ${kind.participle}`;
    expect(await create(emulator)).toMatchObject(refusal(refused, message));
  });

  test.each([
    ["422", "unprocessable"],
    ["400", "invalid_request"],
    ["409", "conflict"],
  ])("a second one answers %s until the first is over", async (refused, error) => {
    const emulator = await begun({ [kind.busy]: refused, error_detail: "messages_and_error" });
    const id = await created(emulator);
    for (const [seconds, status] of [
      [0, "pending"],
      [3_600, "in_progress"],
    ] as const) {
      emulator.advance(seconds);
      const message = `Cluster abc has a ${noun} already: ${id} is ${status}`;
      const body = { success: false, message, error };
      expect(await create(emulator, later)).toMatchObject({ status: Number(refused), body });
    }
    emulator.advance(60);
    expect((await create(emulator, later)).status).toBe(201);
  });

  test.each([
    ["null", null],
    ["value", NOW + 60],
  ])("a cancel answers the record, completed_at %s, and frees the cluster", async (assumed, completed_at) => {
    const emulator = await begun({ completed_at_of_canceled: assumed });
    const id = await created(emulator);
    emulator.advance(60);
    const canceled = await call(emulator, `PATCH ${path}/${id}`, CANCEL);
    const expected = { id, status: "canceled", updated_at: NOW + 60, completed_at };
    expect(canceled).toMatchObject({ status: 200, body: { success: true, [record]: expected } });
    emulator.advance(86_400);
    expect((await call(emulator, `GET ${path}/${id}`)).body).toEqual(recordIn(canceled, record));
    expect(emulator.state().clusters).toHaveLength(1);
    expect((await create(emulator, later)).status).toBe(201);
  });

  test.each([
    ["in_progress", 422],
    ["canceled", 400],
  ])("a cancel of one that is %s answers %i", async (status, refused) => {
    const emulator = await one({ [kind.tooLate]: String(refused) }, { [seeds]: [{ id: "w1", status }] });
    const message = `${title} w1 is ${status}; only a pending one can be canceled`;
    expect(await call(emulator, `PATCH ${path}/w1`, CANCEL)).toMatchObject(refusal(refused, message));
    expect(statuses(emulator)).toEqual([status]);
  });

  describe("the list", () => {
    const three = [
      { id: "b", status: "failed", created_at: 1_798_000_300 },
      { id: "a", status: "canceled", created_at: 1_798_000_100 },
      { id: "c", status: "failed", created_at: 1_798_000_200 },
    ];
    const seed = { clusters: [{ id: "abc", [seeds]: three }, { id: "other" }] };

    test.each([
      ["abc", "newest_first", ["b", "c", "a"]],
      ["abc", "oldest_first", ["a", "c", "b"]],
      ["other", "newest_first", []],
    ])("of %s, %s: those of this cluster, in an envelope", async (cluster, list_order, ids) => {
      const emulator = await start({ seed, assumptions: { list_order } });
      const { status, body } = await call(emulator, `GET /clusters/${cluster}/${below}`);
      const items = ids.map((id) => expect.objectContaining({ id }));
      expect([status, body]).toEqual([200, { page: 1, per_page: 10, total: ids.length, [list]: items }]);
    });

    test("of two created in one second, the later comes first; at most 10 are on a page", async () => {
      const emulator = await begun();
      const ids = [];
      for (const _ of [1, 2]) {
        const id = await created(emulator);
        await call(emulator, `PATCH ${path}/${id}`, CANCEL);
        ids.unshift({ id });
      }
      expect((await call(emulator, `GET ${path}?per_page=10`)).body).toMatchObject({ [list]: ids });
      const larger = refusal(400, "per_page must be a whole number from 1 to 10");
      expect(await call(emulator, `GET ${path}?per_page=11`)).toMatchObject(larger);
    });
  });

  describe("permissions", () => {
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
      ["one", "POST hidden", 404],
      ["one", "PATCH hidden/w2", 404],
      ["one", "GET abc/w2", 404],
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

  test.each([
    ["pending", "canceled"],
    ["in_progress", "failed"],
  ])("one that is %s when its cluster is terminated becomes %s", async (status, left) => {
    const emulator = await one({}, { [seeds]: [{ status }] });
    await call(emulator, "POST /clusters/abc/lifecycle", { json: { lifecycle_action: "terminate" } });
    expect(statuses(emulator)).toEqual([left]);
    emulator.advance(3_600);
    expect((await call(emulator, `GET ${path}`)).status).toBe(404);
  });
});

describe("a change and a clone", () => {
  const CLONE = "POST /clusters/abc/cloning-operations";
  const CHANGE = "POST /clusters/abc/configuration-changes";
  const RESTART = { json: { perform_change_at: NOW + 3_600 } };

  test("exclude each other", async () => {
    const emulator = await one({ second_change_status: "409", clone_refused_status: "400" });
    const id = emulator.cloneOutside("abc");
    const busy = refusal(409, `Cluster abc has a cloning operation already: ${id} is pending`);
    expect(await call(emulator, CHANGE, RESTART)).toMatchObject(busy);
    emulator.cancelCloneOutside("abc", id);
    expect((await call(emulator, CHANGE, RESTART)).status).toBe(201);
    const other = expect.stringContaining("Cluster abc has a configuration change already: ");
    expect(await call(emulator, CLONE)).toMatchObject(refusal(400, other));
  });

  test("or do not exclude each other", async () => {
    const emulator = await one({ ...QUICK, clone_counts_as_change: "no" });
    const answers = [await call(emulator, CLONE), await call(emulator, CHANGE, RESTART)];
    answers.push(await call(emulator, CLONE));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    emulator.advance(3_660);
    expect((await call(emulator, "GET /clusters")).body).toMatchObject({ total: 3 });
  });
});
