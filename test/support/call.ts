import { Diagnostics } from "../../src/framework/diagnostics";
import type { AnyProvider, AnyResource } from "../../src/framework/provider";
import { type CallOptions, type OpenCall, openCall, Session } from "../../src/framework/session";
import { collectLog } from "./log";

export interface OptionsOfCall extends Partial<Omit<CallOptions, "operation" | "diagnostics">> {
  readonly service?: unknown;
}

/** A session of a provider at the first moment of 2026. */
export function sessionOf(provider: AnyProvider): Session {
  return new Session(provider, { log: collectLog().log, now: () => Date.UTC(2026, 0, 1) });
}

/** The call of one operation, as the framework opens it, with what it says. */
export function callOf(
  resource: AnyResource,
  operation: CallOptions["operation"],
  { service, ...options }: OptionsOfCall = {},
): OpenCall & { readonly diagnostics: Diagnostics } {
  const session = sessionOf(providerOf(resource));
  session.configured(service);
  const diagnostics = new Diagnostics();
  const { signal } = new AbortController();
  const defaults = { values: {}, privateState: undefined, signal };
  return { ...openCall(session, resource, { ...defaults, ...options, operation, diagnostics }), diagnostics };
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
