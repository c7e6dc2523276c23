import { createClock } from "../../../src/emulator";
import { call, emulators, emulatorsOf, over, recordIn, refusal, START } from "../support";

const start = emulators();
const one = emulatorsOf({});
const UPDATE = "PATCH /clusters/abc";

describe("requests without an operation", () => {
  test.each([
    ["GET /nowhere", "No operation has GET /nowhere"],
    ["GET /clusters/", "No operation has GET /clusters/"],
    ["DELETE /clusters/abc", "No operation has DELETE /clusters/abc"],
    ["GET /clusters/%ff", "Cluster %ff not found"],
  ])("%s answers 404", async (line, message) => {
    expect(await call(await start(), line)).toMatchObject(refusal(404, message));
  });

  test("HEAD answers 404: it is not a GET", async () => {
    expect(await call(await start(), "HEAD /account")).toMatchObject({ status: 404, body: "" });
  });

  test("a path outside the base URL answers 404 with the error body too", async () => {
    const answer = await fetch(new URL("/clusters", (await start()).baseUrl));
    const body = { success: false, message: "No operation has GET /clusters" };
    expect([answer.status, await answer.json()]).toEqual([404, body]);
  });

  test("an operation without a body answers 400 to one", async () => {
    const emulator = await one();
    const answer = await call(emulator, "POST /clusters/abc/api-keys", { json: {} });
    expect(answer).toMatchObject(refusal(400, "issueClusterApiKeys takes no request body"));
    expect(emulator.issuedKeys("abc")).toBe(0);
  });
});

describe("the form of a request", () => {
  const as = (type: string) => ({ "content-type": type });
  const rows: [text: string, headers: Record<string, string>, message: string][] = [
    ['{"name":', {}, "The request body is not valid JSON"],
    ["", {}, "The request body is not valid JSON"],
    ["[]", {}, "The request body must be a JSON object"],
    ["null", {}, "The request body must be a JSON object"],
    ["{}", as("application/jsonx"), "The content type must be application/json, not application/jsonx"],
  ];
  test.each(rows)("the body %s with %j answers 400", async (text, headers, message) => {
    expect(await call(await one(), UPDATE, { text, headers })).toMatchObject(refusal(400, message));
  });

  test("a charset is accepted", async () => {
    const request = { text: '{"name":"x"}', headers: as("application/json; charset=utf-8") };
    expect((await call(await one(), UPDATE, request)).status).toBe(200);
  });

  test.each([
    ["GET /account?verbose=1", "verbose is not a query parameter of this operation"],
    ["GET /clusters?page=1&page=2", "page must be given once"],
  ])("%s answers 400, or is accepted", async (line, message) => {
    const emulator = await start();
    const body = { success: false, message, messages: [message] };
    expect(await call(emulator, line)).toMatchObject({ status: 400, body });
    emulator.setAssumptions({ unknown_query_parameters: "ignored" });
    expect((await call(emulator, line)).status).toBe(200);
  });

  const messages = ["a is not allowed", "b is not allowed"];
  test.each([
    ["messages", { messages }],
    ["messages_and_error", { messages, error: "invalid_request" }],
    ["none", {}],
  ])("error bodies with %s", async (error_detail, more) => {
    const { body } = await call(await one({ error_detail }), UPDATE, { json: { a: 1, b: 2, name: "x" } });
    expect(body).toEqual({ success: false, message: messages.join("; "), ...more });
  });
});

describe("the clock and the rate limit in answers", () => {
  test("Date is the emulator's time, on success and refusal", async () => {
    const emulator = await start();
    const dateOf = async (line: string) => (await call(emulator, line)).headers.get("date");
    expect(await dateOf("GET /account")).toBe("Fri, 01 Jan 2027 00:00:00 GMT");
    emulator.advance(3_600);
    expect(await dateOf("GET /nowhere")).toBe("Fri, 01 Jan 2027 01:00:00 GMT");
  });

  test("with a limit of two a minute, the third answers 429 until the window has moved; other keys are not affected", async () => {
    const emulator = await start({ rate: "2/60" });
    const get = (request = {}) => call(emulator, "GET /clusters", request);
    expect(await over(emulator, [0, 20], async () => (await get()).status)).toEqual([200, 200]);
    const refused = await get();
    expect(refused).toMatchObject(refusal(429, "Management key rate limit exceeded"));
    expect(refused.headers.get("retry-after")).toBe("40");
    expect((await get({ key: "emulator-operate-key" })).status).toBe(200);
    expect(await over(emulator, [39, 1], async () => (await get()).status)).toEqual([429, 200]);
  });

  test.each([
    ["seconds", "7"],
    ["http_date", "Fri, 01 Jan 2027 00:01:00 GMT"],
    ["absent", null],
  ])("Retry-After as %s, in real seconds at any speed of the clock", async (retry_after, value) => {
    const clock = { ...createClock({ mode: "manual", start: START }), realSeconds: () => 7 };
    const emulator = await start({ clock, rate: "1/60", assumptions: { retry_after } });
    await call(emulator, "GET /account");
    const refused = await call(emulator, "GET /account");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, value]);
  });

  test("rejected requests count toward the limit by assumption", async () => {
    const emulator = await start({ rate: "1/60", assumptions: { refused_requests_count: "yes" } });
    const get = async () => (await call(emulator, "GET /account")).status;
    expect(await over(emulator, [0, 30, 30, 30], get)).toEqual([200, 429, 429, 429]);
  });
});

describe("a dialect", () => {
  const OTHER = { key: null, headers: { "x-typesense-cloud-management-api-key": "emulator-admin-key" } };
  const create = async (dialect: "typesense-cloud" | "search-cloud", version: object) => {
    const json = { memory: "4_gb", vcpu: "2_vcpus", regions: "oregon", ...version };
    const request = dialect === "search-cloud" ? {} : OTHER;
    return call(await start({ dialect }), "POST /clusters", { json, ...request });
  };

  test("names the version and the header differently", async () => {
    const version = { typesense_server_version: "29.0" };
    const created = await create("typesense-cloud", version);
    expect(created).toMatchObject({ status: 201, body: { cluster: version } });
    expect(recordIn(created, "cluster")).not.toHaveProperty("search_server_version");
  });

  const EMPTY = "typesense_server_version must be a non-empty string";
  test.each([
    ["typesense-cloud", { search_server_version: "29.0" }, "search_server_version is not allowed"],
    ["search-cloud", { typesense_server_version: "29.0" }, "typesense_server_version is not allowed"],
    ["typesense-cloud", { typesense_server_version: 29 }, EMPTY],
  ] as const)("%s answers 400 to %j, in its own names", async (dialect, version, message) => {
    expect(await create(dialect, version)).toMatchObject(refusal(400, message));
  });
});
