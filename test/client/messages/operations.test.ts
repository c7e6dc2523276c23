import { OPERATIONS, type Operation, type OperationId } from "../../../src/api/operations";
import { ApiError } from "../../../src/client";
import { bench, never, rejection } from "../kit/client";
import { json } from "../kit/transport";

const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

/** The presets that have a capability, typed from the document's table. `admin` has all of them. */
const PRESETS: Readonly<Record<string, string>> = {
  "clusters:read": "read-only, provision, operate, admin",
  "metrics:read": "read-only, provision, operate, admin",
  "clusters:create": "provision, admin",
  "clusters:configure": "provision, operate, admin",
  "cluster_parameters:manage": "operate, admin",
  "clusters:clone": "admin",
  "cluster_credentials:issue": "admin",
  "billing:read": "admin",
  "clusters:terminate": "admin",
};

/** By status: the kind, and the facts that the message must contain for every operation. */
const LESSONS: readonly (readonly [number, ApiError["kind"], RegExp])[] = [
  [400, "invalid", /run again( later)?\.$|fit the service\.$|Check the names/],
  [402, "payment", /Add a payment method to the account, then run again\.$/],
  [
    404,
    "not_found",
    /does not exist, or this key cannot see it: the service does not distinguish the two|This address exists for every account/,
  ],
  [422, "refused", /run again|import it/],
  [429, "rate_limit", /The limit counts per key, .* lower requests_per_minute\.$/],
  [503, "unavailable", /repeated until the retry limit\. Run again later\.$/],
];

/** The statement of a rejected write that nothing is half done. */
const UNTOUCHED: Readonly<Partial<Record<OperationId, string>>> = {
  createCluster: "Nothing was created.",
  updateCluster: "Nothing was changed.",
  terminateCluster: "The cluster continues to run and to be billed.",
  issueClusterApiKeys: "No keys were issued.",
  createConfigurationChange: "Nothing was scheduled.",
  cancelConfigurationChange: "Nothing was cancelled.",
  createCloningOperation: "Nothing was cloned.",
  cancelCloningOperation: "Nothing was cancelled.",
  createServerConfigurationParameter: "Nothing was set.",
  updateServerConfigurationParameter: "The parameter keeps its value.",
  deleteServerConfigurationParameter: "The parameter stays set.",
};

async function failing(id: OperationId, status: number, said: object = {}): Promise<ApiError> {
  const { client } = bench(() =>
    json(status, { success: false, message: "The words of the service", ...said }),
  );
  const input = { path: { id: "X1", cluster_id: "C1" }, query: {}, body: {} };
  const error = await rejection(client.call(id, input as never, { signal: never() }));
  if (error instanceof ApiError) return error;
  throw error;
}

describe.each(OPERATION_IDS)("%s", (id) => {
  const operation: Operation = OPERATIONS[id];
  const write = operation.kind === "write";
  const untouched = UNTOUCHED[id];
  const path = operation.path.replace("{cluster_id}", "C1").replace("{id}", "X1");

  test("every failure names the attempt, the response, what is unchanged, and what to do next", async () => {
    expect(untouched === undefined).toBe(!write);
    for (const [status, kind, lesson] of LESSONS) {
      const failed = await failing(id, status);
      const [request, said, ...advice] = failed.detail.split("\n");
      const lost = status === 503 && write;
      expect(failed.summary).toMatch(/^Could not [a-z ]+/);
      expect(request).toContain(
        `${operation.method} https://search.example/api/v1${path} was answered with status ${status}`,
      );
      expect(said).toBe("The management API responded: The words of the service");
      expect(failed.detail).not.toMatch(/undefined|[{}]| {2}|\.\./);
      expect(failed.kind).toBe(lost ? "lost_write" : kind);
      expect(advice.join("\n")).toMatch(lost ? /run again|apply again|unknown pair of keys/ : lesson);
      const promises = untouched !== undefined && status !== 404 && status !== 503;
      if (promises) expect(advice[0]?.startsWith(untouched)).toBe(true);
      else if (untouched) expect(failed.detail).not.toContain(untouched);
    }
  });

  test("403 names the capability and the presets that have it", async () => {
    const required_capability = operation.capability ?? "admin";
    const lacking = await failing(id, 403, { required_capability });
    expect(lacking.detail).toContain(
      `The key lacks the capability ${required_capability}; keys created from these presets have it: ${PRESETS[required_capability] ?? "admin"}.`,
    );
    expect(lacking.detail).toMatch(/Use a key that has it, then run again\.$/);
    const { detail, kind } = await failing(id, 403);
    expect(kind).toBe("auth");
    expect(detail).toContain("SEARCHCLOUD_API_KEY");
    if (operation.capability === null) expect(detail).not.toContain("capability");
    else
      expect(detail).toContain(`This operation needs the capability ${operation.capability}; keys created`);
  });
});

test.each<[OperationId, string]>([
  ["getCluster", "Cluster X1"],
  ["terminateCluster", "Cluster C1"],
  ["listConfigurationChanges", "Cluster C1"],
  ["getConfigurationChange", "Configuration change X1 of cluster C1"],
  ["cancelCloningOperation", "Cloning operation X1 of cluster C1"],
  ["updateServerConfigurationParameter", "Server parameter X1 of cluster C1"],
  ["getInvoice", "Invoice X1"],
])("404 for %s: %s does not exist", async (id, subject) => {
  expect((await failing(id, 404)).detail).toContain(`${subject} does not exist, or this key cannot see it`);
});

test("no two operations have the same phrase", async () => {
  const summaries = await Promise.all(OPERATION_IDS.map(async (id) => (await failing(id, 422)).summary));
  expect(new Set(summaries).size).toBe(OPERATION_IDS.length);
});

test("a rejected key: the error names the header and the other dialect", async () => {
  const { client } = bench(() => json(401, { success: false, message: "Unauthorized" }));
  const error = await rejection(client.call("getAccount", {}, { signal: never() }));
  expect((error as ApiError).detail).toContain(
    "It was sent in the header x-search-cloud-management-api-key, that of dialect search-cloud: if the service uses typesense-cloud, set dialect (or SEARCHCLOUD_DIALECT).",
  );
});
