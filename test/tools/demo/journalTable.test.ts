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

test("another status, method or body is another line, and a request without an answer says so", () => {
  const entries = [
    entry("GET /clusters/x7", 200),
    entry("GET /clusters/x7", 404),
    entry("PATCH /clusters/x7", 200, { name: "a" }),
    entry("PATCH /clusters/x7", 200, { name: "b" }),
    entry("PATCH /clusters/x7", "reset", { name: "b" }),
    entry("PATCH /clusters/x7", null, { name: "b" }),
  ];
  const lines = journalTable(entries).split("\n").slice(1, -2);
  expect(lines.map((line) => line.replace(/ {2,}/g, " "))).toEqual([
    "GET /clusters/x7 200 1",
    "GET /clusters/x7 404 1",
    'PATCH /clusters/x7 200 1 {"name":"a"}',
    'PATCH /clusters/x7 200 1 {"name":"b"}',
    'PATCH /clusters/x7 reset 1 {"name":"b"}',
    'PATCH /clusters/x7 none 1 {"name":"b"}',
  ]);
});

test("no request is a table too", () => {
  expect(journalTable([])).toBe("Request  Status  Times  Body\n0 requests\n");
});
