// Issues of a GitLab project, with its API:
//   node gitlab.mjs find TITLE | create TITLE FILE | update NUMBER FILE | close NUMBER WORDS
// Needs GITLAB_TOKEN (a project access token with the scope api and the role Reporter), CI_API_V4_URL and CI_PROJECT_ID.
import { readFile } from "node:fs/promises";

const { GITLAB_TOKEN, CI_API_V4_URL, CI_PROJECT_ID } = process.env;
const [verb, subject, content] = process.argv.slice(2);

const verbs = {
  async find() {
    const query = new URLSearchParams({
      state: "opened",
      labels: "drift",
      search: subject,
      in: "title",
      per_page: "100",
    });
    const issues = await call("GET", `?${query}`);
    const found = issues.find(({ title }) => title === subject);
    if (found) console.log(found.iid);
  },
  async create() {
    const issue = { title: subject, labels: "drift", description: await readFile(content, "utf8") };
    console.log((await call("POST", "", issue)).web_url);
  },
  async update() {
    console.log((await call("PUT", `/${subject}`, { description: await readFile(content, "utf8") })).web_url);
  },
  async close() {
    await call("POST", `/${subject}/notes`, { body: content });
    console.log((await call("PUT", `/${subject}`, { state_event: "close" })).web_url);
  },
};

async function call(method, path, fields) {
  const address = `${CI_API_V4_URL}/projects/${CI_PROJECT_ID}/issues${path}`;
  const response = await fetch(address, {
    method,
    headers: { "PRIVATE-TOKEN": GITLAB_TOKEN, ...(fields && { "Content-Type": "application/json" }) },
    ...(fields && { body: JSON.stringify(fields) }),
    signal: AbortSignal.timeout(60_000),
  });
  if (!response.ok)
    throw new Error(`${method} ${address} was answered with ${response.status}: ${await response.text()}`);
  return response.json();
}

if (!GITLAB_TOKEN) {
  console.error(
    "GITLAB_TOKEN is not set. Create a project access token (scope api, role Reporter), and a variable with it.",
  );
  process.exitCode = 1;
} else {
  await verbs[verb]().catch((error) => {
    console.error(error.cause ? `${error.message}: ${error.cause.message}` : error.message);
    process.exitCode = 1;
  });
}
