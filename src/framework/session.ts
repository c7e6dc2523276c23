import { setMaxListeners } from "node:events";
import { formatDuration, parseDuration } from "../duration";
import type { Secrets } from "../redaction";
import { isRecord, type ValueRecord } from "../wire/cty/value";
import type { Log } from "../wire/log";
import type { AnyCall, ServiceCall, TimedOperation } from "./call";
import { type Diagnostics, TerraformError } from "./diagnostics";
import { type AnyDataSource, type AnyProvider, type AnyResource, type Types, withAllTypes } from "./provider";

/** The time an operation may take when neither the resource nor the configuration says anything. */
const DEFAULT_TIMEOUT = "20m";

/** What the framework takes from the outside world. */
export interface Surroundings {
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The secrets of this process, which nothing that leaves it may show. */
  readonly secrets: Secrets;
}

/** One provider as Terraform drives it: configured, called, stopped. */
export class Session {
  #service: unknown;
  #stop = new AbortController();

  constructor(
    readonly provider: AnyProvider,
    readonly surroundings: Surroundings,
  ) {}

  /** Terraform configures a provider before it plans, reads or applies anything. */
  configured(service: unknown): void {
    this.#service = service;
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
  }

  /** Ends every wait of the running operations. */
  stop(): void {
    this.#stop.abort();
  }

  /** A call ends with a stop of the whole provider, or alone. */
  call({ context, diagnostics }: Pick<CallOptions, "context" | "diagnostics">): ServiceCall<unknown> {
    const stop = this.#stop.signal;
    let signal: AbortSignal | undefined;
    return {
      service: this.#service,
      // Most calls of a large plan never wait, and a signal costs more than all else that is set up for them.
      get signal() {
        if (signal === undefined) {
          signal = AbortSignal.any([stop, context.signal]);
          // Twenty requests of one call may wait for it at a time, which is no leak to warn of.
          setMaxListeners(0, signal);
        }
        return signal;
      },
      log: this.surroundings.log,
      warn: diagnostics.warn,
    };
  }

  resource(typeName: string): Promise<AnyResource> {
    return this.#find("resource", "resources", typeName);
  }

  dataSource(typeName: string): Promise<AnyDataSource> {
    return this.#find("data source", "dataSources", typeName);
  }

  typeName(part: { readonly name: string }): string {
    return typeNameOf(this.provider, part);
  }

  async #find<Kind extends keyof Types>(
    kind: string,
    of: Kind,
    typeName: string,
  ): Promise<Types[Kind][number]> {
    const isMeant = (part: { readonly name: string }) => this.typeName(part) === typeName;
    const found = this.provider[of].find(isMeant);
    if (found) return found;
    const parts: Types[Kind] = (await withAllTypes(this.provider))[of];
    const loaded = parts.find(isMeant);
    if (loaded) return loaded;
    throw new TerraformError(
      `No ${kind} "${typeName}"`,
      `This provider has ${parts.map((part) => this.typeName(part)).join(", ") || "none"}.`,
    );
  }
}

/** How Terraform names a part of a provider. */
export function typeNameOf(provider: AnyProvider, part: { readonly name: string }): string {
  return `${provider.name}_${part.name}`;
}

/** One operation on one instance: what its resource gets, and what it has said so far. */
export interface OpenCall {
  readonly resource: AnyResource;
  readonly call: AnyCall;
  readonly diagnostics: Diagnostics;
  /** What a failed step leaves behind: what `saveState` was given. */
  readonly saved: () => ValueRecord | undefined;
}

export interface CallOptions {
  /** Absent for an import and a plan, whose time cannot be configured. */
  readonly operation?: TimedOperation;
  /** The values with the `timeouts` block. */
  readonly values?: ValueRecord;
  readonly privateState?: unknown;
  readonly diagnostics: Diagnostics;
  /** Of Terraform's call, which may end alone. */
  readonly context: Pick<AnyCall, "signal">;
}

export function openCall(session: Session, resource: AnyResource, options: CallOptions): OpenCall {
  const timing = (operation: TimedOperation | undefined): Pick<AnyCall, "deadline" | "timeout"> => {
    const timeout = timeoutOf(resource, operation, options.values);
    return { deadline: session.surroundings.now() + timeout, timeout: formatDuration(timeout) };
  };
  let saved: ValueRecord | undefined;
  let { privateState } = options;
  const common = session.call(options);
  const call: AnyCall = {
    service: common.service,
    log: common.log,
    warn: common.warn,
    get signal() {
      return common.signal;
    },
    ...timing(options.operation),
    // Inherits, so that both calls see what is stored meanwhile.
    timedAs: (operation) => Object.assign(Object.create(call), timing(operation)),
    saveState: (values) => {
      saved = Object.assign(saved ?? Object.create(null), values);
    },
    get privateState() {
      return privateState;
    },
    setPrivateState: (value) => {
      privateState = value;
    },
  };
  return { resource, call, diagnostics: options.diagnostics, saved: () => saved };
}

function timeoutOf(
  resource: AnyResource,
  operation: TimedOperation | undefined,
  values: ValueRecord | undefined,
): number {
  const configured = isRecord(values?.timeouts) && operation ? values.timeouts[operation] : undefined;
  const declared = operation && resource.timeouts?.[operation];
  for (const text of [configured, declared, DEFAULT_TIMEOUT]) {
    const milliseconds = typeof text === "string" ? parseDuration(text) : undefined;
    if (milliseconds !== undefined) return milliseconds;
  }
  return 0;
}
