import fc from "fast-check";
import { type AnyResource, t } from "../../../src/framework";
import { decodePrivate, decodeRecord, encodePrivate, encodeRecord } from "../../../src/framework/rpc/values";
import { defineSchema } from "../../../src/framework/schema";
import { Severity } from "../../../src/wire";
import { Double, Dynamic, UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { providerOf } from "../../support/call";
import { codecOf, GARBAGE, rpcOf } from "../../support/rpc";
import { record } from "../../support/values";
import { emptyWorld, nullProvider } from "../nullProvider";

const typeName = "null_thing";
const world = emptyWorld();
const provider = nullProvider(world);
const { session, ask, lines } = rpcOf(provider);
const [thing] = provider.resources as [AnyResource];
const { encode, decode, whole } = codecOf(thing.schema);

beforeEach(() => {
  session.configured(world);
  Object.assign(world, { refuse: undefined, answer: undefined, next: 1 });
  world.things.set("t-1", { label: "a", size: 1, kind: "plain", tags: {}, revision: 1 });
  world.calls.splice(0);
});

/** Private state as Terraform stores it. */
const privateBytes = (values: object) => new TextEncoder().encode(JSON.stringify({ v: 1, ...values }));
const stored = privateBytes({ created: "protected" });
const computed = { id: "t-1", size: 1, kind: "plain", summary: record({ text: "a/1", revision: 1 }) };
const prior: ValueRecord = { ...computed, label: "a" };
const open: ValueRecord = { id: UNKNOWN, size: UNKNOWN, kind: UNKNOWN, summary: UNKNOWN };

const failure = (attempted: string) => [
  { severity: Severity.ERROR, summary: `Unexpected failure while ${attempted}` },
];
const attribute = (attributeName: string) => ({ steps: [{ attributeName }] });

describe("a plan", () => {
  async function plan(
    config: ValueRecord | null,
    before: ValueRecord | null = prior,
    own: Uint8Array = stored,
  ) {
    const answer = await ask("planResourceChange", {
      typeName,
      config: encode(config),
      priorState: encode(before),
      proposedNewState: encode(config && { ...(before && computed), ...config }),
      priorPrivate: own,
    });
    return { ...answer, planned: decode(answer.plannedState) };
  }

  test("of an update has the warnings of its updates", async () => {
    const { planned, diagnostics } = await plan({ label: "a", size: 2 });
    expect(planned).toEqual(whole({ ...prior, size: 2, summary: UNKNOWN }));
    const summary = "A resize interrupts the thing";
    expect(diagnostics).toMatchObject([{ severity: Severity.WARNING, summary }]);
  });

  test("without changes is the prior state byte by byte, with its private state", async () => {
    const { plannedState, plannedPrivate } = await plan({ label: "a" }, prior, GARBAGE.msgpack);
    expect([plannedState, plannedPrivate]).toEqual([encode(prior), GARBAGE.msgpack]);
  });

  test("stores private state, and names the attributes that force replacement", async () => {
    const { plannedPrivate, requiresReplace } = await plan({ kind: "other", note: "stored at plan" });
    expect(plannedPrivate).toEqual(privateBytes({ created: "yes" }));
    expect(requiresReplace).toEqual([attribute("kind")]);
  });

  test("of a destroy is null, and private state can reject it", async () => {
    const diagnostics = [{ severity: Severity.ERROR, summary: "Protected" }];
    expect(await plan(null)).toMatchObject({ planned: null, diagnostics });
    expect((await plan(null, prior, new Uint8Array())).diagnostics).toEqual([]);
  });

  test("that throws is a diagnostic with operation and type, and its stack is logged", async () => {
    const { diagnostics } = await plan({ label: "throw at plan" }, null);
    expect(diagnostics).toMatchObject(failure("planning a null_thing"));
    const stack = expect.stringContaining("nullProvider");
    expect(lines.at(-1)).toMatchObject({ level: "error", fields: { stack } });
  });

  test("of invalid bytes, or of an unknown type, is a diagnostic", async () => {
    const { diagnostics } = await ask("planResourceChange", { typeName, config: GARBAGE });
    expect(diagnostics).toMatchObject(failure("planning a null_thing"));
    const missing = await ask("planResourceChange", { typeName: "null_things" });
    const detail = "This provider has null_thing.";
    expect(missing.diagnostics).toMatchObject([{ summary: 'No resource "null_things"', detail }]);
  });
});

describe("an apply", () => {
  async function apply(before: ValueRecord | null, planned: ValueRecord | null) {
    const nothing = { id: null, size: null, kind: null, summary: null };
    const answer = await ask("applyResourceChange", {
      typeName,
      priorState: encode(before),
      plannedState: encode(planned),
      config: encode(planned && { ...planned, ...nothing }),
      plannedPrivate: before ? stored : new Uint8Array(),
    });
    return { ...answer, state: decode(answer.newState) };
  }

  test("of a create returns state and private state", async () => {
    const answer = await apply(null, { ...open, label: "a", note: "protect" });
    expect(answer.state).toEqual(whole({ ...prior, note: "protect" }));
    expect(answer).toMatchObject({ private: stored, diagnostics: [] });
  });

  test("of an update keeps private state unless the resource sets it", async () => {
    const answer = await apply(prior, { ...prior, label: "b", summary: UNKNOWN });
    expect(answer.state).toMatchObject({ label: "b", summary: { text: "b/1", revision: 2 } });
    expect(answer.private).toEqual(stored);
  });

  test("of a delete returns null; a failed one returns the prior state and private state", async () => {
    world.refuse = "delete";
    const failed = await apply(prior, null);
    expect(failed.state).toEqual(whole(prior));
    expect(failed).toMatchObject({ private: stored, diagnostics: failure("deleting a thing") });
    world.refuse = undefined;
    expect((await apply(prior, null)).state).toBeNull();
    expect(world.calls).toEqual(["delete t-1"]);
  });

  test("of a create that returns values of a wrong type does not lose the instance", async () => {
    world.answer = { kind: 7, summary: "no object" };
    const { state, diagnostics, ...answer } = await apply(null, { ...open, label: "a" });
    expect(state).toMatchObject({ id: "t-1", label: "a", size: 1, kind: null, summary: null });
    expect(answer.private).toEqual(privateBytes({ created: "yes" }));
    expect(diagnostics).toMatchObject([
      { severity: Severity.WARNING, attribute: attribute("kind") },
      { severity: Severity.WARNING, attribute: attribute("summary") },
    ]);
    expect(diagnostics[0]?.detail).toContain("expected string, got number");
  });

  test("of invalid bytes does not change the state", async () => {
    const priorState = encode(prior);
    const answer = await ask("applyResourceChange", { typeName, priorState, plannedState: GARBAGE });
    expect(answer).toMatchObject({ newState: priorState, diagnostics: failure("applying a null_thing") });
  });
});

describe("a read", () => {
  const state = { ...prior, note: "n" };

  async function read(values: ValueRecord | null = state) {
    const answer = await ask("readResource", { typeName, currentState: encode(values), private: stored });
    return { ...answer, state: decode(answer.newState) };
  }

  test("updates the state with observed values; private state stays", async () => {
    Object.assign(world.things.get("t-1") ?? {}, { label: "b" });
    const answer = await read();
    const summary = record({ text: "b/1", revision: 1 });
    expect(answer).toMatchObject({ private: stored, diagnostics: [] });
    expect(answer.state).toEqual(whole({ ...state, label: "b", summary }));
  });

  test("without changes returns the same bytes", async () => {
    const { newState: currentState } = await read();
    expect((await ask("readResource", { typeName, currentState, private: stored })).newState).toBe(
      currentState,
    );
  });

  test("of a missing instance is null, without private state for a successor", async () => {
    world.things.clear();
    const { state, private: left, diagnostics } = await read();
    expect([state, left, diagnostics]).toEqual([null, new Uint8Array(), []]);
  });

  test("without a state calls nothing", async () => {
    expect((await read(null)).state).toBeNull();
    expect(world.calls).toEqual([]);
  });

  test("that fails changes neither state nor private state", async () => {
    session.configured(undefined);
    const answer = await read();
    expect(answer).toMatchObject({ private: stored, diagnostics: failure("reading a null_thing") });
    expect(answer.state).toEqual(whole(state));
  });
});

describe("an import", () => {
  test("returns the values from the id; reading completes them", async () => {
    const { importedResources, diagnostics } = await ask("importResourceState", { typeName, id: "t-9" });
    expect(diagnostics).toEqual([]);
    const [{ state, ...only } = { state: undefined }] = importedResources;
    expect(only).toEqual({ typeName, private: new Uint8Array() });
    expect(decode(state)).toEqual(whole({ id: "t-9" }));
  });

  test("of a resource without import is rejected", async () => {
    const { import: _, ...fixed } = thing;
    const { ask } = rpcOf(providerOf(fixed));
    const summary = "test_thing cannot be imported";
    const diagnostics = [{ summary, detail: 'The object "1" cannot be read.' }];
    const answer = await ask("importResourceState", { typeName: "test_thing", id: "1" });
    expect(answer).toMatchObject({ importedResources: [], diagnostics });
  });
});

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (encoded: Uint8Array) => new TextDecoder().decode(encoded);

test("private state is a JSON object with its version", () => {
  expect(text(encodePrivate({ id: "c-1", protected: true }))).toBe('{"v":1,"id":"c-1","protected":true}');
  expect(decodePrivate(bytes('{"v":1,"id":"c-1","protected":true}'))).toEqual({ id: "c-1", protected: true });
});

test.each(["", "{", "null", '"v"', '{"id":"c-1"}', '{"v":2,"id":"c-1"}'])(
  "%j is no private state",
  (other) => {
    expect(decodePrivate(bytes(other))).toBeUndefined();
    expect([undefined, null].map(encodePrivate)).toEqual([new Uint8Array(), new Uint8Array()]);
  },
);

test("every JSON value survives, whatever its keys", () => {
  const privateState = fc.dictionary(
    fc.string().filter((key) => key !== "__proto__"),
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    { noNullPrototype: true },
  );
  fc.assert(
    fc.property(privateState, (value) => {
      const { v: _, ...rest } = value;
      expect(decodePrivate(encodePrivate(value))).toEqual(rest);
    }),
    { examples: [[{ v: "mine", id: "c-1" }]] },
  );
});

test("a binary double is sent back unchanged, and is a plain number if the type is not exact", () => {
  const description = "A number.";
  const number = { type: t.number, mode: "optional", description } as const;
  const fields = defineSchema({
    plain: number,
    many: { type: t.list(t.number), mode: "optional", description },
    any: { type: t.dynamic, mode: "optional", description },
    block: { block: "list", description, fields: { number } },
  });
  const tenth = new Double(0.1);
  const sent = record({
    plain: tenth,
    many: [tenth, 2],
    any: new Dynamic("number", tenth),
    block: [record({ number: tenth })],
  });
  const seen = { ...sent, plain: 0.1, many: [0.1, 2], block: [{ number: 0.1 }] };
  const decoded = decodeRecord(fields, encodeRecord(fields, sent));
  expect(decoded).toEqual(seen);
  expect(decodeRecord(fields, encodeRecord(fields, decoded))).toEqual(seen);
});
