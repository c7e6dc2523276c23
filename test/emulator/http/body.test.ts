import { call, control, emulators } from "../support";

const start = emulators();
const seed = { clusters: [{ id: "abc" }] };
const LARGE = "x".repeat(1024 * 1024);
/** Deeper than the stack of whatever would follow it by recursion. */
const DEEP = `{"name":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;

describe("a request that would hurt", () => {
  test.each([
    [
      "a body of more than 1 MiB",
      JSON.stringify({ name: LARGE }),
      "The request body is larger than 1048576 bytes",
    ],
    ["endless nesting", DEEP, "The request body is not valid JSON"],
  ])("%s answers 400, and the emulator goes on", async (_, text, message) => {
    const emulator = await start({ seed });
    expect(await call(emulator, "PATCH /clusters/abc", { text })).toMatchObject({
      status: 400,
      body: { success: false, message },
    });
    expect(emulator.journal()).toMatchObject([{ operation: "updateCluster", done: false, status: 400 }]);
    expect((await control(emulator, "GET /state")).status).toBe(200);
    expect((await call(emulator, "PATCH /clusters/abc", { json: { name: "new" } })).status).toBe(200);
  });

  test.each([
    ["a body of more than 1 MiB", `{"name":"${LARGE}"}`, "The body is larger than 1048576 bytes."],
    ["endless nesting", `{"additional":${DEEP}}`, "The body is not JSON."],
  ])("%s on the control path answers 400 too", async (_, body, error) => {
    const emulator = await start({ seed });
    const answer = await fetch(`${emulator.controlUrl}/clusters/abc`, { method: "PATCH", body });
    expect([answer.status, await answer.json()]).toEqual([400, { error }]);
    expect((await call(emulator, "GET /clusters/abc")).status).toBe(200);
  });

  test("a hundred levels are fine, and brackets in a text are none", async () => {
    const emulator = await start({ seed });
    const deep: unknown = JSON.parse(`${"[".repeat(98)}${"]".repeat(98)}`);
    const additional = { deep, text: `${"[{".repeat(200)}\\"` };
    expect((await control(emulator, "PATCH /clusters/abc", { additional })).status).toBe(200);
    expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject(additional);
  });
});
