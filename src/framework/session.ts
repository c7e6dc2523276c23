import { setMaxListeners } from "node:events";
import { formatDuration, parseDuration } from "../duration";
import type { Secrets } from "../redaction";
import { isRecord, mapRecord, type ValueRecord, withoutUnknown } from "../wire/cty/value";
import type { Log } from "../wire/log";
import type { AnyCall, ServiceCall, TimedOperation } from "./call";
import { type Diagnostics, TerraformError } from "./diagnostics";
import {
  type AnyAction,
  type AnyDataSource,
  type AnyEphemeralResource,
  type AnyListResource,
  type AnyProvider,
  type AnyResource,
  type Operations,
  type Types,
  withAllOperations,
  withAllTypes,
} from "./provider";

/** The timeout of an operation for which neither the resource nor the configuration sets one. */
const DEFAULT_TIMEOUT = "20m";

/** The log, the clock and the secrets of this process. */
export interface Environment {
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The secrets of this process. Nothing that leaves it may show them. */
  readonly secrets: Secrets;
  /** The environment variables that a move may read. @default none */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** One provider that Terraform configures, calls and stops. */
export class Session {
  #service: unknown;
  #isDeferred = false;
  #stop = new AbortController();

  constructor(
    readonly provider: AnyProvider,
    readonly environment: Environment,
  ) {}

  /**
   * Stores the result of `configure`, which Terraform calls before it plans, reads or applies anything.
   * @param isDeferred true if nothing can be read, because values of the configuration are unknown
   */
  configured(service: unknown, isDeferred = false): void {
    this.#service = service;
    this.#isDeferred = isDeferred;
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
  }

  /** True if Terraform, if it allows that, must plan everything again once the configuration of the provider is known. */
  get isDeferred(): boolean {
    return this.#isDeferred;
  }

  /** Ends every wait of the running operations. */
  stop(): void {
    this.#stop.abort();
  }

  /**
   * Creates the context of one call. Its signal is aborted when the provider is stopped or when the call is cancelled.
   *
   * @param cleansUp true for a call that must still send its requests after the provider was stopped. @default false
   */
  call(
    { context, diagnostics }: Pick<CallOptions, "context" | "diagnostics">,
    cleansUp = false,
  ): ServiceCall<unknown> {
    const stop = cleansUp ? new AbortController().signal : this.#stop.signal;
    let signal: AbortSignal | undefined;
    return {
      service: this.#service,
      // Created on demand: most calls of a large plan never wait, and the signal is the most expensive part of a call.
      get signal() {
        if (signal === undefined) {
          signal = AbortSignal.any([stop, context.signal]);
          // Twenty requests of one call may listen at a time: this is not a leak, so Node must not warn.
          setMaxListeners(0, signal);
        }
        return signal;
      },
      log: this.environment.log,
      warn: diagnostics.warn,
    };
  }

  resource(typeName: string): Promise<AnyResource> {
    return this.#find("resource", "resources", typeName);
  }

  dataSource(typeName: string): Promise<AnyDataSource> {
    return this.#find("data source", "dataSources", typeName);
  }

  ephemeralResource(typeName: string): Promise<AnyEphemeralResource> {
    return this.#find("ephemeral resource", "ephemeralResources", typeName);
  }

  listResource(typeName: string): Promise<AnyListResource> {
    return this.#find("list resource", "listResources", typeName, withAllOperations);
  }

  action(typeName: string): Promise<AnyAction> {
    return this.#find("action", "actions", typeName, withAllOperations);
  }

  typeName(part: { readonly name: string }): string {
    return typeNameOf(this.provider, part);
  }

  async #find<Kind extends keyof Types | keyof Operations>(
    kind: string,
    of: Kind,
    typeName: string,
    complete = withAllTypes,
  ): Promise<Required<Types & Operations>[Kind][number]> {
    const isMeant = (part: { readonly name: string }) => this.typeName(part) === typeName;
    const found = this.provider[of]?.find(isMeant);
    if (found) return found;
    const parts = (await complete(this.provider))[of] ?? [];
    const loaded = parts.find(isMeant);
    if (loaded) return loaded;
    throw new TerraformError(
      `No ${kind} "${typeName}"`,
      `This provider has ${parts.map((part) => this.typeName(part)).join(", ") || "none"}.`,
    );
  }
}

/** Adds properties to the context of a call, whose signal is still created on demand. */
export function withContext<Added extends object>(
  common: ServiceCall<unknown>,
  added: Added,
): ServiceCall<unknown> & Added {
  return Object.defineProperties({ ...added }, Object.getOwnPropertyDescriptors(common)) as never;
}

/** Returns Terraform's name of a resource or data source. */
export function typeNameOf(provider: AnyProvider, part: { readonly name: string }): string {
  return `${provider.name}_${part.name}`;
}

/** One operation on one instance: the context of its resource, and the diagnostics so far. */
export interface OpenCall {
  readonly resource: AnyResource;
  readonly call: AnyCall;
  readonly diagnostics: Diagnostics;
  /** Data that the earlier plan has stored, for the plan inside apply. */
  readonly plannedPrivateState: unknown;
  /** Returns the values given to `saveState`, which a failed step leaves behind. */
  readonly saved: () => ValueRecord | undefined;
}

export interface CallOptions {
  /** Left out for an import and a plan, whose timeouts cannot be configured. */
  readonly operation?: TimedOperation;
  /** The values with the `timeouts` block. */
  readonly values?: ValueRecord;
  /** Set for a create and an update. */
  readonly config?: ValueRecord | null;
  readonly privateState?: unknown;
  readonly plannedPrivateState?: unknown;
  readonly diagnostics: Diagnostics;
  /** The context of Terraform's call, which may be cancelled alone. */
  readonly context: Pick<AnyCall, "signal">;
}

export function openCall(session: Session, resource: AnyResource, options: CallOptions): OpenCall {
  const { values } = options;
  const timing = (operation: TimedOperation | undefined) =>
    timed(
      session,
      isRecord(values?.timeouts) && operation ? values.timeouts[operation] : undefined,
      operation && resource.timeouts?.[operation],
    );
  let saved: ValueRecord | undefined;
  let { privateState } = options;
  const common = session.call(options);
  const call: AnyCall = {
    service: common.service,
    log: common.log,
    warn: common.warn,
    config: options.config ? mapRecord(options.config, withoutUnknown) : null,
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
  const { diagnostics, plannedPrivateState } = options;
  return { resource, call, diagnostics, plannedPrivateState, saved: () => saved };
}

/** Times an operation that begins now: until the first of the durations that is set and valid, else the default. */
export function timed(
  { environment }: Session,
  ...timeouts: readonly unknown[]
): Pick<AnyCall, "deadline" | "timeout"> {
  for (const text of [...timeouts, DEFAULT_TIMEOUT]) {
    const milliseconds = typeof text === "string" ? parseDuration(text) : undefined;
    if (milliseconds !== undefined)
      return { deadline: environment.now() + milliseconds, timeout: formatDuration(milliseconds) };
  }
  throw new RangeError("The default timeout is not a duration.");
}
