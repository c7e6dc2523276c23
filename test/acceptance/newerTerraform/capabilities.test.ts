import { createHash } from "node:crypto";
import { Core } from "../../support/core/core";
import type { RecordedCall } from "../../support/core/recording";
import { CORE_VERSIONS, type CoreVersion } from "../../support/core/versions";
import { environmentOf, oneAccount } from "./support";

/** Bytes of each Terraform's word about itself, typed in by hand from the field numbers of the protocol, and what changes by it. */
const CLUSTER = "searchcloud_cluster";
const SHOP = { name: "shop", memory: "4_gb", vcpu: "2_vcpus", regions: ["oregon"] };
const CAPABILITIES: Record<CoreVersion, { readonly plan: string; readonly apply: string }> = {
  "1.12": { plan: "1001", apply: "08011001" },
  "1.14": { plan: "1001", apply: "08011001" },
  "1.16": { plan: "100118012001", apply: "0801100118012001" },
};
/** The requests with capabilities, and the number of that field. */
const FIELDS: Readonly<Record<string, number>> = {
  validateResourceConfig: 3,
  configureProvider: 3,
  readResource: 5,
  planResourceChange: 7,
  importResourceState: 3,
};
/** The answers by version, each short enough to be shown. */
const answers = new Map<CoreVersion, string[]>();
const on = oneAccount("1.12", (emulator) => {
  emulator.seed({ clusters: [{ id: "shop1", name: "shop", memory: "4_gb", vcpu: "2_vcpus" }] });
});

test.each(CORE_VERSIONS)(
  "Terraform %s says the same in each request, and allows deferrals in an apply",
  async (version) => {
    const core = new Core({ version, env: environmentOf(on.emulator) });
    const plan = await core.emptyPlan(CLUSTER, SHOP, null, { import: { id: "shop1" } });
    expect([...new Set(said(core.recorded))]).toEqual([CAPABILITIES[version].plan]);
    const protectedShop = { ...SHOP, termination_protection: true };
    const edit = await core.plan(CLUSTER, protectedShop, plan.refreshed);
    const before = core.recorded.length;
    await core.apply(edit);
    expect([...new Set(said(core.recorded.slice(before)))]).toEqual([CAPABILITIES[version].apply]);
    answers.set(
      version,
      core.recorded.map(({ call, responses }) => `${call} ${digest(responses.join(" "))}`),
    );
  },
);

test("the answers of the provider are the same, byte by byte", () => {
  const [first, ...others] = [...answers.values()];
  expect(first?.length).toBeGreaterThan(10);
  for (const other of others) expect(other).toEqual(first);
});

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 16);
}

/** Returns the capabilities in all requests that have them, as bytes. */
function said(recorded: readonly RecordedCall[]): string[] {
  return recorded.flatMap(({ call, request }) => {
    const field = FIELDS[call];
    return field === undefined ? [] : [bytesOfField(Buffer.from(request, "base64"), field)];
  });
}

/** Finds a field with a length (wire type 2) in a message, without the generated code. */
function bytesOfField(message: Buffer, wanted: number): string {
  let at = 0;
  const varint = () => {
    let [value, shift, byte] = [0, 0, 0];
    do {
      byte = message[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
      shift += 7;
    } while (byte >= 0x80);
    return value;
  };
  while (at < message.length) {
    const key = varint();
    if ((key & 7) !== 2) {
      varint();
      continue;
    }
    const size = varint();
    const content = message.subarray(at, at + size);
    at += size;
    if (key >> 3 === wanted) return content.toString("hex");
  }
  return "";
}
