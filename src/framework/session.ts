import { isRecord, type ValueRecord } from "../wire/cty/value";
import type { Log } from "../wire/log";
import type { AnyCall, Kept } from "./apply";
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

  /** What `configure` made. Terraform configures a provider before it plans, reads or applies anything. */
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

export interface CallBox {
  readonly call: AnyCall;
  readonly kept: Kept;
  readonly private: () => unknown;
}

/** What one operation of one instance works with. */
export function openCall(
  session: Session,
  resource: AnyResource,
  operation: Operation,
  values: ValueRecord,
  kept: unknown,
  diagnostics: Diagnostics,
  signal: AbortSignal,
): CallBox {
  const timeout = timeoutOf(resource, operation, values);
  const box = { values: Object.create(null) as ValueRecord, any: false, private: kept };
  const call: AnyCall = {
    service: session.service,
    signal: session.signal(signal),
    deadline: session.surroundings.now() + timeout,
    timeout: formatDuration(timeout),
    log: session.surroundings.log,
    warn: (summary, detail, path) => diagnostics.warn(summary, detail, path),
    saveState: (known) => {
      Object.assign(box.values, known);
      box.any = true;
    },
    get privateState() {
      return box.private;
    },
    setPrivateState: (value) => {
      box.private = value;
    },
  };
  return { call, kept: box, private: () => box.private };
}

function timeoutOf(resource: AnyResource, operation: Operation, values: ValueRecord): number {
  if (operation === "import") return parseDuration(DEFAULT_TIMEOUT) ?? 0;
  const configured = isRecord(values.timeouts) ? values.timeouts[operation] : undefined;
  const texts = [configured, resource.timeouts?.[operation], DEFAULT_TIMEOUT];
  for (const text of texts) {
    const milliseconds = typeof text === "string" ? parseDuration(text) : undefined;
    if (milliseconds !== undefined) return milliseconds;
  }
  return 0;
}
