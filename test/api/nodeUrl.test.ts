import { nodeUrlProblem } from "../../src/api/dataPlane/nodeUrl";

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
  ["search.internal", "is no URL: write it with its scheme"],
  ["http://search.internal:8108", "plain http is allowed to this machine alone"],
  ["http://127.0.0.1.search.internal", "plain http is allowed to this machine alone"],
  ["ftp://localhost", "use https"],
  ["https://admin:secret@search.internal", "holds credentials: remove them"],
  ["https://search.internal?key=secret", "has a query or a fragment"],
  ["https://search.internal#top", "has a query or a fragment"],
])("%s is not: it %s", (url, problem) => {
  expect(nodeUrlProblem(url)).toContain(problem);
});
