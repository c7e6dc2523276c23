import { Agent, request } from "undici";

/** A response of a node. */
export interface ClientAnswer {
  readonly status: number;
  readonly text: string;
  /** True if an earlier attempt was lost, so that it may have been carried out. */
  readonly repeated: boolean;
}

type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

export interface SearchClientOptions {
  /** Base URLs of the nodes. */
  readonly urls: readonly string[];
  readonly key: string;
  /** The header of the key. @default that of the default dialect */
  readonly header?: string;
  /** Number of times that all nodes are asked before a request counts as failed. @default 3 */
  readonly rounds?: number;
}

/** Statuses after which the clients of applications ask the next node. */
const isTemporary = (status: number) => status >= 500 || status === 429;

/** A client as applications use it: it asks the next node if one does not answer, and knows nothing of versions. */
export class SearchClient {
  private readonly agent = new Agent();
  private turn = 0;
  private readonly open = new Set<Promise<unknown>>();

  constructor(private readonly options: SearchClientOptions) {}

  async send(method: Method, path: string, body?: string): Promise<ClientAnswer> {
    const sent = this.attempts(method, path, body);
    this.open.add(sent);
    try {
      return await sent;
    } finally {
      this.open.delete(sent);
    }
  }

  /** Resolves when no request is in progress. */
  async idle(): Promise<void> {
    while (this.open.size > 0) await Promise.allSettled(this.open);
  }

  private async attempts(method: Method, path: string, body?: string): Promise<ClientAnswer> {
    const { urls, key, header = "x-search-api-key", rounds = 3 } = this.options;
    let last: ClientAnswer = { status: 0, text: "There is no node.", repeated: false };
    let repeated = false;
    for (let attempt = 0; attempt < rounds * urls.length; attempt += 1) {
      const url = urls[this.turn % urls.length];
      try {
        const { statusCode, body: answer } = await request(`${url}${path}`, {
          method,
          headers: { [header]: key },
          body: body ?? null,
          dispatcher: this.agent,
        });
        last = { status: statusCode, text: await answer.text(), repeated };
        if (!isTemporary(statusCode)) return last;
      } catch (error) {
        last = { status: 0, text: String(error), repeated };
      }
      repeated = true;
      this.turn += 1;
      await new Promise((resolve) => setImmediate(resolve));
    }
    return last;
  }

  close(): Promise<void> {
    return this.agent.destroy();
  }
}
