import type { AnyEphemeralResource } from "../../../src/framework";
import { Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { codecOf, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";
import { emptyWorld, nullProvider } from "../nullProvider";

const typeName = "null_token";
const world = emptyWorld();
const provider = nullProvider(world);
const { session, ask } = rpcOf(provider);
const [token] = provider.ephemeralResources as [AnyEphemeralResource];
const { encode, decode } = codecOf(token.schema);

beforeEach(() => {
  session.configured(world);
  Object.assign(world, {
    renewAfter: undefined,
    refuseToken: undefined,
    tokenValue: undefined,
    afterOpen: undefined,
    next: 1,
  });
  world.calls.splice(0);
});

const open = (config: ValueRecord | null) =>
  ask("openEphemeralResource", { typeName, config: encode(config) });
const stored = Buffer.from('{"v":1,"serial":1}');

test("an ephemeral resource is opened, renewed and closed with its private state", async () => {
  world.renewAfter = 60_000;
  const before = Date.now();
  const { result, private: own, renewAt, deferred, diagnostics } = await open({ name: "a" });
  // What is configured comes back as it was written.
  expect(decode(result)).toEqual(record({ name: "a", value: "token-of-a-1" }));
  expect([own, deferred, diagnostics]).toEqual([stored, undefined, []]);
  expect(renewAt?.getTime()).toBeGreaterThanOrEqual(before + 60_000);
  expect(session.environment.secrets.outgoing("it is token-of-a-1")).not.toContain("token-of-a-1");

  const renewed = await ask("renewEphemeralResource", { typeName, private: own });
  expect([renewed.private, renewed.renewAt, renewed.diagnostics]).toEqual([stored, undefined, []]);
  expect(await ask("closeEphemeralResource", { typeName, private: own })).toEqual({ diagnostics: [] });
  expect(world.calls).toEqual(["open a 1", "renew 1", "close 1"]);
});

test("after an interruption it is still closed", async () => {
  await open({ name: "a" });
  await ask("stopProvider");
  await ask("closeEphemeralResource", { typeName, private: stored });
  expect(world.calls).toEqual(["open a 1", "close 1"]);
});

test("an invalid configuration is an error with its path, at validate", async () => {
  const attribute = { steps: [{ attributeName: "name" }] };
  const { diagnostics } = await ask("validateEphemeralResourceConfig", {
    typeName,
    config: encode({ name: "" }),
  });
  expect(diagnostics).toMatchObject([{ severity: Severity.ERROR, attribute }]);
});

test("nothing is opened with a value that is not known, or without a configuration", async () => {
  const unknown = await open({ name: UNKNOWN });
  expect(unknown).toMatchObject({ diagnostics: [{ summary: "Values of null_token are still unknown" }] });
  expect([unknown.result, unknown.deferred]).toEqual([undefined, undefined]);
  expect((await open(null)).diagnostics).toMatchObject([{ summary: "No configuration" }]);
  expect(world.calls).toEqual([]);
});

test("a failure is a diagnostic, and has no result", async () => {
  world.refuseToken = "open";
  const { result, diagnostics } = await open({ name: "a" });
  expect(result).toBeUndefined();
  expect(diagnostics).toMatchObject([
    { summary: "Unexpected failure while opening ephemeral resource null_token" },
  ]);
});

test("what was opened, and cannot be answered with, is closed at once: Terraform does not know it", async () => {
  world.tokenValue = 7;
  const { result, diagnostics } = await open({ name: "a" });
  expect(result).toBeUndefined();
  expect(diagnostics).toMatchObject([
    { detail: expect.stringContaining("value: expected string, got number") },
  ]);
  Object.assign(world, { tokenValue: undefined, renewAfter: Number.NaN });
  const timeless = await open({ name: "b" });
  expect(timeless.diagnostics).toMatchObject([
    { detail: expect.stringContaining("The time of the renewal is not valid: NaN.") },
  ]);
  await ask("stopProvider");
  world.refuseToken = "close";
  expect((await open({ name: "c" })).diagnostics).toHaveLength(2);
  expect(world.calls).toEqual(["open a 1", "close 1", "open b 2", "close 2", "open c 3", "close 3"]);
});

test("what is opened while Terraform is interrupted is closed at once: an interrupted apply closes nothing", async () => {
  world.afterOpen = () => ask("stopProvider");
  const { result, diagnostics } = await open({ name: "a" });
  expect(result).toBeUndefined();
  expect(diagnostics).toMatchObject([{ summary: "Opening ephemeral resource null_token was interrupted" }]);
  expect(world.calls).toEqual(["open a 1", "close 1"]);
});

test("null for a required argument is an error", async () => {
  const attribute = { steps: [{ attributeName: "name" }] };
  const config = encode({ name: null });
  const { diagnostics } = await ask("validateEphemeralResourceConfig", { typeName, config });
  expect(diagnostics).toMatchObject([
    { severity: Severity.ERROR, summary: "Missing value for name", attribute },
  ]);
});
