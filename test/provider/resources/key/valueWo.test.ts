import { UNKNOWN } from "../../../../src/framework";
import { key } from "../../../../src/provider/resources/key/resource";
import type { KeyValues } from "../../../../src/provider/resources/key/schema";
import { callOf, NOW, planOf, serviceOf } from "../../kit";
import { OTHER_SECRET, SECRET, secretKey } from "./kit";

/** Plans of keys whose value is in no state (docs/design/data-plane.md#key). */
const resource = key(() => NOW);
const PREFIX = SECRET.slice(0, 4);
const state = (given: Partial<KeyValues> = {}) => secretKey({ id: "c-1/7", value_prefix: PREFIX, ...given });
const config = (given: object = {}) => ({ ...secretKey(), value_wo: SECRET, ...given }) as never;
const plan = (given: object, prior?: KeyValues) =>
  planOf<KeyValues>(resource, { config: config(given), ...(prior && { prior }) });

test.each([SECRET, UNKNOWN])("value is planned null, and never unknown (%p)", async (value_wo) => {
  const { planned } = await plan({ value_wo });
  expect(planned).toMatchObject({ value: null, value_wo: null, id: UNKNOWN, value_prefix: UNKNOWN });
});

test.each<[what: string, prior: Partial<KeyValues>, given: object, replace: readonly string[]]>([
  ["nothing", {}, {}, []],
  ["value_wo alone, which cannot be seen", {}, { value_wo: OTHER_SECRET }, []],
  ["the version", {}, { value_wo: OTHER_SECRET, value_wo_version: 2 }, ["value_wo_version"]],
  [
    "the version, with a value known only at apply",
    {},
    { value_wo: UNKNOWN, value_wo_version: 2 },
    ["value_wo_version"],
  ],
  ["bootstrap", {}, { bootstrap: null }, []],
  ["the first version of an imported key", { value_wo_version: null, bootstrap: null }, {}, []],
  [
    "the same, with a value that begins in another way",
    { value_wo_version: null },
    { value_wo: OTHER_SECRET },
    ["value_wo_version"],
  ],
  ["the same, with a value known only at apply", { value_wo_version: null }, { value_wo: UNKNOWN }, []],
  [
    "value to value_wo",
    { value: "in-the-state-0123", value_prefix: "in-t", value_wo_version: null },
    {},
    ["value", "value_wo_version"],
  ],
  [
    "value_wo to a value that cannot be compared",
    {},
    { value_wo: null, value_wo_version: null, bootstrap: null, value: SECRET },
    ["value"],
  ],
  ["neither any more: the key stays", {}, { value_wo: null, value_wo_version: null, bootstrap: null }, []],
])("an edit of %s", async (_, prior, given, replace) => {
  expect((await plan(given, state(prior))).replace.toSorted()).toEqual([...replace]);
});

test("the value of the state as value_wo is refused: it is no secret any more", async () => {
  const prior = state({ value: SECRET, value_wo_version: null });
  await expect(plan({}, prior)).rejects.toMatchObject({
    path: ["value_wo"],
    detail: expect.not.stringContaining(SECRET),
  });
});

test("a weak value that validation could not see is refused, and not shown", async () => {
  await expect(plan({ value_wo: "too-short" })).rejects.toMatchObject({
    summary: "Invalid value for value_wo",
    detail: expect.not.stringContaining("too-short"),
  });
});

test("a plan that keeps a key for one instance and revokes it for a deposed one is refused, in any order", async () => {
  const twin = () => state({ value_wo_version: 2 });
  for (const first of ["kept", "revoked"] as const) {
    const service = serviceOf();
    const kept = () =>
      planOf<KeyValues>(resource, { config: config({ value_wo_version: 2 }), prior: twin(), service });
    const revoked = () => planOf<KeyValues>(resource, { prior: state(), service });
    const [one, other] = first === "kept" ? [kept, revoked] : [revoked, kept];
    await one();
    await expect(other()).rejects.toMatchObject({ summary: 'Key "admin" (c-1/7) is in the state twice' });
  }
});

test("a replacement, and a destroy of both, revoke a key that two instances have", async () => {
  const service = serviceOf();
  await planOf<KeyValues>(resource, {
    config: config({ value_wo: OTHER_SECRET, value_wo_version: 2 }),
    prior: state(),
    service,
  });
  await planOf<KeyValues>(resource, { prior: state(), service });
});

test("an update that stores the first version refuses a value that begins in another way", async () => {
  const apply = resource.updates.store?.apply;
  const prior = state({ value_wo_version: null });
  const change = { prior, planned: secretKey(), changed: ["value_wo_version"] } as never;
  const call = (value_wo: string) => callOf(serviceOf(), undefined, secretKey({ value_wo })) as never;
  await expect(apply?.(call(OTHER_SECRET), change)).rejects.toMatchObject({ path: ["value_wo"] });
  await expect(apply?.(call(SECRET), change)).resolves.toBeUndefined();
});
