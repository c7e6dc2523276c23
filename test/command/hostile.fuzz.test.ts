import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { CONTROL, encoding, secretKey, shows } from "../support/encodings";
import { fuzzRuns } from "../support/fuzz";
import { run } from "./support";

/** The command against a node that echoes the key, in the errors of lines and of whole requests (docs/design/laws.md#l9). */
let reply: (response: ServerResponse) => void = (response) => response.end();
let server: Server;
let node = "";

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on("end", () => reply(response));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  node = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const line = (error: string) => `${JSON.stringify({ success: false, error, document: error, code: 400 })}\n`;

/** The encodings in which the node sends a string. */
const SAYINGS: { readonly [way: string]: (response: ServerResponse, text: string) => void } = {
  "the error of a line": (response, text) => response.end(line(text) + line(text)),
  "a line that is no answer": (response, text) =>
    response.end(`{"success":${JSON.stringify(text)}}\n${text}\n`),
  "a refusal": (response, text) => response.writeHead(400).end(JSON.stringify({ message: text })),
  "a refused key": (response, text) => response.writeHead(401).end(JSON.stringify({ message: text })),
  HTML: (response, text) => response.writeHead(422).end(`<pre>${text}</pre>`),
  "a redirect": (response, text) =>
    response.writeHead(302, { location: `https://${encodeURIComponent(text)}.example/` }).end(),
};
const WORDS = {
  import: ["documents", "import"],
  "import, as JSON": ["documents", "import", "--json"],
  export: ["documents", "export", "--filter", "year:>1900"],
};

/** Answers with commands. An export excludes those that answer line by line: it would retry until its timeout. */
const PAIRS = Object.entries(SAYINGS).flatMap(([way, say]) =>
  Object.values(WORDS)
    .filter((words) => !words.includes("export") || !/\bline\b/.test(way))
    .map((words) => [words, say] as const),
);

test("shows no key and no control character, whatever a node echoes", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...PAIRS),
      secretKey,
      encoding,
      fc.constantFrom("", "\u001b]0;x\u0007", "\u009b2J", "\u202e", "\r"),
      async ([words, say], key, { encode }, noise) => {
        reply = (response) => say(response, `${noise}${encode(key)}${noise}`);
        const named = ["--node", node, "--collection", `books${noise}`];
        const { out, err } = await run([...words, ...named], {
          env: { SEARCHCLOUD_DATA_API_KEY: key },
          stdin: '{"id":"1"}\n{"id":"2"}\n',
        });
        for (const text of [out, err]) {
          expect({ text, isShown: shows(text, key) }).toEqual({ text, isShown: false });
          expect(text).not.toMatch(CONTROL);
        }
        if (words.includes("--json") && out !== "") JSON.parse(out);
      },
    ),
    { numRuns: fuzzRuns(40) },
  );
});

test("makes control characters in arguments visible, too", async () => {
  const { err } = await run(["documents", "import", "--node", "ftp://\u001b[31m", "--collection", "\u202e"]);
  expect(err).toContain("ftp://\\u001b[31m");
  const unknown = await run(["drift\u001b[31m"]);
  expect(unknown.err).toContain("drift\\u001b[31m");
});
