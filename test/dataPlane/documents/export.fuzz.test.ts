import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import fc from "fast-check";
import { textOf } from "../../../src/api/dataPlane/jsonLines";
import { isApiError } from "../../../src/client";
import {
  createNodesClient,
  ExportIncompleteError,
  exportDocuments,
  type NodesClient,
} from "../../../src/dataPlane";
import { memoryLog, never } from "../../client/kit/client";
import { anyText } from "../../support/anyText";
import { fuzzRuns } from "../../support/fuzz";

/** A damage to the body of an export. `cut` ends it after a share of its bytes. */
type Damage =
  | { readonly kind: "none" }
  | { readonly kind: "cut"; readonly share: number }
  | { readonly kind: "page" }
  | { readonly kind: "more"; readonly line: string };

interface Story {
  readonly documents: readonly object[];
  readonly damage: Damage;
  /** The framing of the answer, which marks its end; `close` does not. */
  readonly framing: "length" | "chunks" | "close";
  /** True if the connection breaks at the damage; otherwise the answer claims to be complete. */
  readonly breaks: boolean;
  /** The reported number of documents: correct, none, or nonsense. */
  readonly count: "true" | "forbidden" | "nonsense";
  readonly lastLineFeed: boolean;
  /** Bytes of each piece of the answer. */
  readonly piece: number;
}

const story: fc.Arbitrary<Story> = fc.record({
  documents: fc.array(
    fc.dictionary(anyText(), fc.jsonValue(), { maxKeys: 3 }).map((rest) => ({ id: "1", ...rest })),
    {
      maxLength: 6,
    },
  ),
  damage: fc.oneof<fc.Arbitrary<Damage>[]>(
    fc.constant({ kind: "none" }),
    fc.record({ kind: fc.constant("cut"), share: fc.double({ min: 0, max: 0.999, noNaN: true }) }),
    fc.constant({ kind: "page" }),
    fc.record({ kind: fc.constant("more"), line: fc.constantFrom('{"id":"x"}', "[]", "{", "null", "<p>") }),
  ),
  framing: fc.constantFrom("length", "chunks", "close"),
  breaks: fc.boolean(),
  count: fc.constantFrom("true", "forbidden", "nonsense"),
  lastLineFeed: fc.boolean(),
  piece: fc.integer({ min: 1, max: 40 }),
});

function bodyOf({ documents, damage, lastLineFeed }: Story): Buffer {
  const lines = documents.map((document) => JSON.stringify(document));
  if (damage.kind === "page") return Buffer.from("<!doctype html><html><body>Bad gateway</body></html>");
  if (damage.kind === "more") lines.push(damage.line);
  const whole = Buffer.from(lines.join("\n") + (lastLineFeed && lines.length > 0 ? "\n" : ""));
  return damage.kind === "cut" ? whole.subarray(0, Math.floor(whole.length * damage.share)) : whole;
}

const head = (status: string, ...fields: string[]) =>
  `HTTP/1.1 ${[status, "connection: close", ...fields].join("\r\n")}\r\n\r\n`;

function reply(socket: Socket, line: string, given: Story): void {
  if (!line.includes("/documents/export")) {
    const num_documents = given.count === "nonsense" ? -3 : given.documents.length;
    const forbidden = given.count === "forbidden";
    const json = JSON.stringify(
      forbidden ? { message: "Forbidden" } : { name: "c", fields: [], num_documents },
    );
    const status = forbidden ? "401 Unauthorized" : "200 OK";
    socket.end(head(status, `content-length: ${Buffer.byteLength(json)}`) + json);
    return;
  }
  const body = bodyOf(given);
  const broken = given.breaks && given.damage.kind !== "none";
  if (given.framing === "length") {
    socket.write(head("200 OK", `content-length: ${body.length + (broken ? 5 : 0)}`));
    socket.end(body);
    return;
  }
  socket.write(head("200 OK", ...(given.framing === "chunks" ? ["transfer-encoding: chunked"] : [])));
  for (let at = 0; at < body.length; at += given.piece) {
    const piece = body.subarray(at, at + given.piece);
    if (given.framing === "chunks") socket.write(`${piece.length.toString(16)}\r\n`);
    socket.write(piece);
    if (given.framing === "chunks") socket.write("\r\n");
  }
  socket.end(given.framing === "chunks" && !broken ? "0\r\n\r\n" : "");
}

let server: Server;
let client: NodesClient;
let current: Story;
beforeAll(async () => {
  server = createServer((socket) => {
    socket.on("error", () => undefined);
    socket.once("data", (data) => reply(socket, data.toString().split("\r\n")[0] ?? "", current));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  client = createNodesClient({ log: memoryLog() });
});
afterAll(async () => {
  await client.close();
  await new Promise((resolve) => server.close(resolve));
});

test("an export succeeds only with all documents, or reports what it could not check", async () => {
  await fc.assert(
    fc.asyncProperty(story, async (given) => {
      current = given;
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      const nodes = client.at({ urls: [url], apiKey: "k", keyOrigin: "api_key", named: "cluster c-1" });
      const notes: string[] = [];
      let text = "";
      let error: unknown = null;
      try {
        const options = { signal: never(), onNote: (note: string) => notes.push(note) };
        for await (const lines of exportDocuments(nodes, { collection: "c" }, options)) text += textOf(lines);
      } catch (thrown) {
        error = thrown;
      }
      const all = given.documents.map((document) => `${JSON.stringify(document)}\n`).join("");
      if (error !== null) {
        expect(error instanceof ExportIncompleteError || isApiError(error)).toBe(true);
        // No false alarm: a complete answer that can be proved complete passes.
        const isProvable = given.count === "true" || given.framing !== "close";
        expect(given.damage.kind === "none" && isProvable).toBe(false);
        return;
      }
      if (given.count === "true") expect([text, notes]).toEqual([all, []]);
      else {
        expect(notes).toHaveLength(1);
        expect([given.framing === "close", given.breaks && given.damage.kind !== "none"]).toEqual([
          false,
          false,
        ]);
        for (const line of text.split("\n").slice(0, -1)) expect(JSON.parse(line)).toBeInstanceOf(Object);
      }
    }),
    { numRuns: fuzzRuns(60) },
  );
});
