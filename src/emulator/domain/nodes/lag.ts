import { type ClusterData, copyOfData, type Lag } from "../store/data";

/** How long a node lags; without either, until it catches up by an act. */
export interface LagRequest {
  /** Seconds of the emulator's clock. */
  readonly seconds?: number | undefined;
  /** Requests to this node, those for its health not counted. */
  readonly requests?: number | undefined;
  /** Whether `/health` answers 200. @default true */
  readonly healthy?: boolean | undefined;
}

/** A lag that begins now. */
export function lagFrom(data: ClusterData, now: number, request: LagRequest): Lag {
  const { seconds = Number.POSITIVE_INFINITY, requests = Number.POSITIVE_INFINITY, healthy = true } = request;
  return { data: copyOfData(data), until: now + seconds * 1000, requestsLeft: requests, healthy };
}

/** The lag of a node at a moment; null when it is up to date. */
export function lagAt({ lags }: ClusterData, hostname: string, now: number): Lag | null {
  const lag = lags.get(hostname);
  return lag !== undefined && now < lag.until && lag.requestsLeft > 0 ? lag : null;
}
