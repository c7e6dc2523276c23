import { call, control, emulatorsOf, refusal } from "../../support";

const start = emulatorsOf({});
const LARGE = JSON.stringify({ name: "x".repeat(1024 * 1024) });
/** Deeper than the stack of a recursive parser. */
const DEEP = `{"additional":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;

test.each([
  [
    "more than 1 MiB",
    LARGE,
    "The request body is larger than 1048576 bytes",
    "The body is larger than 1048576 bytes.",
  ],
  ["endless nesting", DEEP, "The request body is not valid JSON", "The body is not valid JSON."],
])("a body of %s answers 400, to the API and to the control path", async (_, text, message, error) => {
  const emulator = await start();
  const answer = await call(emulator, "PATCH /clusters/abc", { text });
  expect(answer).toMatchObject(refusal(400, message));
  expect(emulator.journal()).toMatchObject([{ operation: "updateCluster", done: false, status: 400 }]);
  const controlled = await fetch(`${emulator.controlUrl}/clusters/abc`, { method: "PATCH", body: text });
  expect([controlled.status, await controlled.json()]).toEqual([400, { error }]);
  expect((await call(emulator, "PATCH /clusters/abc", { json: { name: "new" } })).status).toBe(200);
});

test("a hundred levels are accepted, and brackets in a string do not count", async () => {
  const emulator = await start();
  const deep: unknown = JSON.parse(`${"[".repeat(98)}${"]".repeat(98)}`);
  const additional = { deep, text: `${"[{".repeat(200)}\\"` };
  expect((await control(emulator, "PATCH /clusters/abc", { additional })).status).toBe(200);
  expect((await call(emulator, "GET /clusters/abc")).body).toMatchObject(additional);
});
