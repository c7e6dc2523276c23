import type { OperationId } from "../../../src/api/operations";
import { warnOfCredential, warnOfNoWayBack } from "../../../src/provider/preflight/credential";
import capabilities from "../../contract/documents/capabilities.json";
import { allowing } from "./kit";

const READ_ONLY = ["clusters:read", "metrics:read"];
const PROVISION = [...READ_ONLY, "clusters:create", "clusters:configure"];

async function lacking(granted: readonly string[] | null, ...operations: OperationId[]) {
  const plan = allowing(granted);
  await warnOfCredential(plan, "change cluster products", operations);
  return plan.said;
}

test.each<
  [what: string, granted: readonly string[] | null, operations: OperationId[], detail: string | undefined]
>([
  ["unknown is not none", null, ["updateCluster"], undefined],
  [
    "admin may do everything",
    ["admin"],
    ["createCluster", "terminateCluster", "issueClusterApiKeys"],
    undefined,
  ],
  ["what is granted", PROVISION, ["createCluster", "updateCluster", "createConfigurationChange"], undefined],
  ["nothing needed", READ_ONLY, [], undefined],
  ["any valid credential", ["billing:read"], ["getAccount"], undefined],
  [
    "one that is missing, of several operations",
    READ_ONLY,
    ["updateCluster", "createConfigurationChange"],
    "This needs the capability clusters:configure. The account reports for this key: clusters:read, metrics:read. " +
      "Use a key with the preset provision, operate or admin if apply is refused.",
  ],
  [
    "only presets that have all of it help",
    READ_ONLY,
    ["createConfigurationChange", "updateServerConfigurationParameter"],
    "This needs the capabilities clusters:configure and cluster_parameters:manage. The account reports for this key: clusters:read, " +
      "metrics:read. Use a key with the preset operate or admin if apply is refused.",
  ],
  [
    "with what the key has already",
    PROVISION,
    ["createCluster", "issueClusterApiKeys", "createCloningOperation"],
    "This needs the capabilities cluster_credentials:issue and clusters:clone. The account reports for this key: clusters:read, " +
      "metrics:read, clusters:create, clusters:configure. Use a key with the preset admin if apply is refused.",
  ],
])("%s", async (_, granted, operations, detail) => {
  expect(await lacking(granted, ...operations)).toEqual(
    detail === undefined
      ? []
      : [
          {
            summary: "The key may not be allowed to change cluster products",
            detail,
            path: undefined,
          },
        ],
  );
});

describe("a create that cannot be undone with the same key", () => {
  const said = async (granted: readonly string[] | null) => {
    const plan = allowing(granted);
    await warnOfNoWayBack(plan, '"products"');
    return plan.said.map(({ summary, detail }) => `${summary}\n${detail}`);
  };

  test("is said, with what the preset provision lacks beside it", async () => {
    expect(await said(PROVISION)).toEqual([
      'This key creates a billed cluster that it cannot terminate: "products"\n' +
        "To terminate it, as terraform destroy does, needs the capability clusters:terminate. " +
        "To issue API keys for it needs the capability cluster_credentials:issue, which it may lack too. " +
        "The account reports for this key: clusters:read, metrics:read, clusters:create, clusters:configure. " +
        "Use a key with the preset admin to destroy it.",
    ]);
  });

  test("does not speak of keys that it may issue", async () => {
    const [words] = await said([...PROVISION, "cluster_credentials:issue"]);
    expect(words).toContain("cannot terminate");
    expect(words).not.toContain("issue API keys");
  });

  test.each([
    ["nothing is known", null],
    ["it may terminate", [...PROVISION, "clusters:terminate"]],
    ["it may do everything", ["admin"]],
    ["it may not create either", READ_ONLY],
  ])("is not said when %s", async (_, granted) => {
    expect(await said(granted)).toEqual([]);
  });
});

test.each(Object.entries(capabilities.presets))(
  "the preset %s is warned of exactly what it lacks",
  async (_, has) => {
    const may = has.includes("admin") || has.includes("clusters:create");
    expect(await lacking(has, "createCluster")).toHaveLength(may ? 0 : 1);
  },
);
