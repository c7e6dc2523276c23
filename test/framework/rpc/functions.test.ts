import { FunctionError, t } from "../../../src/framework";
import { decodeValue } from "../../../src/wire";
import { providerOf } from "../../support/call";
import { bytes, rpcOf } from "../../support/rpc";
import { dynamic } from "../../support/values";

const description = "Something.";
const words = { summary: "Short.", description, returns: t.list(t.string) };
const seen: unknown[][] = [];

const { ask } = rpcOf({
  ...providerOf(),
  functions: [
    {
      ...words,
      name: "join",
      parameters: [
        { name: "texts", type: t.list(t.string), description },
        { name: "anything", type: t.dynamic, description },
      ],
      call: (...values) => {
        seen.push(values);
        return ["joined"];
      },
    },
    {
      ...words,
      name: "quote",
      parameters: [{ name: "secret", type: t.string, description, sensitive: true }],
      call: (secret) => {
        throw new FunctionError(`\u001b[31mnot ${encodeURIComponent(String(secret))}`, 0);
      },
    },
    {
      ...words,
      name: "refuse",
      parameters: [{ name: "which", type: t.number, description }],
      call: (which) => {
        if (which === 9) throw new Error("nine of all numbers");
        if (which === 8) return 8;
        throw new FunctionError(`not ${String(which)}`, which === 7 ? undefined : Number(which));
      },
    },
  ],
});

const call = (name: string, ...values: ReturnType<typeof bytes>[]) =>
  ask("callFunction", { name, arguments: values });

test("a signature", async () => {
  const { functions } = await ask("getFunctions");
  expect(Object.keys(functions)).toEqual(["join", "quote", "refuse"]);
  const parameter = { description, allowNullValue: false, allowUnknownValues: false };
  expect(functions.join).toMatchObject({
    summary: "Short.",
    description,
    parameters: [
      { ...parameter, name: "texts", type: Buffer.from('["list","string"]') },
      { ...parameter, name: "anything", type: Buffer.from('"dynamic"') },
    ],
    return: { type: Buffer.from('["list","string"]') },
  });
});

test("a function gets its arguments by type, before the provider is configured", async () => {
  const anything = dynamic(["list", "bool"], [true]);
  const texts = bytes(["list", "string"], ["a", "b"]);
  const { result, error } = await call("join", texts, bytes("dynamic", anything));
  expect(error).toBeUndefined();
  expect(result && decodeValue(["list", "string"], result.msgpack)).toEqual(["joined"]);
  expect(seen).toEqual([[["a", "b"], anything]]);
});

test.each([
  ["names the first argument as 0", 0, { text: "not 0", functionArgument: 0 }],
  ["names none", 7, { text: "not 7", functionArgument: undefined }],
  ["is any other error", 9, { text: "nine of all numbers", functionArgument: undefined }],
  ["is an answer of a wrong type", 8, { text: "expected list, got number", functionArgument: undefined }],
])("a failure that %s", async (_, which, error) => {
  expect(await call("refuse", bytes("number", which))).toEqual({ error });
});

test("an error shows no sensitive argument, and nothing that controls the terminal", async () => {
  const { error } = await call("quote", bytes("string", "s3cret/key+value"));
  expect(error).toEqual({ text: "\\u001b[31mnot (a sensitive value)", functionArgument: 0 });
});

test("a function that does not exist", async () => {
  expect((await call("shout")).error?.text).toBe('This provider has no function "shout".');
});
