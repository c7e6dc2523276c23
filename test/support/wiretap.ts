import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { NamedSecrets } from "./secretScan";

/** Requests that the wiretap answers itself, with a refusal that shows the keys of the request. */
export interface Echo {
  readonly method: string;
  /** The end of the path. */
  readonly path: string;
  readonly status: number;
  /** Encodes a key. @default as it is */
  readonly encode?: (key: string) => string;
}

/** A server between the provider and an emulator, which notes every key that it passes on. */
export interface Wiretap {
  /** The requests to echo; undefined for none. */
  echo: Echo | undefined;
  /** Returns the same URL through the wiretap. */
  readonly through: (url: string) => string;
  /** Returns every key that was sent or answered so far, by its header or property. */
  readonly secrets: () => NamedSecrets;
  readonly close: () => Promise<void>;
}

/** Properties of bodies that have a key. */
const PROPERTY = /"(admin_key|search_only_key|value)" *: *"([^"\\]{20,})"/g;

/** Listens in front of an emulator. It is how a test knows the keys that only the provider and the service have seen. */
export async function wiretap(url: string): Promise<Wiretap> {
  const { port: target } = new URL(url);
  const seen = new Map<string, string>();
  const note = (text: string) => {
    for (const [, name = "", value = ""] of text.matchAll(PROPERTY)) seen.set(value, name);
  };
  const server = createServer(async (incoming, outgoing) => {
    const sent = await textOf(incoming);
    const { method, headers, url: path = "" } = incoming;
    const opening = Object.entries(headers).filter(([name]) => name.endsWith("api-key"));
    for (const [name, value] of opening) if (!seen.has(String(value))) seen.set(String(value), name);
    note(sent);
    const { echo } = tap;
    if (echo !== undefined && method === echo.method && path.endsWith(echo.path)) {
      const created = [...sent.matchAll(PROPERTY)].map(([, , value = ""]) => value);
      const keys = [...new Set([...opening.map(([, value]) => String(value)), ...created])];
      const message = `Forbidden: ${keys.map(echo.encode ?? String).join(" ")}`;
      outgoing.writeHead(echo.status, { "content-type": "application/json" });
      outgoing.end(JSON.stringify({ message }));
      return;
    }
    const answer = await answerOf(target, incoming, sent).catch(() => undefined);
    // A request that was in progress when the emulator reset or closed the connection.
    if (answer === undefined) return void outgoing.destroy();
    note(answer.text);
    forward(answer, outgoing);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const tap: Wiretap = {
    echo: undefined,
    through: (other) => other.replace(`:${target}/`, `:${port}/`),
    secrets: () =>
      Object.fromEntries([...seen].map(([value, name], place) => [`${name} ${place + 1}`, value])),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return tap;
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = await stream.toArray();
  return Buffer.concat(chunks).toString("latin1");
}

interface Answer {
  readonly message: IncomingMessage;
  readonly text: string;
}

async function answerOf(port: string, { method, url, rawHeaders }: IncomingMessage, sent: string) {
  const onward = request({ port: Number(port), host: "127.0.0.1", method, path: url });
  for (let at = 0; at < rawHeaders.length; at += 2)
    onward.setHeader(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  onward.end(Buffer.from(sent, "latin1"));
  const [message] = (await once(onward, "response")) as [IncomingMessage];
  return { message, text: await textOf(message) };
}

function forward({ message, text }: Answer, outgoing: ServerResponse): void {
  const { statusCode = 500, headers } = message;
  const { "transfer-encoding": _, connection: __, ...kept } = headers;
  outgoing.writeHead(statusCode, kept);
  outgoing.end(Buffer.from(text, "latin1"));
}
