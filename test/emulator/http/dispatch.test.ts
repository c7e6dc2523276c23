import { call, emulators, START } from "../support";

const start = emulators();

describe("requests that reach no operation", () => {
  test.each([
    ["GET /nowhere", "No operation has GET /nowhere"],
    ["GET /clusters/", "No operation has GET /clusters/"],
    ["DELETE /clusters/abc", "No operation has DELETE /clusters/abc"],
    ["PUT /clusters/abc", "No operation has PUT /clusters/abc"],
    ["GET /clusters/%ff", "Cluster %ff not found"],
  ])("%s answers 404", async (line, message) => {
    const emulator = await start();
    expect(await call(emulator, line)).toMatchObject({ status: 404, body: { success: false, message } });
  });

  test("HEAD answers 404: it is not a GET", async () => {
    expect(await call(await start(), "HEAD /account")).toMatchObject({ status: 404, body: "" });
  });

  test("a path outside the base URL answers 404 with the error body too", async () => {
    const emulator = await start();
    const answer = await fetch(new URL("/clusters", emulator.baseUrl));
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ success: false, message: "No operation has GET /clusters" });
  });

  test.each([
    ["DELETE /clusters/abc/server-configuration-parameters/1", "deleteServerConfigurationParameter"],
    ["POST /clusters/abc/api-keys", "issueClusterApiKeys"],
  ])("%s with a body answers 400: it takes none", async (line, operation) => {
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] } });
    const body = { success: false, message: `${operation} takes no request body` };
    expect(await call(emulator, line, { json: {} })).toMatchObject({ status: 400, body });
    expect(emulator.issuedKeys("abc")).toBe(0);
  });
});

describe("the form of a request", () => {
  const rows: [string, string, Record<string, string>, string][] = [
    ["broken JSON", '{"name":', {}, "The request body is not valid JSON"],
    ["no body", "", {}, "The request body is not valid JSON"],
    ["a list", "[]", {}, "The request body must be a JSON object"],
    ["null", "null", {}, "The request body must be a JSON object"],
    [
      "a form",
      "name=x",
      { "content-type": "application/x-www-form-urlencoded" },
      "The content type must be application/json, not application/x-www-form-urlencoded",
    ],
    [
      "a type that only begins so",
      "{}",
      { "content-type": "application/jsonx" },
      "The content type must be application/json, not application/jsonx",
    ],
  ];
  test.each(rows)("%s answers 400", async (_, text, headers, message) => {
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] } });
    const answer = await call(emulator, "PATCH /clusters/abc", { text, headers });
    expect(answer).toMatchObject({ status: 400, body: { success: false, message } });
  });

  test("a charset is fine", async () => {
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] } });
    const headers = { "content-type": "application/json; charset=utf-8" };
    expect((await call(emulator, "PATCH /clusters/abc", { text: '{"name":"x"}', headers })).status).toBe(200);
  });

  test.each([
    ["GET /account?verbose=1", "verbose is not a query parameter of this operation"],
    ["GET /clusters?page=1&page=2", "page must be given once"],
    ["GET /clusters/abc?page=1", "page is not a query parameter of this operation"],
  ])("%s answers 400", async (line, message) => {
    const emulator = await start();
    const body = { success: false, message, messages: [message] };
    expect(await call(emulator, line)).toMatchObject({ status: 400, body });
  });

  test("unknown query parameters may be ignored", async () => {
    const emulator = await start({ assumptions: { unknown_query_parameters: "ignored" } });
    expect((await call(emulator, "GET /account?verbose=1")).status).toBe(200);
  });

  test.each([
    ["messages", { success: false, message: "a is not allowed; b is not allowed" }, true],
    [
      "messages_and_error",
      { success: false, message: "a is not allowed; b is not allowed", error: "invalid_request" },
      true,
    ],
    ["none", { success: false, message: "a is not allowed; b is not allowed" }, false],
  ])("error bodies with %s", async (error_detail, body, messages) => {
    const emulator = await start({ seed: { clusters: [{ id: "abc" }] }, assumptions: { error_detail } });
    const answer = await call(emulator, "PATCH /clusters/abc", { json: { a: 1, b: 2, name: "x" } });
    expect(answer.body).toEqual(
      messages ? { ...body, messages: ["a is not allowed", "b is not allowed"] } : body,
    );
  });
});

describe("the clock and the rate limit in answers", () => {
  test("Date is the emulator's time, on success and refusal", async () => {
    const emulator = await start();
    expect((await call(emulator, "GET /account")).headers.get("date")).toBe("Fri, 01 Jan 2027 00:00:00 GMT");
    emulator.advance(3_600);
    expect((await call(emulator, "GET /nowhere")).headers.get("date")).toBe("Fri, 01 Jan 2027 01:00:00 GMT");
  });

  test("the third of two a minute answers 429, until the window has moved on; other keys go on", async () => {
    const emulator = await start({ rate: "2/60" });
    const get = async (key?: string) => (await call(emulator, "GET /clusters", key ? { key } : {})).status;
    expect(await get()).toBe(200);
    emulator.advance(20);
    expect(await get()).toBe(200);
    const refused = await call(emulator, "GET /clusters");
    expect(refused.status).toBe(429);
    expect(refused.body).toEqual({ success: false, message: "Management key rate limit exceeded" });
    expect(refused.headers.get("retry-after")).toBe("40");
    expect(await get("emulator-operate-key")).toBe(200);
    emulator.advance(39);
    expect(await get()).toBe(429);
    emulator.advance(1);
    expect(await get()).toBe(200);
  });

  test.each([
    ["http_date", "Fri, 01 Jan 2027 00:01:00 GMT"],
    ["absent", null],
  ])("Retry-After as %s", async (retry_after, value) => {
    const emulator = await start({ rate: "1/60", assumptions: { retry_after } });
    await call(emulator, "GET /account");
    const refused = await call(emulator, "GET /account");
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, value]);
  });

  test("refused requests use up the limit when the assumption says so", async () => {
    const emulator = await start({ rate: "1/60", assumptions: { refused_requests_count: "yes" } });
    const statuses = [];
    for (let half = 0; half < 4; half++) {
      statuses.push((await call(emulator, "GET /account")).status);
      emulator.advance(30);
    }
    expect(statuses).toEqual([200, 429, 429, 429]);
  });

  test("Retry-After counts real seconds of a fast clock", async () => {
    const emulator = await start({ rate: "1/86400", clock: { mode: "real", speed: 600, start: START } });
    await call(emulator, "GET /account");
    const seconds = Number((await call(emulator, "GET /account")).headers.get("retry-after"));
    expect(seconds).toBeGreaterThan(100);
    expect(seconds).toBeLessThanOrEqual(144);
  });

  test("in mode step each API request moves the clock, and control requests do not", async () => {
    const emulator = await start({ clock: { mode: "step", start: START, stepPerRequest: 60_000 } });
    await call(emulator, "GET /account");
    await fetch(`${emulator.controlUrl}/state`);
    await call(emulator, "GET /account");
    expect(emulator.clock.now()).toBe(START + 120_000);
  });
});

describe("the dialect typesense-cloud", () => {
  const key = { key: null, headers: { "x-typesense-cloud-management-api-key": "emulator-admin-key" } };
  const json = { memory: "4_gb", vcpu: "2_vcpus", regions: "oregon" };

  test("names the version and the header its own way", async () => {
    const emulator = await start({ dialect: "typesense-cloud" });
    const made = await call(emulator, "POST /clusters", {
      ...key,
      json: { ...json, typesense_server_version: "29.0" },
    });
    expect(made).toMatchObject({ status: 201, body: { cluster: { typesense_server_version: "29.0" } } });
    const { clusters } = (await call(emulator, "GET /clusters", key)).body as { clusters: object[] };
    expect(clusters[0]).toHaveProperty("typesense_server_version", "29.0");
    expect(clusters[0]).not.toHaveProperty("search_server_version");
  });

  test("refuses the other dialect's names, as the other refuses its own", async () => {
    const typesense = await start({ dialect: "typesense-cloud" });
    const searchCloud = await start();
    const canonical = { json: { ...json, search_server_version: "29.0" } };
    expect(await call(typesense, "POST /clusters", { ...key, ...canonical })).toMatchObject({
      status: 400,
      body: { message: "search_server_version is not allowed" },
    });
    expect((await call(typesense, "GET /clusters")).status).toBe(403);
    const other = { json: { ...json, typesense_server_version: "29.0" } };
    expect(await call(searchCloud, "POST /clusters", other)).toMatchObject({
      status: 400,
      body: { message: "typesense_server_version is not allowed" },
    });
  });

  test("refusals name its fields", async () => {
    const emulator = await start({ dialect: "typesense-cloud" });
    const refused = await call(emulator, "POST /clusters", {
      ...key,
      json: { ...json, typesense_server_version: 29 },
    });
    expect(refused.body).toMatchObject({ message: "typesense_server_version must be a text" });
  });
});
