import { OPERATIONS, type Operation } from "../../../src/api/operations";
import { ApiError, type OperationId } from "../../../src/client";
import { bench, never, rejection } from "../kit/client";
import { json } from "../kit/transport";

const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];
const STATUSES = [400, 402, 403, 404, 422, 429, 503] as const;
type Status = (typeof STATUSES)[number];

/** Which presets have a capability, typed from the document's table; custom keys aside, `admin` has every one. */
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

const TRIED_AGAIN = /It was tried again for as long as that made sense\. Run again later\./;

/** What the person has to learn from each status, whatever the operation. */
const LESSONS: Readonly<Record<Status, RegExp>> = {
  400: /run again|check that base_url|Check the names|Read its status/,
  402: /Add a payment method to the account, then run again\./,
  403: /Use a key that has it, then run again\./,
  404: /does not exist, or this key cannot see it: the service answers both alike|This address exists for every account/,
  422: /run again|import it|Read its status/,
  429: /The limit counts per key, .* lower requests_per_minute\./,
  503: TRIED_AGAIN,
};

async function failing(id: OperationId, status: Status, said: object = {}): Promise<ApiError> {
  const { client } = bench(() =>
    json(status, { success: false, message: "The words of the service", ...said }),
  );
  const operations = client.operations as unknown as Record<
    string,
    (input: object, options: { signal: AbortSignal }) => Promise<unknown>
  >;
  const method = operations[id];
  const input = { path: { id: "X1", cluster_id: "C1" }, query: {}, body: {} };
  const error = await rejection(method?.(input, { signal: never() }) ?? Promise.resolve());
  if (error instanceof ApiError) return error;
  throw error;
}

describe.each(OPERATION_IDS)("%s", (id) => {
  const operation: Operation = OPERATIONS[id];
  const write = operation.kind === "write";

  test.each(STATUSES)("%d: what was attempted, what came back, what to do next", async (status) => {
    const { summary, detail, kind } = await failing(id, status);
    const [request, said, ...advice] = detail.split("\n");
    const path = operation.path.replace("{cluster_id}", "C1").replace("{id}", "X1");

    expect(summary).toMatch(/^Could not [a-z ]+/);
    expect(request).toContain(
      `${operation.method} https://search.example/api/v1${path} was answered with status ${status}`,
    );
    expect(said).toBe("The service said: The words of the service");
    expect(advice.join("\n")).toMatch(
      status === 503 && write
        ? /before you run again|issues another pair/
        : status === 403
          ? /SEARCHCLOUD_API_KEY/
          : LESSONS[status],
    );
    expect(detail).not.toMatch(/undefined|[{}]| {2}|\.\./);
    expect(kind).toBe(status === 503 && write ? "lost_write" : KINDS[status]);
  });

  test("403 with the missing capability names the presets that have it", async () => {
    const required_capability = operation.capability ?? "admin";
    const { detail } = await failing(id, 403, { required_capability });
    expect(detail).toContain(
      `The key lacks the capability ${required_capability}; keys made from these presets have it: ${PRESETS[required_capability] ?? "admin"}.`,
    );
    expect(detail).toMatch(LESSONS[403]);
  });

  test("403 without it says what the operation needs", async () => {
    const { detail } = await failing(id, 403);
    if (operation.capability === null) expect(detail).not.toContain("capability");
    else
      expect(detail).toContain(
        `This operation needs the capability ${operation.capability}; keys made from these presets have it: ${PRESETS[operation.capability]}.`,
      );
  });
});

const KINDS: Readonly<Record<Status, ApiError["kind"]>> = {
  400: "invalid",
  402: "payment",
  403: "auth",
  404: "not_found",
  422: "refused",
  429: "rate_limit",
  503: "unavailable",
};

/** What a refused write has left as it was: nothing is half done. */
const UNTOUCHED: Readonly<Partial<Record<OperationId, string>>> = {
  createCluster: "Nothing was created.",
  updateCluster: "Nothing was changed.",
  terminateCluster: "The cluster goes on, and is billed.",
  issueClusterApiKeys: "No keys were issued.",
  createConfigurationChange: "Nothing was scheduled.",
  cancelConfigurationChange: "Nothing was cancelled.",
  createCloningOperation: "Nothing was cloned.",
  cancelCloningOperation: "Nothing was cancelled.",
  createServerConfigurationParameter: "Nothing was set.",
  updateServerConfigurationParameter: "The parameter keeps its value.",
  deleteServerConfigurationParameter: "The parameter stays set.",
};

test("every write is in the table of what it leaves as it was", () => {
  const writes = OPERATION_IDS.filter((id) => OPERATIONS[id].kind === "write");
  expect(Object.keys(UNTOUCHED).sort()).toEqual([...writes].sort());
});

describe.each(Object.entries(UNTOUCHED))("%s, refused", (id, untouched) => {
  test.each([400, 402, 403, 422, 429] as const)(`%d: ${untouched}`, async (status) => {
    expect((await failing(id as OperationId, status)).detail.endsWith(untouched)).toBe(true);
  });

  test.each([404, 503] as const)("%d promises nothing", async (status) => {
    expect((await failing(id as OperationId, status)).detail).not.toContain(untouched);
  });
});

test.each<[OperationId, string]>([
  ["getCluster", "Cluster X1"],
  ["updateCluster", "Cluster X1"],
  ["terminateCluster", "Cluster C1"],
  ["issueClusterApiKeys", "Cluster C1"],
  ["getClusterMetrics", "Cluster C1"],
  ["listConfigurationChanges", "Cluster C1"],
  ["createCloningOperation", "Cluster C1"],
  ["getConfigurationChange", "Configuration change X1 of cluster C1"],
  ["cancelCloningOperation", "Cloning operation X1 of cluster C1"],
  ["updateServerConfigurationParameter", "Server parameter X1 of cluster C1"],
  ["getInvoice", "Invoice X1"],
])("404 for %s: %s does not exist", async (id, subject) => {
  expect((await failing(id, 404)).detail).toContain(`${subject} does not exist, or this key cannot see it`);
});

test.each<[OperationId, RegExp]>([
  ["createCluster", /memory and vcpu must be a pair that it offers/],
  ["updateCluster", /Wait until the cluster is in service, or correct the value/],
  ["terminateCluster", /a change or a clone on its way .* cancel it/],
  ["issueClusterApiKeys", /only while the cluster is in service\. Wait until it is/],
  [
    "createConfigurationChange",
    /one thing at a time.* wait until the change or the clone on its way has ended/,
  ],
  ["cancelConfigurationChange", /Only what is pending can be cancelled/],
  ["createCloningOperation", /one thing at a time.* region and the version/],
  ["cancelCloningOperation", /Only what is pending can be cancelled/],
  ["createServerConfigurationParameter", /one entry per name: if the parameter is set already, import it/],
  ["updateServerConfigurationParameter", /does not take this value/],
  ["deleteServerConfigurationParameter", /Wait until the cluster is in service/],
])("422 for %s says what it needs", async (id, words) => {
  expect((await failing(id, 422)).detail).toMatch(words);
});

test("no two operations are told in the same words", async () => {
  const summaries = await Promise.all(OPERATION_IDS.map(async (id) => (await failing(id, 422)).summary));
  expect(new Set(summaries).size).toBe(OPERATION_IDS.length);
});
