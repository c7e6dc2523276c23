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

/** What happens to the body of an export. `cut` ends it after a share of its bytes. */
type Damage =
  | { readonly kind: "none" }
  | { readonly kind: "cut"; readonly share: number }
  | { readonly kind: "page" }
  | { readonly kind: "more"; readonly line: string };

interface Story {
  readonly documents: readonly object[];
  readonly damage: Damage;
  /** How the answer says where it ends; `close` does not. */
  readonly framing: "length" | "chunks" | "close";
  /** Whether the connection breaks where the damage ended it; otherwise the answer claims to be whole. */
  readonly breaks: boolean;
  /** What is said of the number: the truth, nothing, or nonsense. */
  readonly count: "true" | "forbidden" | "nonsense";
  readonly lastLineFeed: boolean;
  /** Where the answer is taken apart. */
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

function reply(socket: Socket, line: string, told: Story): void {
  if (!line.includes("/documents/export")) {
    const num_documents = told.count === "nonsense" ? -3 : told.documents.length;
    const forbidden = told.count === "forbidden";
    const json = JSON.stringify(
      forbidden ? { message: "Forbidden" } : { name: "c", fields: [], num_documents },
    );
    const status = forbidden ? "401 Unauthorized" : "200 OK";
    socket.end(head(status, `content-length: ${Buffer.byteLength(json)}`) + json);
    return;
  }
  const body = bodyOf(told);
  const broken = told.breaks && told.damage.kind !== "none";
  if (told.framing === "length") {
    socket.write(head("200 OK", `content-length: ${body.length + (broken ? 5 : 0)}`));
    socket.end(body);
    return;
  }
  socket.write(head("200 OK", ...(told.framing === "chunks" ? ["transfer-encoding: chunked"] : [])));
  for (let at = 0; at < body.length; at += told.piece) {
    const piece = body.subarray(at, at + told.piece);
    if (told.framing === "chunks") socket.write(`${piece.length.toString(16)}\r\n`);
    socket.write(piece);
    if (told.framing === "chunks") socket.write("\r\n");
  }
  socket.end(told.framing === "chunks" && !broken ? "0\r\n\r\n" : "");
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
    fc.asyncProperty(story, async (told) => {
      current = told;
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
      const all = told.documents.map((document) => `${JSON.stringify(document)}\n`).join("");
      if (error !== null) {
        expect(error instanceof ExportIncompleteError || isApiError(error)).toBe(true);
        // No false alarm: what is whole, and can be proved to be, passes.
        const isProvable = told.count === "true" || told.framing !== "close";
        expect(told.damage.kind === "none" && isProvable).toBe(false);
        return;
      }
      if (told.count === "true") expect([text, notes]).toEqual([all, []]);
      else {
        expect(notes).toHaveLength(1);
        expect([told.framing === "close", told.breaks && told.damage.kind !== "none"]).toEqual([
          false,
          false,
        ]);
        for (const line of text.split("\n").slice(0, -1)) expect(JSON.parse(line)).toBeInstanceOf(Object);
      }
    }),
    { numRuns: fuzzRuns(60) },
  );
});
