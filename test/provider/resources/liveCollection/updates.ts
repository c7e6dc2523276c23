import {
  createNodesClient,
  type NodeCallOptions,
  type Nodes,
  type NodesClient,
  type NodesTarget,
} from "../../../../src/dataPlane";
import type { JsonObject } from "../../../../src/emulator/public";
import { createLiveCollection } from "../../../../src/provider/resources/liveCollection/create";
import { readLiveCollection } from "../../../../src/provider/resources/liveCollection/read";
import type {
  LiveCall,
  LiveCollectionValues,
  LivePrivateState,
} from "../../../../src/provider/resources/liveCollection/schema";
import { updateLiveCollection } from "../../../../src/provider/resources/liveCollection/update";
import { hastyClock } from "../../../support/hastyClock";
import { collectLog } from "../../../support/log";
import { callOf, type FakeCall } from "../../kit";
import { type NodesAccount, nodesAccount } from "../../onNodes";
import { field } from "../collection/kit";
import { liveValues } from "./kit";

/** A configuration that can be edited to need another version: its sorting field changes. */
export const CONFIG = liveValues({
  id: "c-1/catalog",
  field: [field("title"), field("updated_at", "int64"), field("rank", "int32"), field("price", "int32")],
  default_sorting_field: "rank",
});
export const EDITED = { ...CONFIG, default_sorting_field: "price" };

/** Documents that were written long ago. */
export function products(count: number, more: JsonObject = {}): JsonObject[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `p${at}`,
    title: `Product ${at}`,
    updated_at: 1_700_000_000 + at,
    rank: at,
    price: count - at,
    ...more,
  }));
}

type UpdateCall = FakeCall<LiveCollectionValues, LivePrivateState>;

/** One apply: its state afterwards, also of a failure, and what it said. */
export interface Applied {
  readonly state: LiveCollectionValues;
  readonly privateState: LivePrivateState | undefined;
  readonly warned: readonly string[];
  readonly error?: { readonly summary: string; readonly detail: string };
}

/** A live collection on an emulated cluster. */
export interface LiveAccount extends NodesAccount {
  /** The state after the create, with the documents. */
  readonly state: LiveCollectionValues;
  /** Applies an edit as after a plan that has named every version with its documents. */
  apply(
    state: LiveCollectionValues,
    planned: LiveCollectionValues,
    given?: { readonly privateState?: LivePrivateState; readonly signal?: AbortSignal },
  ): Promise<Applied>;
  refresh(state: LiveCollectionValues): Promise<LiveCollectionValues>;
  /** The names of all collections, with their documents. */
  collections(): { readonly [name: string]: number };
  /** The target of the alias. */
  target(): string | undefined;
}

/** Creates a live collection with documents. */
export async function liveAccount({
  count = 5,
  config = CONFIG,
  cluster = {},
  keepsMetadata = true,
  through = (nodes) => nodes,
}: {
  readonly count?: number;
  readonly config?: LiveCollectionValues;
  readonly cluster?: JsonObject;
  /** False: a server that keeps no metadata of collections. */
  readonly keepsMetadata?: boolean;
  /** Returns the nodes with what a server, or a proxy before it, makes of requests and answers. */
  readonly through?: (nodes: Nodes) => Nodes;
} = {}): Promise<LiveAccount> {
  const on = await nodesAccount({ clusters: [{ id: "c-1", search_server_version: "30.2", ...cluster }] });
  const { emulator } = on;
  const given = await on.service.nodes?.();
  if (given === undefined) throw new Error("There are no nodes");
  const bare = keepsMetadata ? given : withoutMetadata(given);
  const client = { ...bare, at: (target: NodesTarget) => through(bare.at(target)) };
  const service: typeof on.service = Object.create(on.service, { nodes: { value: async () => client } });
  const callWith = (privateState: LivePrivateState | undefined, values: LiveCollectionValues | null) =>
    Object.assign(callOf<LiveCollectionValues, LivePrivateState>(service, privateState, values), {
      deadline: Date.now() + 3_600_000,
    });
  const created = callWith(undefined, config);
  const made = await createLiveCollection(created as unknown as LiveCall, config);
  emulator.addDocumentsOutside("c-1", made.collection_name ?? "", products(count));

  /** Refreshes in a process of its own, which has no lists of an earlier one. */
  async function refresh(state: LiveCollectionValues) {
    const { log } = collectLog();
    const own = createNodesClient({ env: {}, log, dependencies: { clock: hastyClock() } });
    const nodes = keepsMetadata ? own : withoutMetadata(own);
    const fresh: typeof service = Object.create(service, { nodes: { value: async () => nodes } });
    const call = Object.assign(callWith(created.privateState, null), { service: fresh });
    const seen = await readLiveCollection(call as unknown as LiveCall, state);
    await nodes.close();
    return { ...state, ...(seen as object) } as LiveCollectionValues;
  }
  const state = await refresh({ ...config, ...made });
  emulator.clearJournal();

  return {
    ...on,
    state,
    refresh,
    async apply(prior, planned, { privateState, signal } = {}) {
      const named = (prior.versions ?? []).map(({ name, documents }) => ({ name: name ?? "", documents }));
      const call: UpdateCall = callWith({ ...created.privateState, named, ...privateState }, planned);
      if (signal) Object.assign(call, { signal });
      const edited = {
        ...prior,
        ...planned,
        id: prior.id,
        collection_name: null,
        versions: null,
        step: null,
      };
      const result = await updateLiveCollection(call as unknown as LiveCall, prior, edited).then(
        (values) => ({ values: { ...edited, ...call.known, ...values } }),
        (error: Applied["error"]) => {
          if (error?.summary === undefined) throw error;
          return { values: { ...prior, ...call.known }, error };
        },
      );
      const { values, ...failed } = result;
      return { state: values, privateState: call.privateState, warned: call.warned, ...failed };
    },
    collections: () =>
      Object.fromEntries(emulator.state().collections.map((one) => [one.name, one.num_documents])),
    target: () => emulator.state().aliases.find(({ name }) => name === "catalog")?.collection_name,
  };
}

/** Returns nodes that neither keep nor show metadata, as the oldest servers. */
function withoutMetadata(client: NodesClient): NodesClient {
  const bare = (answer: unknown): unknown => {
    if (Array.isArray(answer)) return answer.map(bare);
    return typeof answer === "object" && answer !== null && "metadata" in answer
      ? { ...answer, metadata: null }
      : answer;
  };
  const at = (target: NodesTarget): Nodes => {
    const nodes = client.at(target);
    const call = async (id: "getCollection", input: object, options: NodeCallOptions) => {
      const { metadata, ...body } = (input as { body?: { metadata?: unknown } }).body ?? {};
      if ((id as string) === "updateCollection" && metadata !== undefined && Object.keys(body).length === 0)
        throw new Error("A PATCH of metadata alone");
      return bare(await nodes.call(id, (metadata ? { ...input, body } : input) as never, options));
    };
    const everywhere = async (id: "getCollection", input: object, options: NodeCallOptions) => {
      const { seen, unseen } = await nodes.everywhere(id, input as never, options);
      return { seen: seen.map(({ url, value }) => ({ url, value: bare(value) })), unseen };
    };
    return { ...nodes, call, everywhere } as unknown as Nodes;
  };
  return { ...client, at };
}
