import type { ClusterRecord, CreateClusterBody } from "../../../src/client";
import { judgeLostCreate, type LostCreate } from "../../../src/client/clusters/create";
import { cluster } from "../kit/records";

const BEFORE = 1_767_225_600;
const BODY: CreateClusterBody = { name: "products", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };

const ours = (given: Partial<ClusterRecord> = {}) =>
  cluster({ id: "new", name: "products", provisioned_at: BEFORE + 1, ...given });

const OLDER = { provisioned_at: BEFORE - 1 };
const unnamed = { body: { ...BODY, name: null } };
type Row = readonly [string, readonly ClusterRecord[], Partial<LostCreate>, object];

test.each<Row>([
  ["one alone", [ours()], {}, { done: ours() }],
  [
    "one, created in the second that was last seen, still provisioning",
    [ours({ provisioned_at: BEFORE, status: "provisioning", regions: [] })],
    {},
    { done: expect.objectContaining({ id: "new" }) },
  ],
  ["beside other names", [cluster({ id: "x", name: "other" }), ours()], {}, { done: ours() }],
  ["beside an older one", [ours({ id: "old", ...OLDER }), ours()], {}, { done: ours() }],
  ["beside one that leaves", [ours({ id: "old", status: "deprovisioning" }), ours()], {}, { done: ours() }],
  ["beside a known one", [ours({ id: "x" }), ours()], { isKnown: (id) => id === "x" }, { done: ours() }],
  [
    "while other creates request another name, or another configuration of it",
    [ours()],
    {
      siblings: [
        { ...BODY, name: "other" },
        { ...BODY, memory: "16_gb" },
      ],
    },
    { done: ours() },
  ],

  ["none of the name", [cluster({ id: "x", name: "other" })], {}, { repeat: true }],
  ["an older one of the name", [ours(OLDER)], {}, { repeat: true }],
  ["a known one of the name", [ours()], { isKnown: () => true }, { repeat: true }],
  ["one of the name that is gone", [ours({ status: "terminated" })], {}, { repeat: true }],
  ["none, and an identical create in flight", [], { siblings: [BODY] }, { repeat: true }],

  ["two of the name", [ours(), ours({ id: "new2" })], {}, { stop: "several", ids: ["new", "new2"] }],
  ["an identical create in flight", [ours()], { siblings: [BODY] }, { stop: "sibling", ids: ["new"] }],
  ["another configuration", [ours({ memory: "16_gb" })], {}, { stop: "differs", ids: ["new"] }],
  [
    "created by a person",
    [ours({ provisioned_by: { user_name: "eve", user_type: "User" } })],
    {},
    { stop: "not_by_key", ids: ["new"] },
  ],
  ["nobody says by whom", [ours({ provisioned_by: null })], {}, { stop: "not_by_key", ids: ["new"] }],
  ["nobody says when", [ours({ provisioned_at: null })], {}, { stop: "undated", ids: ["new"] }],
  ["no server time seen", [ours()], { serverTimeBefore: null }, { stop: "undated", ids: ["new"] }],
  ["no name, one that may be it", [ours({ name: null })], unnamed, { stop: "unnamed", ids: ["new"] }],
  ["no name, an older one", [ours({ name: null, ...OLDER }), ours()], unnamed, { stop: "unnamed", ids: [] }],
])("%s", (_, listing, given, expected) => {
  const known = { isKnown: () => false, serverTimeBefore: BEFORE, siblings: [] };
  expect(judgeLostCreate({ listing, body: BODY, ...known, ...given })).toEqual(expected);
});
