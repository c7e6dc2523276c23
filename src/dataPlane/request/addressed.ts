import { NODE_OPERATIONS, type NodeOperationId } from "../../api/dataPlane/operations";
import { DATA_PLANE_KEY_HEADERS } from "../../api/dialects";
import type { ApiWords } from "../../http/attempt";
import type { Outgoing } from "../../http/exchange";
import { describeProxy, type HttpProxy } from "../../http/proxy";
import type { Transport } from "../../http/transport";
import { buildPath, buildQuery } from "../../http/urls";
import { NODE_TEXTS } from "../messages/operations";
import { ADDRESS } from "../messages/words";

/** The way to one node. */
export interface Way {
  readonly baseUrl: string;
  readonly proxy: HttpProxy | null;
  readonly transport: Transport;
}

/** The common part of every request to the same nodes. */
export interface Sender {
  readonly ways: readonly Way[];
  readonly apiKey: string;
  readonly words: ApiWords;
}

/** The input of any operation. */
export interface AnyInput {
  readonly path?: Readonly<Record<string, string>> | undefined;
  readonly query?: Readonly<Record<string, unknown>> | undefined;
  readonly subject?: string | undefined;
}

/** Addresses a request to one node, without its body. Throws UnusableIdError. */
export function addressed(
  { baseUrl, proxy }: Way,
  { apiKey, words }: Sender,
  operation: NodeOperationId,
  { path: pathParameters = {}, query = {}, subject }: AnyInput,
): Pick<Outgoing, "attempt" | "route" | "url" | "key"> {
  const { method, path: template, action } = NODE_OPERATIONS[operation];
  const path = buildPath(template, pathParameters);
  return {
    attempt: {
      operation,
      method,
      texts: NODE_TEXTS[operation],
      api: words,
      pathParameters,
      path,
      baseUrl,
      proxy: proxy ? describeProxy(proxy) : undefined,
      subject,
    },
    route: { baseUrl, proxy, setting: ADDRESS },
    url: `${baseUrl}${path}${buildQuery(query)}`,
    // A public operation needs no key.
    key: action === null ? {} : Object.fromEntries(DATA_PLANE_KEY_HEADERS.map((header) => [header, apiKey])),
  };
}
