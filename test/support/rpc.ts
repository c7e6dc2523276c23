import type { AnyProvider } from "../../src/framework";
import { handlersOf } from "../../src/framework/rpc/handlers";
import { type Fields, typeOfFields } from "../../src/framework/schema";
import { type Environment, Session } from "../../src/framework/session";
import { Secrets } from "../../src/redaction";
import {
  type DynamicValue,
  decodeValue,
  encodeValue,
  ProviderDefinition,
  type ProviderHandlers,
} from "../../src/wire";
import type { CtyType } from "../../src/wire/cty/type";
import type { Value, ValueRecord } from "../../src/wire/cty/value";
import { collectLog, type LogLine } from "./log";
import { record } from "./values";

type Handler<K extends keyof ProviderHandlers> = NonNullable<ProviderHandlers[K]>;
type Request<K extends keyof ProviderHandlers> = Parameters<Handler<K>>[0];
type Response<K extends keyof ProviderHandlers> = Awaited<ReturnType<Handler<K>>>;

/** A provider whose handlers a test calls like Terraform, without a socket. */
export interface Rpc {
  readonly session: Session;
  readonly lines: readonly LogLine[];
  /** Calls one RPC. Fields left out of the request are empty, as on the wire. */
  ask<K extends keyof ProviderHandlers>(
    name: K,
    request?: Partial<Request<K>>,
    signal?: AbortSignal,
  ): Promise<Response<K>>;
}

export function rpcOf(provider: AnyProvider, given: Partial<Environment> = {}): Rpc {
  const { log, lines } = collectLog();
  const now = () => Date.UTC(2026, 0, 1);
  const session = new Session(provider, { log, now, secrets: new Secrets(), ...given });
  const answers = handlersOf(session);
  return {
    session,
    lines,
    ask: <K extends keyof ProviderHandlers>(
      name: K,
      request: Partial<Request<K>> = {},
      signal = new AbortController().signal,
    ) => {
      const handler = answers[name] as Handler<K> | undefined;
      if (!handler) throw new Error(`there is no handler for ${name}`);
      const empty = ProviderDefinition.methods[name].requestType.decode(new Uint8Array());
      const ask = handler as (request: Request<K>, call: { signal: AbortSignal }) => Promise<Response<K>>;
      return ask({ ...empty, ...request } as Request<K>, { signal });
    },
  };
}

/** Encodes and decodes values of one schema. */
export function codecOf(fields: Fields) {
  const type = typeOfFields(fields);
  const nothing: ValueRecord = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, emptyOf(field)]),
  );
  return {
    /** The given values, and empty ones for all other fields. */
    whole: (values: ValueRecord = {}): ValueRecord => record({ ...nothing, ...values }),
    encode: (values: ValueRecord | null): DynamicValue =>
      bytes(type, values && record({ ...nothing, ...values })),
    decode: (value: DynamicValue | undefined): ValueRecord | null =>
      value ? (decodeValue(type, value.msgpack) as ValueRecord | null) : null,
  };
}

export function bytes(type: CtyType, value: Value): DynamicValue {
  return { msgpack: encodeValue(type, value), json: new Uint8Array() };
}

/** Reads a stream to its end, or as many of its messages as are wanted. */
export async function messagesOf<T>(stream: AsyncIterable<T>, most = Number.POSITIVE_INFINITY): Promise<T[]> {
  const messages: T[] = [];
  for await (const message of stream) if (messages.push(message) >= most) break;
  return messages;
}

/** Bytes that are invalid for every type. */
export const GARBAGE: DynamicValue = { msgpack: Uint8Array.of(0xc1), json: new Uint8Array() };

function emptyOf(field: Fields[string]): Value {
  if (!("block" in field) || field.block === "single") return null;
  return [];
}
