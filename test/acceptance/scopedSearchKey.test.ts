import { testWith } from "../support/features";
import { eachScene, later } from "./support";

/** The function in the real terraform: its values, errors, and sensitive marks. */
const on = eachScene();

const PARENT = "RN23GFr1s6jQ9kgSNg2O7fYcAUXU7127";
const PUBLISHED =
  "OW9DYWZGS1Q1RGdSbmo0S1QrOWxhbk9PL2kxbTU1eXA3bCthdmE5eXJKRT1STjIzeyJmaWx0ZXJfYnkiOiJjb21wYW55X2lkOjEyNCIsImV4cGlyZXNfYXQiOjE5MDYwNTQxMDZ9";
const derive = (parameters: string, parent = `"${PARENT}"`) =>
  `provider::searchcloud::scoped_search_key(${parent}, ${parameters})`;
const output = (name: string, value: string, more = "") => `output "${name}" {\nvalue = ${value}\n${more}\n}`;
/** Returns the parameters that a key embeds, after the digest and four characters of its parent. */
const embedded = (key: unknown) => Buffer.from(String(key), "base64").toString("utf8").slice(48);
const outputs = async () => (await on.workspace.state()).values?.outputs ?? {};

testWith("provider functions")(
  "texts, objects, maps and typed objects, with numbers as they were written; what is known only after apply",
  async () => {
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
      [
        "lists",
        '{ a = [1, "x", null, true], s = toset(["b", "a"]) }',
        '{"a":[1,"x",null,true],"s":["a","b"]}',
      ],
      ["optional", "var.parameters", '{"filter_by":"company_id:124"}'],
      ["later", "{ filter_by = terraform_data.later.output, q = null }", '{"filter_by":"company_id:124"}'],
    ];
    const said = await on.apply(
      [
        'variable "parameters" {\ntype = object({ filter_by = string, expires_at = optional(number) })\ndefault = { filter_by = "company_id:124" }\n}',
        later('"company_id:124"'),
        ...wanted.map(([name, parameters]) => output(name, derive(parameters))),
      ].join("\n"),
    );
    expect(said).toMatch(/later += \(known after apply\)/);
    const found = await outputs();
    expect(found.text?.value).toBe(PUBLISHED);
    for (const [name, , json] of wanted) expect([name, embedded(found[name]?.value)]).toEqual([name, json]);
    expect(on.requests()).toEqual([]);
    await on.empty();
  },
);
