import { once } from "node:events";
import { createServer } from "node:net";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { runCommand } from "../../src/command/program";
import { ASSUMPTIONS } from "../../src/emulator/domain/assumptions";
import { run } from "./support";

/** Starts it, and ends it as Ctrl-C does. */
function started(...flags: readonly string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const stop = new AbortController();
  const terminal = { env: {}, stdin: new PassThrough(), stdout, stderr, signal: stop.signal, plugin: "" };
  const ended = runCommand(["emulator", "--port", "0", ...flags], terminal);
  const greeting = once(stdout, "data").then(([data]) => String(data));
  const end = async () => {
    stop.abort();
    const code = await ended;
    stderr.end();
    return { code, err: await text(stderr) };
  };
  return { greeting, end };
}

const baseUrlIn = (greeting: string) => /export SEARCHCLOUD_BASE_URL=(\S+)/.exec(greeting)?.[1] ?? "";

test("prints its address and how to use it, responds, and stops on Ctrl-C", async () => {
  const { greeting, end } = started("--speed", "600", "--rate", "off");
  const output = await greeting;
  expect(output).toContain("(dialect search-cloud, clock 600 times real time, rate limit off)");
  expect(output).toContain("export SEARCHCLOUD_API_KEY=emulator-admin-key\n");
  expect(output).toMatch(/export SEARCHCLOUD_NODE_URL='http:\/\/127\.0\.0\.1:\d+\/nodes\/\{hostname\}'\n/);
  const headers = { authorization: "Bearer emulator-admin-key" };
  const answer = await fetch(`${baseUrlIn(output)}/clusters`, { headers });
  expect(await answer.json()).toEqual({ page: 1, per_page: 10, total: 0, clusters: [] });
  expect(await end()).toEqual({ code: 0, err: "" });
  await expect(fetch(baseUrlIn(output))).rejects.toThrow("fetch failed");
});

test.each([
  [[], []],
  [
    ["--speed", "600"],
    ["POLL_INTERVAL=200ms", "REQUESTS_PER_MINUTE=18000"],
  ],
  [
    ["--speed", "2", "--rate", "off"],
    ["POLL_INTERVAL=30000ms", "REQUESTS_PER_MINUTE=0"],
  ],
  [["--rate", "10/60"], ["REQUESTS_PER_MINUTE=10"]],
  // The provider accepts no more.
  [
    ["--speed", "3600"],
    ["POLL_INTERVAL=200ms", "REQUESTS_PER_MINUTE=100000"],
  ],
  [["--rate", "1/600"], []],
])("with %j, the provider keeps pace with %j", async (flags, expected) => {
  const { greeting, end } = started(...flags);
  const paced = [...(await greeting).matchAll(/export SEARCHCLOUD_((?:POLL|REQUESTS)\S+)/g)];
  expect(paced.map(([, one]) => one)).toEqual(expected);
  await end();
});

test("uses the dialect, the rate and the assumptions of the options", async () => {
  const assumed = ["--assume", "second_terminate=201", "--assume", "provisioning_seconds=5"];
  const { greeting, end } = started("--dialect=typesense-cloud", "--rate", "2/60", ...assumed);
  const output = await greeting;
  expect(output).toContain("export SEARCHCLOUD_DIALECT=typesense-cloud\n");
  const state = await fetch(baseUrlIn(output).replace("/api/v1", "/control/state"));
  expect(await state.json()).toMatchObject({
    assumptions: { second_terminate: "201", provisioning_seconds: 5, terminated_listed: expect.anything() },
  });
  const headers = { "x-typesense-cloud-management-api-key": "emulator-admin-key" };
  const statuses = [];
  for (let sent = 0; sent < 3; sent += 1)
    statuses.push((await fetch(`${baseUrlIn(output)}/clusters`, { headers })).status);
  expect(statuses).toEqual([200, 200, 429]);
  await end();
});

test.each([
  ["--port 70000", "Expected a whole number from 0 to 65535."],
  ["--port=x", "Expected a whole number from 0 to 65535."],
  ["--speed 0", "Expected a number above 0, at most 1000000."],
  ["--speed fast", "Expected a number above 0, at most 1000000."],
  ["--rate 30", 'The rate limit "30" is neither "off" nor requests/seconds, such as "30/60".'],
  ["--dialect go", "Allowed choices are search-cloud, typesense-cloud."],
  ["--assume second_terminate", "Expected name=value, such as second_terminate=201."],
  ["--assume second_terminate=maybe", 'The assumption "second_terminate" cannot be "maybe".'],
  ["--assume provisioning_seconds=soon", 'The assumption "provisioning_seconds" cannot be "soon".'],
  ["--tls-key a.pem", "--tls-key requires --tls-certificate."],
  ["--tls-certificate a.pem", "--tls-certificate requires --tls-key."],
  ["--sped 600", "(Did you mean --speed?)"],
  ["start", "too many arguments"],
])("%s is wrong usage", async (line, message) => {
  const { code, out, err } = await run(["emulator", ...line.split(" ")]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(message);
});

test("reports a port in use, and what to do", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  const address = other.address();
  const port = typeof address === "object" ? String(address?.port) : "";
  const { code, err } = await run(["emulator", "--port", port]);
  other.close();
  expect({ code, err }).toEqual({
    code: 1,
    err: `Port ${port} is already in use. Choose another one with --port, or 0 for a free one.\n`,
  });
});

test("the help names every open question", async () => {
  const { out } = await run(["emulator", "--help"]);
  for (const name of Object.keys(ASSUMPTIONS)) expect(out).toContain(`  ${name}: `);
  expect(out).toContain("second_terminate: 422 | 201 | 404");
});
