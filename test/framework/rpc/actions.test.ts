import { checks, define, defineActionSchema, isUnknown, TerraformError, t } from "../../../src/framework";
import type { ActionCall } from "../../../src/framework/action";
import { Severity } from "../../../src/wire";
import { UNKNOWN } from "../../../src/wire/cty/value";
import { providerOf } from "../../support/call";
import { codecOf, messagesOf, rpcOf } from "../../support/rpc";

const description = "Something.";
const text = { type: t.string, description } as const;

/** The action of the test. */
interface Bell {
  invoke: (call: ActionCall<Bell>, name: string) => Promise<void>;
}
const bell = {} as Bell;

const { action, provider } = define<Bell>();
const ring = action({
  name: "ring",
  description,
  timeout: "5m",
  schema: defineActionSchema({
    name: { ...text, mode: "required", validators: [checks.notEmpty()] },
    pin: { ...text, mode: "optional", sensitive: true },
    code: { ...text, mode: "optional", writeOnly: true },
    timeout: { ...text, mode: "optional", validators: [checks.duration()] },
  }),
  plan: ({ config, warn, error }) => {
    if (isUnknown(config.name)) warn("A bell to come", "It is not known yet.");
    else if (config.name === "cracked") error("Cracked", "It cannot ring.", ["name"]);
  },
  invoke: (call, { name }) => call.service.invoke(call, name),
});
const knock = action({ name: "knock", description, schema: {}, invoke: async () => {} });
const { session, ask } = rpcOf(
  provider({ ...providerOf(), schema: {}, configure: async () => bell, actions: [ring, knock] }),
);
const actionType = "test_ring";
const { encode } = codecOf(ring.schema);
const config = encode({ name: "big" });

beforeEach(() => {
  session.configured(bell);
  bell.invoke = async () => {};
});

test("a write-only argument is accepted: Terraform names no capability here, and all that have actions have those", async () => {
  const config = encode({ name: "big", code: "1234" });
  expect((await ask("validateActionConfig", { typeName: actionType, config })).diagnostics).toEqual([]);
});

const invoke = async (request: object = {}, signal?: AbortSignal) =>
  ask("invokeAction", { actionType, config, ...request }, signal);
const events = async (request: object = {}, signal?: AbortSignal) =>
  messagesOf(await invoke(request, signal));
const message = (text: string) => ({ progress: { message: text } });
const completed = (...diagnostics: object[]) => ({ completed: { diagnostics } });

test("progress comes as it happens, and the end last", async () => {
  let ringAgain = () => {};
  bell.invoke = async ({ progress, warn }) => {
    progress("ding");
    await new Promise<void>((resolve) => {
      ringAgain = resolve;
    });
    progress("dong");
    warn("Loud", "It was heard everywhere.");
  };
  const stream = (await invoke())[Symbol.asyncIterator]();
  expect((await stream.next()).value).toEqual(message("ding"));
  ringAgain();
  expect((await stream.next()).value).toEqual(message("dong"));
  expect((await stream.next()).value).toMatchObject(
    completed({ severity: Severity.WARNING, summary: "Loud" }),
  );
  expect((await stream.next()).done).toBe(true);
});

test("an action does not wait for a reader that stops", async () => {
  let isDone = false;
  bell.invoke = async ({ progress }) => {
    for (let n = 0; n < 1000; n += 1) progress(String(n));
    isDone = true;
  };
  const stream = (await invoke())[Symbol.asyncIterator]();
  await stream.next();
  await new Promise(setImmediate);
  expect(isDone).toBe(true);
});

test("failures are diagnostics of the end, without secrets", async () => {
  session.environment.secrets.add("s3cret-key-0123", "the key");
  bell.invoke = async ({ progress }) => {
    progress("ringing with s3cret-key-0123 and s3cret-pin-0123");
    throw new TerraformError("It fell", "down with s3cret-key-0123", ["name"]);
  };
  expect(await events({ config: encode({ name: "big", pin: "s3cret-pin-0123" }) })).toMatchObject([
    message("ringing with (the key) and (a sensitive value)"),
    completed({
      severity: Severity.ERROR,
      summary: "It fell",
      detail: "down with (the key)",
      attribute: { steps: [{ attributeName: "name" }] },
    }),
  ]);
  bell.invoke = async () => Promise.reject(new Error("broken"));
  expect(await events()).toMatchObject([
    completed({ summary: "Unexpected failure while running action test_ring" }),
  ]);
});

test.each([
  ["the provider is stopped", () => ask("stopProvider"), undefined],
  ["Terraform ends the call", undefined, new AbortController()],
])("the signal is aborted when %s, and the end is awaited", async (_, stop, controller) => {
  bell.invoke = async ({ signal }) => {
    await (stop?.() ?? controller?.abort());
    if (signal.aborted) throw new TerraformError("Interrupted", "The bell still swings.");
  };
  expect(await events({}, controller?.signal)).toMatchObject([completed({ summary: "Interrupted" })]);
});

test("the end of an action is awaited even if nobody reads any more", async () => {
  const steps: string[] = [];
  bell.invoke = async ({ progress }) => {
    progress("ding");
    await new Promise(setImmediate);
    steps.push("the bell rests");
  };
  await messagesOf(await invoke(), 1);
  steps.push("the call has ended");
  expect(steps).toEqual(["the bell rests", "the call has ended"]);
});

test.each([
  ["1h", "1h", 3600],
  [null, "5m", 300],
])("a timeout of %s ends after %s", async (timeout, shown, seconds) => {
  let given: Pick<ActionCall<Bell>, "deadline" | "timeout"> | undefined;
  bell.invoke = async ({ deadline, timeout }) => {
    given = { deadline, timeout };
  };
  await events({ config: encode({ name: "big", timeout }) });
  expect(given).toEqual({ deadline: session.environment.now() + seconds * 1000, timeout: shown });
});

test("an action without arguments runs", async () => {
  expect(await events({ actionType: "test_knock", config: codecOf({}).encode({}) })).toEqual([completed()]);
});

test("nothing is done without a known configuration, or by an unknown action", async () => {
  bell.invoke = async () => Promise.reject(new Error("it rang"));
  expect(await events({ config: encode({ name: UNKNOWN }) })).toMatchObject([
    completed({ summary: "Values of test_ring are still unknown" }),
  ]);
  expect(await events({ config: undefined })).toMatchObject([completed({ summary: "No configuration" })]);
  expect(await events({ actionType: "test_drum" })).toMatchObject([
    completed({ summary: 'No action "test_drum"', detail: "This provider has test_ring, test_knock." }),
  ]);
});

test("what was unknown at plan is validated before it runs: Terraform does not validate it again", async () => {
  bell.invoke = async () => Promise.reject(new Error("it rang"));
  for (const invalid of [
    { name: "", timeout: null },
    { name: "big", timeout: "soon" },
  ])
    expect(await events({ config: encode(invalid) })).toMatchObject([
      completed({
        severity: Severity.ERROR,
        summary: expect.stringContaining("Invalid value"),
        detail: expect.stringMatching(/ Nothing was done\.$/),
      }),
    ]);
});

test("a plan warns and rejects; values may be unknown", async () => {
  const plan = (name: string | typeof UNKNOWN) => ask("planAction", { actionType, config: encode({ name }) });
  expect(await plan("big")).toEqual({ diagnostics: [] });
  expect((await plan(UNKNOWN)).diagnostics).toMatchObject([{ summary: "A bell to come" }]);
  expect((await plan("cracked")).diagnostics).toMatchObject([
    { severity: Severity.ERROR, attribute: { steps: [{ attributeName: "name" }] } },
  ]);
  expect(await ask("planAction", { actionType: "test_knock", config: codecOf({}).encode({}) })).toEqual({
    diagnostics: [],
  });
});

test("the configuration of an action is validated", async () => {
  const validate = (name: string) =>
    ask("validateActionConfig", { typeName: actionType, config: encode({ name, timeout: "soon" }) });
  expect((await validate("")).diagnostics).toHaveLength(2);
});
