import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { EmulatorServer as Whole } from "../../src/emulator";
import { type Emulator, startEmulator } from "../../src/emulator/public";
import type { Act } from "../../src/emulator/testing/control/act";
import { ACTS } from "../../src/emulator/testing/control/acts";
import { complaintsAbout } from "../examples/support/compile";
import { blocksOf } from "../examples/support/markdown";
import { emulators } from "./support";

/** The export of the package for users' tests, and its page. */
const ROOT = resolve(__dirname, "../..");
const GUIDE = readFileSync(join(ROOT, "docs/guides/testing.md"), "utf8");

/** Methods for our own tests only; a race is a fault like others. */
type Internal = "clock" | "faults" | "race";
type Unexported = Exclude<keyof Whole, keyof Emulator | Internal>;
const nothing: [Unexported] extends [never] ? true : Unexported = true;

test("every method is exported, and works in a test", async () => {
  expect(nothing).toBe(true);
  const emulator = await startEmulator({
    clock: { mode: "manual", start: Date.UTC(2026, 0, 1) },
    seed: {
      clusters: [{ id: "shop1", name: "products" }],
      keys: [{ name: "ci", key: "k", preset: "read-only" }],
    },
  });
  expect(emulator.keys.ci).toBe("k");
  expect(emulator.state().clusters).toMatchObject([{ id: "shop1", name: "products", status: "in_service" }]);
  emulator.addFault({ match: { operation: "getCluster" }, effect: { kind: "status", status: 503 } });
  const headers = { "x-search-cloud-management-api-key": emulator.key };
  const read = async () => (await fetch(`${emulator.baseUrl}/clusters/shop1`, { headers })).status;
  expect([await read(), emulator.journal().map(({ operation, status }) => [operation, status])]).toEqual([
    503,
    [["getCluster", 503]],
  ]);
  expect(emulator.advance(60)).toBe(Date.UTC(2026, 0, 1) / 1000 + 60);
  await emulator.close();
});

test("a mistyped name is an error, and not a fault without effect", async () => {
  const seed = { clusters: [{ nmae: "products" }] } as object;
  await expect(startEmulator({ seed })).rejects.toThrow(/^Invalid seed of the emulator:\n.*"nmae"/s);
  const emulator = await startEmulator();
  const wrong = { match: { operation: "makeCluster" }, effect: { kind: "reset" } } as const;
  expect(() => emulator.addFault(wrong)).toThrow(/^Invalid fault of the emulator:\n.*match\.operation/s);
  expect(() => emulator.seed(seed)).toThrow("Invalid seed");
  await emulator.close();
});

test.each<[object | null, RegExp]>([
  [null, /expected object/],
  [{ prt: 1 }, /"prt"/],
  [{ port: "8700" }, /→ at port/],
  [{ dialect: "cloud" }, /→ at dialect/],
  [{ clock: { mode: "manual" } }, /→ at clock\.start/],
  [{ clock: { mode: "slow" } }, /→ at clock\.mode/],
  [{ clock: { mode: "step", start: 0 } }, /→ at clock\.stepPerRequest/],
  [{ seed: null }, /^Invalid seed/],
])("invalid options are rejected before anything listens: %j", async (options, problem) => {
  await expect(startEmulator(options as object)).rejects.toThrow(problem);
});

describe("the guide", () => {
  const lines = blocksOf(GUIDE)
    .filter(({ language }) => language === "")
    .flatMap(({ text }) => text.split("\n").filter((line) => line !== ""));
  const acts: readonly Act[] = Object.values(ACTS);

  test("names every request of the control path", () => {
    const named = lines.map((line) => /^\S+ \S+/.exec(line)?.[0]);
    expect(named.sort()).toEqual(acts.map(({ line }) => line).sort());
  });

  test.each(lines)("has a valid body: %s", (line) => {
    const [, request, body] = /^(\S+ \S+)(?: (.*))?$/.exec(line) ?? [];
    const schema = acts.find((one) => one.line === request)?.body;
    expect(schema === undefined).toBe(body === undefined);
    if (schema) expect(schema.safeParse(JSON.parse(body ?? "")).error).toBeUndefined();
  });

  test("has programs that compile", () => {
    const programs = blocksOf(GUIDE).filter(({ language }) => language === "ts");
    expect(programs).toHaveLength(2);
    expect(complaintsAbout(programs.map(({ text }) => text))).toEqual([[], []]);
  });
});

const start = emulators();

describe("startEmulator", () => {
  test("listens on loopback, on a free port, with the admin key, and leaves the process's own globals alone", async () => {
    const before = [globalThis.Request, globalThis.Response];
    const emulator = await start();
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
    expect(emulator.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    expect(emulator.nodeUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/nodes\/\{hostname\}$/);
    expect(emulator.controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/control$/);
    expect(emulator.key).toBe("emulator-admin-key");
    expect(emulator.keys).toEqual({
      "read-only": "emulator-read-only-key",
      provision: "emulator-provision-key",
      operate: "emulator-operate-key",
      admin: "emulator-admin-key",
    });
  });

  test("a taken port is an error, and a closed emulator frees its own", async () => {
    const emulator = await start();
    const port = Number(new URL(emulator.baseUrl).port);
    await expect(startEmulator({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await emulator.close();
    await start({ port });
  });

  test.each([
    [{ rate: "fast" }, 'The rate limit "fast" is neither'],
    [{ assumptions: { retry_after: "soon" } }, 'The assumption "retry_after" cannot be "soon"'],
    [{ keys: [{ name: "x", key: "x", preset: "root" }] }, 'Unknown preset "root"'],
    [{ seed: { clusters: [{ id: "a" }, { id: "a" }] } }, 'Cluster "a" already exists'],
  ])("%j is rejected", async (options, message) => {
    await expect(startEmulator(options)).rejects.toThrow(message);
  });
});
