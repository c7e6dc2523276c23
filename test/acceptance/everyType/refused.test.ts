import { OPERATIONS, type OperationId } from "../../../src/api/operations";
import { flat, OPTIONS, type Scene, scene } from "../support";
import { casesOf } from "./cases";
import { resourceText } from "./story";

/** What the service refuses: said in words that help, asked for once, nothing half done, and healed by the next apply. */
interface Refusal {
  readonly status: number;
  readonly body: Record<string, unknown>;
  /** What the person at the terminal reads. */
  readonly says: RegExp;
}

const PAID: readonly OperationId[] = ["createCluster", "createConfigurationChange", "createCloningOperation"];

function refusalsOf(operation: OperationId): Refusal[] {
  const { capability, path, method } = OPERATIONS[operation];
  const paid = { status: 402, body: { message: "A payment method is required" }, says: /payment method/ };
  const missing = { status: 404, body: { message: "Not found" }, says: /404.*(not visible|cannot see)/ };
  return [
    {
      status: 403,
      body: { message: "Missing capability", required_capability: capability },
      says: new RegExp(`${capability}.*preset|preset.*${capability}`),
    },
    { status: 422, body: { message: "The moon is in the way" }, says: /The moon is in the way/ },
    ...(PAID.includes(operation) ? [paid] : []),
    // What a delete wants is that it is not there.
    ...(path.includes("{") && method !== "DELETE" ? [missing] : []),
  ];
}

let on: Scene;
beforeEach(async () => {
  on = await scene(OPTIONS);
});
afterEach(() => on.close());

const inTheAccount = () => {
  const { clusters, changes } = on.emulator.state();
  return {
    clusters: clusters.map(({ id, status }) => [id, status]),
    changes: changes.map(({ id, status }) => [id, status]),
  };
};

/**
 * The words are those of the operation and the status (test/client/messages/operations.test.ts); what is left in the state depends on
 * the type: each type meets each status once.
 */
const seen = new Set<string>();
const MATRIX = casesOf().flatMap((one) =>
  refusalsOf(one.operation).flatMap((refusal) => {
    const key = `${one.story.type} ${refusal.status}`;
    if (seen.has(key)) return [];
    seen.add(key);
    return [[one.story.type, one.what, one.operation, refusal.status, one, refusal] as const];
  }),
);

test.each(MATRIX)("%s, %s: %s answers %i", async (_, __, operation, status, one, refusal) => {
  const { story, before, after, alone } = one;
  story.prepare?.(on.emulator);
  if (before) await on.applied(resourceText(story, before));
  const account = inTheAccount();
  on.emulator.clearJournal();
  on.emulator.addFault({
    match: { operation, times: 0 },
    effect: { kind: "answer", status, json: { success: false, ...refusal.body } },
  });
  if (after) await on.write(resourceText(story, after));
  const args = after ? ["apply", "-auto-approve"] : ["destroy", "-auto-approve"];
  const { output, code } = await on.workspace.terraform([...args, "-no-color", "-input=false"], {
    expect: "any",
  });
  const asked = on.emulator.journal().filter((entry) => entry.operation === operation);
  expect(asked).toHaveLength(1);
  on.emulator.clearFaults();
  expect(code).toBe(1);
  expect(flat(output)).toMatch(refusal.says);
  expect(flat(output)).toContain(`searchcloud_${story.type}.it`);
  if (alone) expect(inTheAccount()).toEqual(account);

  await on.workspace.terraform([...args, "-no-color", "-input=false"]);
  if (after) await on.workspace.emptyPlan();
  if (after && before === null) expect(output).not.toContain("tainted");
});
