import { UNKNOWN } from "../../../../src/framework";
import { withoutRedacted } from "../../../../src/provider/model/jsonText";
import {
  fieldsToRekey,
  lacksModelKey,
  requireModelKeys,
  withModelKey,
} from "../../../../src/provider/shared/collection/modelKeys";
import type { FieldValues } from "../../../../src/provider/shared/collection/schema";
import { field } from "../../resources/collection/kit";

const OPENAI = "openai/text-embedding-3-small";
const KEY = "sk-first-0123456789";

/** Returns a field whose vectors a model computes. */
const vector = (config: object, name = "v"): FieldValues =>
  field(name, "float[]", { extra: JSON.stringify({ embed: { from: ["title"], model_config: config } }) });
const body = (config: unknown) => ({
  name: "v",
  type: "float[]",
  embed: { from: ["t"], model_config: config },
});

test.each<[string, Record<string, unknown>, takes: boolean, needs: boolean]>([
  ["a model of OpenAI", { model_name: OPENAI }, true, true],
  ["a server of one's own with the same API", { model_name: OPENAI, url: "https://llm.example" }, true, true],
  ["a model of Azure", { model_name: "azure/small", url: "https://a.example" }, true, true],
  ["a key that is spelled out as null", { model_name: OPENAI, api_key: null }, true, true],
  ["a service that only newer servers have", { model_name: "newvendor/large" }, true, false],
  ["a model that the server runs", { model_name: "ts/e5-small" }, false, false],
  ["a model in the server's folder", { model_name: "my-model" }, false, false],
  ["a model with other credentials", { model_name: "gcp/text-embedding-005" }, false, false],
  ["a key of its own", { model_name: OPENAI, api_key: "sk-own" }, false, false],
  ["another credential of its own", { model_name: "newvendor/large", access_token: "t" }, false, false],
])("%s: gets the key, and cannot do without", (_, config, takes, needs) => {
  const expected = takes ? { ...config, api_key: KEY } : config;
  expect(withModelKey(body(config), KEY)).toEqual(body(expected));
  expect(withModelKey(body(config), null)).toEqual(body(config));
  expect(lacksModelKey(body(config))).toBe(needs);
  expect(lacksModelKey(withModelKey(body(config), KEY))).toBe(false);
});

test.each([{}, { embed: {} }, { embed: null }, { embed: "x" }, { embed: { model_config: [] } }])(
  "a field without a model is sent unchanged: %j",
  (more) => {
    const plain = { name: "v", type: "float[]", ...more };
    expect(withModelKey(plain, KEY)).toEqual(plain);
    expect(lacksModelKey(plain)).toBe(false);
  },
);

const [MODEL, OWN] = [vector({ model_name: OPENAI }), vector({ model_name: OPENAI, api_key: KEY })];
test.each<
  [
    string,
    prior: [FieldValues[], number | null],
    planned: [FieldValues[], number | null | typeof UNKNOWN],
    key: string | null | typeof UNKNOWN,
    string[],
  ]
>([
  ["the same version", [[MODEL], 1], [[MODEL], 1], "sk-other", []],
  ["the next version", [[MODEL], 1], [[MODEL], 2], "sk-other", ["v"]],
  ["an earlier version", [[MODEL], 2], [[MODEL], 1], "sk-other", ["v"]],
  ["a version that is known after apply", [[MODEL], 1], [[MODEL], UNKNOWN], UNKNOWN, ["v"]],
  ["the first version, after an import", [[MODEL], null], [[MODEL], 1], "sk-other", []],
  ["no key any more: the server keeps it", [[MODEL], 1], [[MODEL], null], null, []],
  [
    "fields without a model, and with a key of their own",
    [[field("a"), OWN], 1],
    [[field("a"), OWN], 2],
    KEY,
    [],
  ],
  ["a new field, which is sent anyway", [[field("a")], 1], [[field("a"), MODEL], 2], KEY, []],
  ["the same key moves out of extra", [[OWN], null], [[MODEL], 1], KEY, []],
  ["another key takes the place of the one in extra", [[OWN], null], [[MODEL], 1], "sk-other", ["v"]],
  ["a key that is not known yet takes its place", [[OWN], null], [[MODEL], 1], UNKNOWN, ["v"]],
  ["a key in extra takes the place of the other one", [[MODEL], 1], [[OWN], null], null, ["v"]],
  ["a key in extra, after an import", [[MODEL], null], [[OWN], null], null, []],
  [
    "the visible part of a key, as older versions imported it",
    [[vector({ model_name: OPENAI, api_key: "sk-fi*****" })], null],
    [[MODEL], 1],
    "sk-other",
    [],
  ],
])("sends keys again: %s", (_, [before, from], [now, to], key, expected) => {
  const prior = { field: before, model_api_key_wo_version: from };
  expect([...fieldsToRekey(prior, { field: now, version: to }, key)]).toEqual(expected);
});

test("a field is refused without the key of its model, by names only", () => {
  const bodies = [{ name: "title", type: "string" }, body({ model_name: OPENAI })];
  expect(() => requireModelKeys(bodies, null, "collection c")).toThrow(
    /^No key for the model of field "v": The field of collection c would be sent without the key of its model openai\/text-embedding-3-small/,
  );
  expect(() => requireModelKeys(bodies, KEY, "collection c")).not.toThrow();
  expect(() => requireModelKeys(bodies, UNKNOWN, "collection c")).not.toThrow();
});

test("what a server has redacted is left out, at any depth", () => {
  const account = { client_email: "bot@***", private_key: "-----*****", token_uri: "https://t.example" };
  expect(withoutRedacted({ model_name: OPENAI, api_key: "sk-fi*****", service_account: account })).toEqual({
    model_name: OPENAI,
    service_account: { token_uri: "https://t.example" },
  });
  // Short ones are hardly redacted, and a server that this provider does not know may show them.
  const shown = { api_key: "abcde*", service_account: { private_key: "-----BEGIN", project_id: "p" } };
  expect(withoutRedacted({ ...shown, client_secret: "whole" })).toEqual({
    service_account: { project_id: "p" },
  });
  expect(withoutRedacted(["a***"])).toEqual(["a***"]);
  const [seen, configured] = [
    { model_config: { api_key: "xy***", url: "u***" } },
    { model_config: { api_key: "ab" } },
  ];
  expect(withoutRedacted(seen, configured)).toEqual({ model_config: { api_key: "xy***" } });
});
