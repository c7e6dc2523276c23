import type { AnyResource } from "../../../src/framework";
import { Severity } from "../../../src/wire";
import { UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { codecOf, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";
import { emptyWorld, nullProvider } from "../nullProvider";

const typeName = "null_thing";
const world = emptyWorld();
const provider = nullProvider(world);
const { session, ask } = rpcOf(provider);
const [thing] = provider.resources as [AnyResource];
const { encode, decode } = codecOf(thing.schema);
session.configured(world);

const allowed = {
  deferralAllowed: false,
  writeOnlyAttributesAllowed: true,
  storePlannedPrivate: false,
  computedBlocksAllowed: false,
};
const SECRET = "a-long-secret";
const locks = (pin: string | null) => [record({ name: "front", pin })];
const computed = { id: "t-1", size: 1, kind: "plain" };
const prior = { ...computed, label: "a", secret_version: 1, locks: locks(null) };
/** The configuration and what Terraform proposes have the real values; a state written by anything else may have them, too. */
const revealed: ValueRecord = { ...prior, secret: SECRET, locks: locks(SECRET) };
const stored = expect.objectContaining({ secret: null, secret_version: 1, locks: locks(null) });

function plan(config: ValueRecord, before: ValueRecord | null, clientCapabilities = allowed) {
  return ask("planResourceChange", {
    typeName,
    config: encode(config),
    priorState: encode(before),
    proposedNewState: encode(config),
    clientCapabilities,
  });
}

describe("a write-only value is null", () => {
  const config = { ...revealed, id: null, size: null, kind: null };

  test("in the plan of a create, and in one without changes, which is the prior state byte by byte", async () => {
    expect(decode((await plan(config, null)).plannedState)).toEqual(stored);
    expect((await plan({ ...config, ...computed }, prior)).plannedState).toEqual(encode(prior));
  });

  test("in a state that is read, upgraded, applied or imported, whatever is returned", async () => {
    world.things.set("t-1", { label: "b", size: 1, kind: "plain", tags: {}, revision: 1 });
    const read = await ask("readResource", { typeName, currentState: encode(revealed) });
    expect(decode(read.newState)).toEqual(stored);
    const json = Buffer.from(JSON.stringify({ secret: SECRET, secret_version: 1, locks: locks(SECRET) }));
    const rawState = { json, flatmap: {} };
    const upgraded = await ask("upgradeResourceState", { typeName, version: 0, rawState });
    expect(decode(upgraded.upgradedState)).toEqual(stored);
    world.answer = { locks: locks(SECRET) };
    const plannedState = encode({ ...prior, id: UNKNOWN });
    const applied = await ask("applyResourceChange", { typeName, plannedState, config: encode(config) });
    expect(decode(applied.newState)).toEqual(stored);
    // It is not a change by the service.
    expect(applied.diagnostics).toEqual([]);
    expect(world.calls).toContain(`create t-1 ${SECRET} front=${SECRET}`);
  });
});

describe("a tool without write-only arguments", () => {
  const none = { ...allowed, writeOnlyAttributesAllowed: false };
  const validate = async (config: ValueRecord, clientCapabilities: typeof allowed | undefined) =>
    (await ask("validateResourceConfig", { typeName, config: encode(config), clientCapabilities }))
      .diagnostics;
  const at = (...steps: object[]) => ({ attribute: { steps }, severity: Severity.ERROR });
  const secret = at({ attributeName: "secret" });
  const pin = at({ attributeName: "locks" }, { elementKeyInt: 0 }, { attributeName: "pin" });

  test.each([["that says so", none] as const, ["that says nothing", undefined] as const])(
    "%s gets an error for each one that is set, with the alternative if there is one",
    async (_, capabilities) => {
      const found = await validate({ secret: SECRET, locks: locks(SECRET) }, capabilities);
      expect(found).toMatchObject([secret, pin]);
      expect(found.map(({ detail }) => /or (leave it out|set \w+ instead)/.exec(detail)?.[1])).toEqual([
        "set label instead",
        "leave it out",
      ]);
      expect(JSON.stringify(found)).not.toContain(SECRET);
      expect(await validate({ label: "a", locks: locks(null) }, capabilities)).toEqual([]);
    },
  );

  test("gets none for a value that is not known yet before the plan, where it would be stored", async () => {
    expect(await validate({ secret: UNKNOWN }, none)).toEqual([]);
    const { plannedState, diagnostics } = await plan({ secret: UNKNOWN }, null, none);
    expect(diagnostics).toMatchObject([secret]);
    expect(decode(plannedState)).toBeNull();
    expect((await plan({ label: "a" }, null, none)).diagnostics).toEqual([]);
  });

  test("is not meant where the client has them", async () => {
    expect(await validate({ secret: SECRET, locks: locks(SECRET) }, allowed)).toEqual([]);
  });
});

test("a write-only value is redacted from everything that leaves the process", async () => {
  await ask("validateResourceConfig", { typeName, config: encode({ secret: "another-long-secret" }) });
  expect(session.environment.secrets.outgoing("with another-long-secret in it")).not.toContain("another");
});
