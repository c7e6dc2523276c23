import { hostnameProblem, nodeUrlProblem } from "../../src/api/addresses";

test.each([
  "https://search.internal",
  "https://10.0.0.7:8108/typesense",
  "http://localhost:8108",
  "http://127.8.0.1",
  "http://[::1]:8108",
])("%s is the URL of a node", (url) => {
  expect(nodeUrlProblem(url)).toBeUndefined();
});

test.each([
  ["search.internal", "is not a URL: write it with its scheme"],
  ["http://search.internal:8108", "plain http is allowed only to this machine"],
  ["http://127.0.0.1.search.internal", "plain http is allowed only to this machine"],
  ["ftp://localhost", "use https"],
  ["https://admin:secret@search.internal", "holds credentials: remove them"],
  ["https://search.internal?key=secret", "has a query or a fragment"],
  ["https://search.internal#top", "has a query or a fragment"],
])("%s is not: it %s", (url, problem) => {
  expect(nodeUrlProblem(url)).toContain(problem);
});

test.each([
  "c-1.example",
  "NODE-1.Example",
  "xn--bcher-kva.example",
  "localname",
  "1.2.3.a4",
  `${"a".repeat(63)}.example`,
])("%s is the hostname of a node", (name) => {
  expect(hostnameProblem(name)).toBeUndefined();
});

test.each([
  [7, "is not a string"],
  [null, "is not a string"],
  ["", "is empty"],
  ["127.0.0.2:9443/", "is not a DNS name"],
  ["x@elsewhere.example/", "is not a DNS name"],
  ["elsewhere.example?", "is not a DNS name"],
  ["elsewhere.example#", "is not a DNS name"],
  ["elsewhere.example\\", "is not a DNS name"],
  ["../..", "is not a DNS name"],
  ["..", "is not a DNS name"],
  ["a%2eb", "is not a DNS name"],
  ["a b", "is not a DNS name"],
  ["a\nb", "is not a DNS name"],
  ["a.example\n", "is not a DNS name"],
  ["a.example.", "is not a DNS name"],
  ["a_b.example", "is not a DNS name"],
  ["-a.example", "is not a DNS name"],
  ["[::1]", "is not a DNS name"],
  ["bücher.example", "is not a DNS name"],
  ["ｅvil.example", "is not a DNS name"],
  [`${"a".repeat(64)}.example`, "is not a DNS name"],
  [`${"a.".repeat(126)}aa`, "is longer than 253 characters"],
  ["127.0.0.1", "is an IP address"],
  ["2130706433", "is an IP address"],
  ["0x7f000001", "is an IP address"],
  ["0x7f.1", "is an IP address"],
  ["a.0x", "is an IP address"],
])("%j is none: it %s", (name, problem) => {
  expect(hostnameProblem(name)).toContain(problem);
});
