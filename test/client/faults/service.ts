import type { HttpBindings } from "@hono/node-server";
import type { Dialect } from "../../../src/api/dialects";
import type { JournaledRequest } from "../../../src/emulator";
import { presetSecret } from "../../../src/emulator/domain/access";
import { createApp } from "../../../src/emulator/http/app";
import { type Control, createControl } from "../../../src/emulator/testing/control/acts";
import type { SeedBody } from "../../../src/emulator/testing/requests/seeds";
import { createTestWorld, type TestWorld } from "../../../src/emulator/testing/world";
import type { HttpAnswer, HttpRequest, Transport } from "../../../src/http/transport";
import { never } from "../kit/client";
import type { TestClock } from "../kit/clock";
import { openedBy, systemError } from "../kit/transport";

/** The management key that the clients of these tests use. */
export const KEY = presetSecret("admin");
export const BASE_URL = "http://127.0.0.1/api/v1";

export interface ServiceOptions {
  readonly seed?: SeedBody;
  /** @default search-cloud */
  readonly dialect?: Dialect;
  /** @default the service's own: 30 requests a minute */
  readonly rate?: string;
  readonly assumptions?: Readonly<Record<string, unknown>>;
  /** Milliseconds that the next request and its answer take. @default none */
  readonly underWay?: () => readonly [there: number, back: number];
  /** Called before and after each request that the service handles, with the names of the existing clusters. */
  readonly onNames?: (names: ReadonlyMap<string, string | null>) => void;
}

export interface Service extends Control {
  readonly transport: Transport;
  /** Milliseconds for which a fault holds a request from now on; null: for ever. @default null */
  holdFor(ms: number | null): void;
}

/** The emulator in this process, on the client's clock and without a network: the same run for the same requests. */
export function serviceOn(clock: TestClock, options: ServiceOptions = {}): Service {
  const { seed = {}, rate = "30/60", assumptions = {}, underWay = () => [0, 0] as const, onNames } = options;
  const { dialect = "search-cloud" } = options;
  let holdFor: number | null = null;
  let [held, moving] = [0, 0];
  const world: TestWorld = {
    ...createTestWorld({
      clock: {
        now: () => clock.now(),
        advance() {
          throw new Error("The clock is the client's.");
        },
        requestArrived() {},
        realSeconds: (ms) => Math.ceil(ms / 1000),
        slack: () => 0,
      },
      dialect,
      rate,
      assumptions: { regions_order: "sorted", ...assumptions },
    }),
    holds: {
      async wait() {
        held += 1;
        await (holdFor === null ? neverAnswered() : clock.sleep(holdFor, never()));
        return "carry out";
      },
      release: () => 0,
      held: async () => undefined,
    },
  };
  const control = createControl(world);
  control.seed(seed);
  const app = createApp(world);

  const tellNames = () => onNames?.(new Map(world.store.all().map(({ id, name }) => [id, name])));

  const pass = async (ms: number) => {
    if (ms === 0) return;
    moving += 1;
    await clock.sleep(ms, never());
  };

  async function send(request: HttpRequest): Promise<HttpAnswer> {
    const [there, back] = underWay();
    const travel = async () => {
      await pass(there);
      // A client that disconnects before the request arrives withdraws it.
      if (request.signal.aborted) return neverAnswered();
      const [arrivedAt, waits] = [clock.now(), held + moving];
      const line = connection();
      tellNames();
      const answer = await app.fetch(asRequest(request), line.bindings);
      tellNames();
      if (clock.now() !== arrivedAt && held + moving === waits)
        throw new Error("The clock went on while the service was at work.");
      await pass(back);
      if (line.broken !== null) throw line.broken;
      return asAnswer(answer);
    };
    return Promise.race([travel(), aborted(request.signal)]);
  }
  return {
    ...control,
    holdFor(ms) {
      holdFor = ms;
    },
    transport: { send, open: openedBy({ send }), close: async () => undefined },
  };
}

const neverAnswered = () => new Promise<never>(() => undefined);

function asRequest({ method, url, headers, body }: HttpRequest): Request {
  return new Request(url, { method, headers, ...(body === null ? {} : { body }) });
}

async function asAnswer(answer: Response): Promise<HttpAnswer> {
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers.entries()),
    text: await answer.text(),
  };
}

/** Creates the connection that the emulator breaks instead of a socket. */
function connection() {
  const line: { broken: Error | null; bindings: HttpBindings } = {
    broken: null,
    bindings: {
      incoming: {
        socket: {
          resetAndDestroy: () => {
            line.broken = systemError("ECONNRESET", "read ECONNRESET");
          },
          destroy: () => {
            line.broken = systemError("UND_ERR_SOCKET", "other side closed");
          },
        },
      },
      outgoing: {
        writeHead: () => undefined,
        write: (_: string, written: () => void) => written(),
      },
    } as unknown as HttpBindings,
  };
  return line;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(new Error("aborted")), { once: true });
  });
}

/** Milliseconds at which a request arrived. */
export const arrival = ({ at }: JournaledRequest): number => Date.parse(at);
