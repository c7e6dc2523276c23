import { flat, type Scene, scene } from "./support";

/** The function in the real terraform: Terraform's values, its errors, and its marks. */
let on: Scene;
beforeEach(async () => {
  on = await scene();
});
afterEach(() => on.close());

const PARENT = "RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127";
const PUBLISHED =
  "OW9DYWZGS1Q1RGdSbmo0S1QrOWxhbk9PL2kxbTU1eXA3bCthdmE5eXJKRT1STjIzeyJmaWx0ZXJfYnkiOiJjb21wYW55X2lkOjEyNCIsImV4cGlyZXNfYXQiOjE5MDYwNTQxMDZ9";
const derive = (parameters: string, parent = `"${PARENT}"`) =>
  `provider::searchcloud::scoped_search_key(${parent}, ${parameters})`;
const output = (name: string, value: string, more = "") => `output "${name}" {\nvalue = ${value}\n${more}\n}`;
/** What a key embeds, after the digest and four characters of its parent. */
const embedded = (key: unknown) => Buffer.from(String(key), "base64").toString("utf8").slice(48);

async function outputs(): Promise<Record<string, { value: unknown; sensitive: boolean }>> {
  const { values } = (await on.workspace.state()) as {
    values?: { outputs?: Record<string, { value: unknown; sensitive: boolean }> };
  };
  return values?.outputs ?? {};
}

test("texts, objects, maps and typed objects, with numbers as they were written", async () => {
  const wanted: [name: string, parameters: string, embedded: string][] = [
    [
      "text",
      `"{\\"filter_by\\":\\"company_id:124\\",\\"expires_at\\":1906054106}"`,
      '{"filter_by":"company_id:124","expires_at":1906054106}',
    ],
    [
      "object",
      '{ filter_by = "company_id:124", expires_at = 1906054106 }',
      '{"expires_at":1906054106,"filter_by":"company_id:124"}',
    ],
    ["map", 'tomap({ q = "a", filter_by = "b" })', '{"filter_by":"b","q":"a"}'],
    [
      "numbers",
      "{ big = 12345678901234567891, pi = 3.14159265358979323846, tenth = 0.1 }",
      '{"big":12345678901234567891,"pi":3.14159265358979323846,"tenth":0.1}',
    ],
    ["lists", '{ a = [1, "x", null, true], s = toset(["b", "a"]) }', '{"a":[1,"x",null,true],"s":["a","b"]}'],
    ["optional", "var.parameters", '{"filter_by":"company_id:124"}'],
  ];
  await on.applied(
    [
      'variable "parameters" {\ntype = object({ filter_by = string, expires_at = optional(number) })\ndefault = { filter_by = "company_id:124" }\n}',
      ...wanted.map(([name, parameters]) => output(name, derive(parameters))),
    ].join("\n"),
  );
  const found = await outputs();
  expect(found.text?.value).toBe(PUBLISHED);
  for (const [name, , json] of wanted) expect([name, embedded(found[name]?.value)]).toEqual([name, json]);
  expect(on.requests()).toEqual([]);
  await on.workspace.emptyPlan();
});

test("a key of a secret parent is secret: an output must say so, and shows nothing", async () => {
  const secret = `variable "parent" {\nsensitive = true\ndefault = "${PARENT}"\n}\n`;
  const key = derive('{ filter_by = "a:1" }', "var.parent");
  await on.write(secret + output("key", key));
  const { output: refused } = await on.workspace.plan([], { expect: 1 });
  expect(flat(refused)).toContain("Output refers to sensitive values");
  const { output: applied } = await on.applied(secret + output("key", key, "sensitive = true"));
  expect(applied).toMatch(/key = <sensitive>/);
  const { key: stored } = await outputs();
  expect(stored?.sensitive).toBe(true);
  expect(embedded(stored?.value)).toBe('{"filter_by":"a:1"}');
});

test("a wrong argument is an error that names it", async () => {
  const wrong: readonly (readonly [call: string, words: RegExp])[] = [
    [derive("{}", '"abc"'), /"parent" parameter: has fewer than 4 characters/],
    [derive('["a"]'), /"parameters" parameter: must be an object such as .* not a list/],
    [derive("null"), /"parameters" parameter: argument must not be null/],
  ];
  await on.write(wrong.map(([call], place) => output(`key${place}`, call)).join("\n"));
  const { output: said } = await on.workspace.plan([], { expect: 1 });
  for (const [, words] of wrong) expect(flat(said)).toMatch(words);
  expect(said).not.toContain("fault in the provider");
});

test("what is known only after apply is waited for, in any part of the parameters", async () => {
  await on.write(
    `resource "terraform_data" "later" {\ninput = "company_id:124"\n}\n${output(
      "key",
      derive("{ filter_by = terraform_data.later.output, q = null }"),
    )}`,
  );
  expect((await on.workspace.plan()).output).toMatch(/key = \(known after apply\)/);
  await on.workspace.apply();
  expect(embedded((await outputs()).key?.value)).toBe('{"filter_by":"company_id:124"}');
});
