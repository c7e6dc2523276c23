import { define, GONE } from "../../src/framework";
import { Diagnostics } from "../../src/framework/diagnostics";
import type { AnyProvider, AnyResource } from "../../src/framework/provider";
import type { Resource } from "../../src/framework/resource";
import type { ResourceFields } from "../../src/framework/schema";
import { type CallOptions, type OpenCall, openCall, Session } from "../../src/framework/session";
import { Secrets } from "../../src/redaction";
import { collectLog } from "./log";

export interface OptionsOfCall extends Partial<CallOptions> {
  readonly service?: unknown;
}

/** A session of a provider at the beginning of 2026. */
export function sessionOf(provider: AnyProvider): Session {
  return new Session(provider, {
    log: collectLog().log,
    now: () => Date.UTC(2026, 0, 1),
    secrets: new Secrets(),
  });
}

/** Opens the call of one operation as the framework does. */
export function callOf(resource: AnyResource, { service, ...options }: OptionsOfCall = {}): OpenCall {
  const session = sessionOf(providerOf(resource));
  session.configured(service);
  return openCall(session, resource, {
    diagnostics: new Diagnostics(),
    context: new AbortController(),
    ...options,
  });
}

/** Defines the resource "thing" with the parts under test. It stores nothing, so `read` returns GONE. */
export function thingOf<Service = undefined, Private = undefined>() {
  type Whole<F extends ResourceFields> = Resource<F, Service, Private>;
  return <const F extends ResourceFields>(
    parts: Pick<Whole<F>, "schema" | "updates"> & Partial<Whole<F>>,
  ): AnyResource =>
    define<Service, Private>().resource<F>({
      name: "thing",
      description: "A thing.",
      create: async () => ({}),
      read: async () => GONE,
      delete: async () => {},
      ...parts,
    });
}

/** A provider with these resources only. */
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
