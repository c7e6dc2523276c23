import type { StreamAnswer, Transport } from "../../src/http/transport";
import { undiciTransport } from "../../src/http/transport";

/** The moment at which a process is killed: before a request leaves, or once the server has carried it out. */
export interface Death {
  /** The request, such as "PUT /aliases/catalog". */
  readonly request: RegExp;
  /** The number of that request among those that match, from 1. @default 1 */
  readonly nth?: number;
  /** `after`: of a stream, as soon as the response begins, so that the server may still be at work. */
  readonly when: "before" | "after";
}

/** The transport of a process that can be killed. Code that waits for it then waits forever, as that of a killed process. */
export interface Mortal {
  readonly transport: Transport;
  /** The requests that were begun: method and path without the node, such as "PUT /aliases/catalog". */
  readonly requests: readonly string[];
  /** Resolves when the process is dead, and everything has arrived that it has sent. */
  readonly dead: Promise<"killed">;
}

const forever = <T>() => new Promise<T>(() => {});

/**
 * Creates a transport over the network that dies at a request; null: never.
 *
 * @param onRequest called with each request before it leaves
 */
export function mortalTransport(death: Death | null, onRequest: (line: string) => void = () => {}): Mortal {
  const inner = undiciTransport();
  const requests: string[] = [];
  let left = death?.nth ?? 1;
  const closing = new AbortController();
  let isDead = false;
  let die = (_: "killed") => {};
  const dead = new Promise<"killed">((resolve) => {
    die = resolve;
  });
  const ends = () => {
    isDead = true;
    closing.abort();
    die("killed");
  };
  /** Carries out a request of the process, unless it dies. */
  async function alive<T>(
    { method, url }: { method: string; url: string },
    send: () => Promise<T>,
  ): Promise<T> {
    if (isDead) return forever();
    const line = `${method} ${new URL(url).pathname.replace(/^\/nodes\/[^/]+/, "")}`;
    requests.push(line);
    onRequest(line);
    if (death?.request.test(line)) left -= 1;
    const isLast = death?.request.test(line) === true && left === 0;
    if (isLast && death?.when === "before") {
      ends();
      return forever();
    }
    const sent = await send().catch((error: unknown) => {
      if (isDead) return forever<T>();
      throw error;
    });
    if (isLast) ends();
    return isDead ? forever() : sent;
  }
  async function* living(parts: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
    try {
      for await (const part of parts) {
        if (isDead) await forever();
        yield part;
      }
    } catch (error) {
      if (isDead) await forever();
      throw error;
    }
    if (isDead) await forever();
  }
  return {
    requests,
    dead,
    transport: {
      send: (request) => alive(request, () => inner.send(request)),
      open: (request) =>
        alive(request, async (): Promise<StreamAnswer> => {
          const signal = AbortSignal.any([request.signal, closing.signal]);
          const answer = await inner.open({ ...request, signal });
          return { ...answer, body: living(answer.body) };
        }),
      close: () => inner.close(),
    },
  };
}
