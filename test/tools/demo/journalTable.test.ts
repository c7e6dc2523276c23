import type { JournalEntry } from "../../../src/emulator";
import { journalTable } from "../../../src/tools/demo/journalTable";

function entry(request: string, status: JournalEntry["status"], body: unknown = null): JournalEntry {
  const [method = "", path = ""] = request.split(" ");
  const rest = { number: 1, at: "", query: {}, operation: null, key: null, done: true, faults: [] };
  return { ...rest, method, path, status, body };
}

test("one line for each request, equal ones in a row counted", () => {
  const entries = [
    entry("GET /clusters", 200),
    entry("POST /clusters", 201, { name: "products" }),
    entry("GET /clusters/x7", 200),
    entry("GET /clusters/x7", 200),
    entry("GET /clusters/x7", 200),
    entry("GET /clusters", 200),
  ];
  expect(journalTable(entries)).toBe(`Request           Status  Times  Body
GET /clusters     200         1
POST /clusters    201         1  {"name":"products"}
GET /clusters/x7  200         3
GET /clusters     200         1
6 requests
`);
});

test.each<[string, JournalEntry, JournalEntry]>([
  ["another status", entry("GET /clusters/x7", 200), entry("GET /clusters/x7", 404)],
  ["another method", entry("GET /clusters", 200), entry("POST /clusters", 200)],
  [
    "another body",
    entry("PATCH /clusters/x7", 200, { name: "a" }),
    entry("PATCH /clusters/x7", 200, { name: "b" }),
  ],
])("%s is another line", (_, one, other) => {
  const lines = journalTable([one, other]).split("\n");
  expect(lines.filter((line) => / 1( {2}|$)/.test(line))).toHaveLength(2);
});

test("what was never answered says so", () => {
  expect(journalTable([entry("POST /clusters", "reset"), entry("GET /clusters", null)])).toBe(
    `Request         Status  Times  Body
POST /clusters  reset       1
GET /clusters   none        1
2 requests
`,
  );
});

test("nothing asked is a table too", () => {
  expect(journalTable([])).toBe("Request  Status  Times  Body\n0 requests\n");
});
