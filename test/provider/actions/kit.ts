import { createNodesClient } from "../../../src/dataPlane";
import { parseDuration } from "../../../src/duration";
import type { JournaledRequest } from "../../../src/emulator";
import type { AnyAction, Plannable } from "../../../src/framework";
import { type Diagnostic, Diagnostics } from "../../../src/framework/diagnostics";
import { validate } from "../../../src/framework/validate";
import { type Service, serviceOf } from "../../../src/provider/shared/service";
import { hasUnknown, mapRecord, UNKNOWN, type ValueRecord } from "../../../src/wire/cty/value";
import { type Run, run } from "../../client/faults/run";
import type { ServiceOptions } from "../../client/faults/service";
import { never } from "../../client/kit/client";
import { collectLog } from "../../support/log";

/** A key to everything on the nodes of cluster c-1. */
export const NODE_KEY = "node-key-0123456789abcdefghijklmn";
const ANYTHING = { actions: ["*"], collections: ["*"] };

/** The result of one invocation or plan. */
export interface Ran {
  readonly progress: readonly string[];
  readonly said: readonly Diagnostic[];
  readonly failed: boolean;
  /** Summaries and details. */
  readonly text: string;
  /** The requests that it sent, by operation. */
  readonly sent: readonly string[];
}

export interface InvokeOptions {
  readonly signal?: AbortSignal;
  /** Called with each progress message. */
  readonly onProgress?: (message: string) => unknown;
}

/** An emulated account with cluster c-1, on a clock that does not wait. */
export interface ActionAccount extends Run {
  readonly provider: Service;
  /** The URLs of the nodes of c-1. */
  readonly urls: readonly string[];
  invoke(action: AnyAction, config: object, options?: InvokeOptions): Promise<Ran>;
  plan(action: AnyAction, config: object): Promise<Ran>;
}

export function actionAccount({ seed, ...options }: ServiceOptions = {}): ActionAccount {
  const on = run(
    {
      seed: { clusters: [{ id: "c-1", search_server_version: "30.2", ...seed?.clusters?.[0] }] },
      rate: "1000/60",
      ...options,
    },
    { requestsPerMinute: 0 },
  );
  const { client, clock, log, secrets } = on;
  on.service.createNodeKeyOutside("c-1", { value: NODE_KEY, description: "test", ...ANYTHING });
  const nodes = createNodesClient({
    log,
    secrets,
    issuedAt: client.issuedAt,
    dependencies: { transport: on.service.transport, clock, random: () => 0 },
  });
  const nodeUrl = "http://127.0.0.1/nodes/{hostname}";
  const hostnames = on.service.state().clusters[0]?.hostnames?.nodes ?? [];
  const provider = serviceOf({
    client,
    nodes: async () => nodes,
    nodeUrl,
    dataApiKey: { value: NODE_KEY, origin: "data_api_key of the provider" },
  });

  async function ran(act: (diagnostics: Diagnostics, progress: string[]) => Promise<unknown>): Promise<Ran> {
    const diagnostics = new Diagnostics();
    const progress: string[] = [];
    const before = on.service.journal().length;
    // Files are read in real time, which the clock does not know.
    await act(diagnostics, progress).catch((error: unknown) =>
      diagnostics.addThrown(error, "invoking", collectLog().log),
    );
    const { items, failed } = diagnostics;
    const sent = on.service.journal().slice(before);
    return {
      ...{ progress, failed, said: items },
      text: items.map(({ summary, detail }) => `${summary}: ${detail}`).join("\n"),
      sent: sent.map(({ operation }: JournaledRequest) => operation ?? ""),
    };
  }
  const valuesIn = (action: AnyAction, config: object): ValueRecord =>
    mapRecord(action.schema as unknown as ValueRecord, (_, name) => (config as ValueRecord)[name] ?? null);

  return {
    ...on,
    provider,
    urls: hostnames.map((name) => nodeUrl.replace("{hostname}", name)),
    invoke: (action, config, { signal = never(), onProgress } = {}) =>
      ran(async (diagnostics, progress) => {
        const values = valuesIn(action, config);
        validate(action.schema, action.validators ?? [], values, diagnostics);
        if (diagnostics.failed) return;
        const timeout = (values.timeout as string | null) ?? action.timeout ?? "20m";
        const call = {
          ...{ service: provider, signal, log: collectLog().log, warn: diagnostics.warn, timeout },
          deadline: clock.now() + (parseDuration(timeout) ?? 0),
          progress: (message: string) => {
            progress.push(message);
            onProgress?.(message);
          },
        };
        await action.invoke(call, values);
      }),
    plan: (action, config) =>
      ran(async (diagnostics) => {
        const values = mapRecord(valuesIn(action, config), (value) => (hasUnknown(value) ? UNKNOWN : value));
        validate(action.schema, action.validators ?? [], values, diagnostics);
        if (diagnostics.failed) return;
        await action.plan?.({
          ...{ service: provider, signal: never(), log: collectLog().log },
          ...{ warn: diagnostics.warn, error: diagnostics.error },
          config: values as Plannable<ValueRecord>,
        });
      }),
  };
}
