import { call, NOW } from "../../support";
import { ADMIN, asked, BOOKS, emulatorsWith, node, oneEmulatorWith, refused } from "../ask";

const one = emulatorsWith();
const same = oneEmulatorWith();
const CREATE = "POST /keys";
const BODY = { description: "ci", actions: ["collections:*"], collections: ["books"] };

describe("the keys of a node", () => {
  test("the value is shown once; after that only its first characters", async () => {
    const emulator = await one();
    const { status, body } = await asked(emulator, CREATE, { json: BODY });
    const { value } = body as { value: string };
    const shown = { ...BODY, id: 1, expires_at: 64_723_363_199, autodelete: false };
    expect([status, body]).toEqual([201, { ...shown, value: expect.stringMatching(/^[A-Za-z0-9]{32}$/) }]);
    const later = { ...shown, value_prefix: value.slice(0, 4) };
    expect(await asked(emulator, "GET /keys/1")).toEqual({ status: 200, body: later });
    const { body: list } = await asked(emulator, "GET /keys");
    expect(list).toEqual({ keys: [expect.objectContaining({ id: 0, value_prefix: "emul" }), later] });
  });

  test("a delete revokes it: 401 from then on, and its id is not used again", async () => {
    const emulator = await one();
    await node(emulator, CREATE, { json: { ...BODY, value: "mine" } });
    expect((await node(emulator, "GET /collections", { key: "mine" })).status).toBe(200);
    expect(await asked(emulator, "DELETE /keys/1")).toEqual({ status: 200, body: { id: 1 } });
    expect((await node(emulator, "GET /collections", { key: "mine" })).status).toBe(401);
    for (const line of ["GET /keys/1", "DELETE /keys/1"])
      expect(await asked(emulator, line)).toEqual(refused(404, "Not found."));
    expect((await asked(emulator, CREATE, { json: BODY })).body).toMatchObject({ id: 2 });
  });

  test("an expired key is rejected", async () => {
    const emulator = await one();
    await node(emulator, CREATE, { json: { ...BODY, value: "brief", expires_at: NOW + 60 } });
    const status = async () => (await node(emulator, "GET /collections", { key: "brief" })).status;
    emulator.advance(60);
    expect(await status()).toBe(200);
    emulator.advance(1);
    expect(await status()).toBe(401);
  });

  const { description: _, ...undescribed } = BODY;
  const ARRAY = "It should be an array of string.";
  test.each([
    [undescribed, 400, "Could not find a `description` key."],
    [{ description: "ci", actions: ["*"] }, 400, "Could not find a `collections` key."],
    [{ ...BODY, actions: [] }, 400, `Wrong format for \`actions\`. ${ARRAY}`],
    [{ ...BODY, collections: "books" }, 400, `Wrong format for \`collections\`. ${ARRAY}`],
    [
      { ...BODY, expires_at: "soon" },
      400,
      "Wrong format for `expires_at`. It should be an unsigned integer.",
    ],
    [{ ...BODY, value: ADMIN.value }, 409, "API key generation conflict."],
  ])("%j answers %i", async (json, status, message) => {
    expect(await asked(same, CREATE, { json })).toEqual(refused(status, message));
  });

  test("a description may be left out by assumption, and may always be empty", async () => {
    const emulator = await one({ key_without_description: "accepted" });
    const shown = { status: 201, body: expect.objectContaining({ description: "" }) };
    expect(await asked(emulator, CREATE, { json: undescribed })).toEqual(shown);
    emulator.setAssumptions({ key_without_description: "400" });
    expect(await asked(emulator, CREATE, { json: { ...BODY, description: "" } })).toEqual(shown);
  });
});

test("a create may set the value, unless the server by assumption always generates it", async () => {
  const emulator = await one();
  const json = { ...BODY, value: "chosen-before-the-request" };
  expect((await asked(emulator, CREATE, { json })).body).toMatchObject({ value: json.value });
  emulator.setAssumptions({ chosen_key_value: "ignored" });
  const { status, body } = await asked(emulator, CREATE, { json });
  expect([status, body]).toEqual([
    201,
    expect.objectContaining({ value: expect.not.stringContaining("chosen") }),
  ]);
});

describe("the pair that the management API issues", () => {
  test("grants access to the nodes: one key for everything, the other for searches", async () => {
    const emulator = await one();
    const { body } = await call(emulator, "POST /clusters/abc/api-keys");
    const { admin_key, search_only_key } = (body as { api_keys: Record<string, string> }).api_keys;
    expect((await node(emulator, "POST /collections", { key: admin_key ?? "", json: BOOKS })).status).toBe(
      201,
    );
    const search = "GET /collections/books/documents/search?q=*";
    expect((await node(emulator, search, { key: search_only_key ?? "" })).status).toBe(200);
    expect((await node(emulator, "GET /collections", { key: search_only_key ?? "" })).status).toBe(401);
  });

  test("is two normal keys; by assumption it is not listed, uses no id and cannot be revoked at a node, like a server's own key", async () => {
    const emulator = await one();
    const pair = async () => {
      const { body } = await call(emulator, "POST /clusters/abc/api-keys");
      return (body as { api_keys: { admin_key: string } }).api_keys.admin_key;
    };
    const ids = async () =>
      ((await asked(emulator, "GET /keys")).body as { keys: { id: number }[] }).keys.map(({ id }) => id);
    const listed = await pair();
    expect(await ids()).toEqual([0, 1, 2]);
    expect((await node(emulator, "DELETE /keys/1")).status).toBe(200);
    expect((await node(emulator, "GET /keys", { key: listed })).status).toBe(401);
    emulator.setAssumptions({ issued_keys_listed: "no" });
    const hidden = await pair();
    expect(await ids()).toEqual([0, 2]);
    for (const id of [3, -1, 4_294_967_295])
      expect((await node(emulator, `DELETE /keys/${id}`)).status).toBe(404);
    expect((await node(emulator, "GET /keys", { key: hidden })).status).toBe(200);
  });
});
