import type { ClusterRecord, CreateClusterBody } from "../../../src/client";
import { judgeLostCreate, type LostCreate } from "../../../src/client/clusters/lostCreate";
import { cluster } from "../kit/account";

const BEFORE = 1_767_225_600;
const BODY: CreateClusterBody = { name: "products", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };

const ours = (given: Partial<ClusterRecord> = {}) =>
  cluster({ id: "new", name: "products", provisioned_at: BEFORE + 1, ...given });

function settle(listing: readonly ClusterRecord[], given: Partial<LostCreate> = {}) {
  return judgeLostCreate({
    listing,
    body: BODY,
    isKnown: () => false,
    serverTimeBefore: BEFORE,
    siblings: [],
    ...given,
  });
}

describe("exactly one cluster that can only be ours is adopted", () => {
  test.each<[string, readonly ClusterRecord[]]>([
    ["alone", [ours()]],
    ["made in the second that was last seen", [ours({ provisioned_at: BEFORE })]],
    ["still provisioning, without hostnames", [ours({ status: "provisioning", regions: [] })]],
    [
      "beside others of other names",
      [cluster({ id: "x", name: "other" }), ours(), cluster({ id: "y", name: null })],
    ],
    ["beside an older one of the same name", [ours({ id: "old", provisioned_at: BEFORE - 1 }), ours()]],
    [
      "beside one of the same name that is going away",
      [ours({ id: "old", status: "deprovisioning" }), ours()],
    ],
  ])("%s", (_, listing) => {
    expect(settle(listing)).toEqual({ done: expect.objectContaining({ id: "new" }) });
  });

  test("beside one of the same name that was known before", () => {
    expect(settle([ours({ id: "known" }), ours()], { isKnown: (id) => id === "known" })).toEqual({
      done: ours(),
    });
  });

  test("while another create of the same name asks for something else", () => {
    expect(settle([ours()], { siblings: [{ ...BODY, memory: "16_gb" }] })).toEqual({
      done: expect.objectContaining({ id: "new" }),
    });
  });

  test("while another create of another name asks for the same", () => {
    expect(settle([ours()], { siblings: [{ ...BODY, name: "other" }] })).toEqual({
      done: expect.objectContaining({ id: "new" }),
    });
  });
});

describe("none: the create may be repeated", () => {
  test.each<[string, readonly ClusterRecord[], Partial<LostCreate>]>([
    ["an empty account", [], {}],
    ["other names only", [cluster({ id: "x", name: "other" })], {}],
    ["an older one of the name", [ours({ provisioned_at: BEFORE - 1 })], {}],
    ["a known one of the name", [ours()], { isKnown: () => true }],
    ["one of the name that is going away", [ours({ status: "deprovisioning" })], {}],
    ["one of the name that is gone", [ours({ status: "terminated" })], {}],
    ["an identical create under way, and nothing made", [], { siblings: [BODY] }],
  ])("%s", (_, listing, given) => {
    expect(settle(listing, given)).toEqual({ repeat: true });
  });
});

describe("anything else stops, with the ids", () => {
  const unnamed = { body: { ...BODY, name: null } };
  test.each<[string, readonly ClusterRecord[], Partial<LostCreate>, string, string[]]>([
    ["two of the name", [ours(), ours({ id: "new2" })], {}, "several", ["new", "new2"]],
    ["an identical create under way", [ours()], { siblings: [BODY] }, "sibling", ["new"]],
    ["another configuration", [ours({ memory: "16_gb" })], {}, "differs", ["new"]],
    [
      "made by a person",
      [ours({ provisioned_by: { user_name: "eve", user_type: "User" } })],
      {},
      "not_by_key",
      ["new"],
    ],
    ["nobody says by whom", [ours({ provisioned_by: null })], {}, "not_by_key", ["new"]],
    ["nobody says when", [ours({ provisioned_at: null })], {}, "undated", ["new"]],
    ["no server time was ever seen", [ours()], { serverTimeBefore: null }, "undated", ["new"]],
    ["no name, one that may be it", [ours({ name: null })], unnamed, "unnamed", ["new"]],
    ["no name, nothing made", [], unnamed, "unnamed", []],
    [
      "no name at all, nothing made",
      [],
      { body: { memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" } },
      "unnamed",
      [],
    ],
    [
      "no name, older and named ones are not meant",
      [ours({ name: null, provisioned_at: 1 }), ours()],
      unnamed,
      "unnamed",
      [],
    ],
  ])("%s", (_, listing, given, stop, ids) => {
    expect(settle(listing, given)).toEqual({ stop, ids });
  });
});
