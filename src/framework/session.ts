import { isRecord, type ValueRecord } from "../wire/cty/value";
import type { Log } from "../wire/log";
import type { AnyCall } from "./call";
import { type Diagnostics, TerraformError } from "./diagnostics";
import { formatDuration, parseDuration } from "./duration";
import type { AnyDataSource, AnyProvider, AnyResource } from "./provider";
import type { ProviderFunction } from "./resource";

/** The time an operation may take when neither the resource nor the configuration says anything. */
const DEFAULT_TIMEOUT = "20m";

export type Operation = "create" | "read" | "update" | "delete" | "import";

/** What the framework takes from the outside world. */
export interface Surroundings {
  readonly log: Log;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** One provider as Terraform drives it: configured, called, stopped. */
export class Session {
  #configured: { readonly service: unknown } | undefined;
  #stop = new AbortController();

  constructor(
    readonly provider: AnyProvider,
    readonly surroundings: Surroundings,
  ) {}

  configured(service: unknown): void {
    this.#configured = { service };
    if (this.#stop.signal.aborted) this.#stop = new AbortController();
  }

  /** What `configure` returned. Terraform configures a provider before it plans, reads or applies anything. */
  get service(): unknown {
    return this.#configured?.service;
  }

  /** Ends every wait of the running operations. */
  stop(): void {
    this.#stop.abort();
  }

  signal(call: AbortSignal): AbortSignal {
    return AbortSignal.any([this.#stop.signal, call]);
  }

  resource(typeName: string): AnyResource {
    return this.#find("resource", this.provider.resources, typeName);
  }

  dataSource(typeName: string): AnyDataSource {
    return this.#find("data source", this.provider.dataSources, typeName);
  }

  function(name: string): ProviderFunction | undefined {
    return this.provider.functions.find((candidate) => candidate.name === name);
  }

  typeName(part: { readonly name: string }): string {
    return `${this.provider.name}_${part.name}`;
  }

  #find<T extends { readonly name: string }>(kind: string, parts: readonly T[], typeName: string): T {
    const found = parts.find((part) => this.typeName(part) === typeName);
    if (found) return found;
    throw new TerraformError(
      `No ${kind} "${typeName}"`,
      `This provider has ${parts.map((part) => this.typeName(part)).join(", ") || "none"}.`,
    );
  }
}

/** The values that a failed step leaves behind: what `saveState` was given. */
export interface SavedState {
  readonly values: ValueRecord;
  readonly any: boolean;
}

export interface OpenCall {
  readonly call: AnyCall;
  readonly saved: SavedState;
  /** The private state as it is now. */
  readonly privateState: () => unknown;
}

export interface CallOptions {
  readonly operation: Operation;
  /** The values with the `timeouts` block. */
  readonly values: ValueRecord;
  readonly privateState: unknown;
  readonly diagnostics: Diagnostics;
  readonly signal: AbortSignal;
}

/** What one operation of one instance works with. */
export function openCall(session: Session, resource: AnyResource, options: CallOptions): OpenCall {
  const { diagnostics } = options;
  const timeout = timeoutOf(resource, options.operation, options.values);
  const saved = { values: Object.create(null) as ValueRecord, any: false };
  let { privateState } = options;
  const call: AnyCall = {
    service: session.service,
    signal: session.signal(options.signal),
    deadline: session.surroundings.now() + timeout,
    timeout: formatDuration(timeout),
    log: session.surroundings.log,
    warn: (summary, detail, path) => diagnostics.warn(summary, detail, path),
    saveState: (known) => {
      Object.assign(saved.values, known);
      saved.any = true;
    },
    get privateState() {
      return privateState;
    },
    setPrivateState: (value) => {
      privateState = value;
    },
  };
  return { call, saved, privateState: () => privateState };
}

function timeoutOf(resource: AnyResource, operation: Operation, { timeouts }: ValueRecord): number {
  const configured = isRecord(timeouts) ? timeouts[operation] : undefined;
  const declared = operation === "import" ? undefined : resource.timeouts?.[operation];
  for (const text of [configured, declared, DEFAULT_TIMEOUT]) {
    const milliseconds = typeof text === "string" ? parseDuration(text) : undefined;
    if (milliseconds !== undefined) return milliseconds;
  }
  return 0;
}
