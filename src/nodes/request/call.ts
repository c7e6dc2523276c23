import { NODE_OPERATIONS } from "../../api/dataPlane/operations";
import { NODE_ANSWERS, type NodeAnswer } from "../../api/dataPlane/records";
import { READ_TIMEOUT_MS, WRITE_TIMEOUT_MS } from "../../api/limits";
import { type ExchangeContext, exchange, type Outcome } from "../../client";
import type { Secrets } from "../../redaction";
import type { CalledOperationId, NodeInput, Nodes } from "../nodes";
import { type AnyInput, addressed, type Sender, type Way } from "./addressed";
import { exactJson } from "./exactJson";
import { PATIENCE_MS } from "./failover";
import { askNodes, type RoundsContext } from "./rounds";

export interface NodesContext extends Sender, RoundsContext, Omit<ExchangeContext, "transport"> {
  /** Takes the keys that nodes answer with. */
  readonly secrets: Secrets;
}

/** What is sent, as JSON; bodies are sent as they are, in any dialect. */
interface JsonInput extends AnyInput {
  readonly body?: unknown;
}

/** What answers documents, whose numbers are passed on as they are. */
const OF_DOCUMENTS: ReadonlySet<CalledOperationId> = new Set(["getDocument", "searchDocuments"]);

/** Sends one request to one node. Throws Interrupted when the signal ended a read. */
export async function askNode(
  context: NodesContext,
  way: Way,
  id: CalledOperationId,
  input: JsonInput,
  { signal, timeoutMs }: { readonly signal: AbortSignal; readonly timeoutMs?: number | undefined },
): Promise<{ readonly attempt: ReturnType<typeof addressed>["attempt"]; readonly outcome: Outcome }> {
  const { method, kind, secret } = NODE_OPERATIONS[id];
  const write = kind === "write";
  const { body } = input;
  const address = addressed(way, context, id, input);
  const outcome = await exchange(
    { ...context, transport: way.transport },
    {
      ...address,
      body: () => (body === undefined ? null : JSON.stringify(body)),
      limitMs: timeoutMs ?? (write ? WRITE_TIMEOUT_MS : READ_TIMEOUT_MS),
      expected: {
        method,
        write,
        secret,
        trustsStatus: true,
        ...(OF_DOCUMENTS.has(id) && { parse: exactJson }),
        record: (json) => NODE_ANSWERS[id].safeParse(json),
      },
    },
    signal,
  );
  if (secret && "value" in outcome) keepKey(outcome.value, context.secrets);
  return { attempt: address.attempt, outcome };
}

/** Keeps the value of a key that was created from everything that leaves this process. */
function keepKey(answer: unknown, secrets: Secrets): void {
  const { value } = answer as { readonly value?: unknown };
  if (typeof value === "string") secrets.add(value, "the created key");
}

/** Makes the function that every operation goes through whose answer is one JSON value. */
export function createCall(context: NodesContext): Nodes["call"] {
  return async <Id extends CalledOperationId>(
    id: Id,
    input: NodeInput<Id>,
    { signal, patienceMs = PATIENCE_MS, timeoutMs }: Parameters<Nodes["call"]>[2],
  ) => {
    const { kind, idempotent: repeatable } = NODE_OPERATIONS[id];
    const options = { repeatable, write: kind === "write", signal, patienceMs };
    return askNodes(context, options, async (way) => {
      const { attempt, outcome } = await askNode(context, way, id, input, { signal, timeoutMs });
      const { answer, ...result } = outcome;
      const status = answer?.status ?? ("failed" in result ? result.failed.kind : "");
      const value = "value" in result ? { value: result.value as NodeAnswer<Id> } : result;
      return { ...value, attempt, status, answered: answer !== null };
    });
  };
}
