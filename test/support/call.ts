import type { AnyCall, Kept } from "../../src/framework/apply";
import { Diagnostics } from "../../src/framework/diagnostics";
import type { AnyProvider, AnyResource } from "../../src/framework/provider";
import { openCall, Session } from "../../src/framework/session";
import type { ValueRecord } from "../../src/wire/cty/value";
import { collectLog } from "./log";

/** The call of one operation, as the framework opens it, with what a test looks at. */
export interface OpenedCall {
  readonly call: AnyCall;
  readonly kept: Kept;
  readonly diagnostics: Diagnostics;
  /** What was kept beside the state. */
  readonly private: () => unknown;
}

export interface CallOptions {
  readonly values?: ValueRecord;
  readonly kept?: unknown;
  readonly service?: unknown;
  readonly signal?: AbortSignal;
}

/** A session of a provider at the first moment of 2026. */
export function sessionOf(provider: AnyProvider): Session {
  return new Session(provider, { log: collectLog().log, now: () => Date.UTC(2026, 0, 1) });
}

export function callOf(
  resource: AnyResource,
  operation: Parameters<typeof openCall>[2],
  { values = {}, kept, service, signal = new AbortController().signal }: CallOptions = {},
): OpenedCall {
  const session = sessionOf(providerOf(resource));
  session.configured(service);
  const diagnostics = new Diagnostics();
  const box = openCall(session, resource, operation, values, kept, diagnostics, signal);
  return { call: box.call, kept: box.kept, private: box.private, diagnostics };
}

/** A provider of nothing but these resources. */
export function providerOf(...resources: AnyResource[]): AnyProvider {
  return {
    name: "test",
    description: "Only for a test.",
    schema: {},
    configure: async () => undefined,
    resources,
    dataSources: [],
    functions: [],
  };
}
