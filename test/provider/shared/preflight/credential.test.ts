import type { OperationId } from "../../../../src/api/operations";
import { warnOfCredential, warnOfNoWayBack } from "../../../../src/provider/shared/preflight/credential";
import capabilities from "../../../contract/documents/capabilities.json";
import { allowing } from "./kit";

const READ_ONLY = ["clusters:read", "metrics:read"];
const PROVISION = [...READ_ONLY, "clusters:create", "clusters:configure"];
const REPORTED = "The account reports for this key: clusters:read, metrics:read";

async function lacking(granted: readonly string[] | null, ...operations: OperationId[]) {
  const plan = allowing(granted);
  await warnOfCredential(plan, "change cluster products", operations);
  return plan.warnings;
}

test.each<[string, readonly string[] | null, OperationId[]]>([
  ["unknown is not none", null, ["updateCluster"]],
  ["what is granted", PROVISION, ["createCluster", "updateCluster", "createConfigurationChange"]],
  ["any valid credential", ["billing:read"], ["getAccount"]],
])("no warning: %s", async (_, granted, operations) => {
  expect(await lacking(granted, ...operations)).toEqual([]);
});

test.each<[string, readonly string[], OperationId[], string]>([
  [
    "one capability of several operations",
    READ_ONLY,
    ["updateCluster", "createConfigurationChange"],
    `This requires the capability clusters:configure. ${REPORTED}. ` +
      "Use a key with the preset provision, operate or admin if apply is refused.",
  ],
  [
    "several, with the presets that have all that is needed",
    PROVISION,
    ["createCluster", "issueClusterApiKeys", "createCloningOperation"],
    `This requires the capabilities cluster_credentials:issue and clusters:clone. ${REPORTED}, ` +
      "clusters:create, clusters:configure. Use a key with the preset admin if apply is refused.",
  ],
])("a warning names what is missing: %s", async (_, granted, operations, detail) => {
  const summary = "The key may not be allowed to change cluster products";
  expect(await lacking(granted, ...operations)).toEqual([{ summary, detail, path: undefined }]);
});

test.each(Object.entries(capabilities.presets))(
  "the preset %s brings a warning with its missing capabilities",
  async (_, has) => {
    const may = has.includes("admin") || has.includes("clusters:create");
    expect(await lacking(has, "createCluster")).toHaveLength(may ? 0 : 1);
  },
);

describe("a create that cannot be undone with the same key", () => {
  const warnings = async (granted: readonly string[] | null) => {
    const plan = allowing(granted);
    await warnOfNoWayBack(plan, '"products"');
    return plan.warnings.map(({ summary, detail }) => `${summary}\n${detail}`);
  };

  test("warns, with what else the preset provision lacks", async () => {
    expect(await warnings(PROVISION)).toEqual([
      'This key creates a billed cluster that it cannot terminate: "products"\n' +
        "Terminating it, as a destroy does, requires the capability clusters:terminate. " +
        "Issuing API keys for it requires the capability cluster_credentials:issue, which the key may lack too. " +
        `${REPORTED}, clusters:create, clusters:configure. Use a key with the preset admin to destroy it.`,
    ]);
    expect(await warnings([...PROVISION, "cluster_credentials:issue"])).toEqual([
      expect.not.stringContaining("Issuing API keys"),
    ]);
  });

  test.each([
    ["nothing is known", null],
    ["it may terminate", [...PROVISION, "clusters:terminate"]],
    ["it may not create either", READ_ONLY],
  ])("does not warn when %s", async (_, granted) => {
    expect(await warnings(granted)).toEqual([]);
  });
});
