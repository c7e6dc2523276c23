import { NODE_OPERATIONS } from "../../api/dataPlane/operations";
import { readAnswer } from "../../http/answers";
import { InterruptedError } from "../../http/clock";
import { requestHeaders } from "../../http/exchange";
import { describeAttempt, explain } from "../../http/explain";
import { networkFailure } from "../../http/networkFailure";
import { readLimited, type StreamAnswer } from "../../http/transport";
import { withAdvice } from "../messages/words";
import type { NodeStream, Nodes } from "../nodes";
import { addressed, type Way } from "./addressed";
import { type NodesContext, recentWritesFor } from "./call";
import { PATIENCE_MS } from "./failover";
import { nodeJson } from "./nodeJson";
import { type NodeResponse, tryNodes } from "./rounds";

type Stream = Nodes["stream"];

/** Creates the function for every operation whose body or answer is a stream of lines. */
export function createStream(context: NodesContext): Stream {
  const { clock } = context;
  return (id, input, { signal, patienceMs = PATIENCE_MS, among }) => {
    const { kind, method, secret } = NODE_OPERATIONS[id];
    const write = kind === "write";
    const { lines }: { lines?: () => AsyncIterable<Uint8Array> } = input;

    async function ask(way: Way): Promise<NodeResponse<NodeStream>> {
      const { attempt, route, url, key } = addressed(way, context, id, input);
      const source = lines && watched(lines());
      /** Returns the cause: the run, the source of the body, or the network. */
      const failureOf = (error: unknown) => {
        if (signal.aborted) throw new InterruptedError(`trying to ${describeAttempt(attempt)}`);
        if (source?.failure()) throw source.failure();
        return networkFailure(error, route);
      };
      let answer: StreamAnswer;
      try {
        const headers = { ...requestHeaders(context, key), ...(source && { "content-type": "text/plain" }) };
        const body = source?.lines ?? null;
        answer = await way.transport.open({ method, url, headers, body, signal });
        const { status } = answer;
        if (status >= 200 && status < 300) {
          const pieces = read(answer, (error) => explain(attempt, failureOf(error), write));
          const value = { [Symbol.asyncIterator]: () => pieces, hasEnd: hasEnd(answer) };
          return { attempt, status, answered: true, value };
        }
        const text = await readLimited(answer.body, status);
        const record = () => {
          throw new Error("No status of failure brings a record");
        };
        const parse = (body: string) => nodeJson(body);
        const expected = { method, write, secret, trustsStatus: true, parse, record };
        const judged = readAnswer({ expected, url, now: clock.now() }, { ...answer, text });
        if (!("failed" in judged)) throw new Error("A status of failure was read as success");
        return { attempt, status, answered: true, failed: withAdvice(judged.failed) };
      } catch (error) {
        const failed = failureOf(error);
        return { attempt, status: failed.kind, answered: false, failed };
      }
    }
    const options = { write, signal, patienceMs, among, ...recentWritesFor(context, id, input) };
    return tryNodes(context, options, ask);
  };
}

/** Without either header, the end of the connection is the end of the answer (RFC 9112, section 6.3), whatever its cause. */
function hasEnd({ headers }: StreamAnswer): boolean {
  const { "content-length": length, "transfer-encoding": encoding = "" } = headers;
  return length !== undefined || /\bchunked\s*$/i.test(encoding);
}

/** Yields the answer; a failure in the middle becomes one of the operation. */
async function* read(
  { body }: StreamAnswer,
  told: (error: unknown) => Error,
): AsyncGenerator<Uint8Array, void, void> {
  try {
    yield* body;
  } catch (error) {
    throw told(error);
  }
}

/** Watches the body for errors of its source, which are not failures of the network. */
function watched(lines: AsyncIterable<Uint8Array>) {
  let failure: unknown = null;
  async function* through() {
    try {
      yield* lines;
    } catch (error) {
      failure = error;
      throw error;
    }
  }
  return { lines: through(), failure: () => failure };
}
