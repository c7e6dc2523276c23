import { Hono } from "hono";
import { type Loopback, serve } from "./loopback";

export interface Issue {
  readonly iid: number;
  title: string;
  labels: string;
  description: string;
  state: string;
  readonly notes: string[];
}

export interface GitlabServer extends Loopback {
  readonly issues: readonly Issue[];
  /** The stored state. */
  state(): string | undefined;
  /** The requests for the state, in order. */
  readonly events: readonly string[];
}

export const JOB_TOKEN = "token-of-the-job";
export const PROJECT_TOKEN = "token-of-the-project";

/** Project 7 of a GitLab: its issues, and the Terraform states that it stores. */
export async function startGitlab(): Promise<GitlabServer> {
  const issues: Issue[] = [];
  const events: string[] = [];
  let state: string | undefined;
  let lock: string | undefined;
  const app = new Hono().basePath("/api/v4/projects/7");

  app.use("/issues/*", async (context, next) => {
    if (context.req.header("private-token") !== PROJECT_TOKEN)
      return context.json({ message: "401 Unauthorized" }, 401);
    return next();
  });
  app.get("/issues", (context) => {
    const { state, labels, search = "", in: field } = context.req.query();
    if (field !== "title") return context.json({ message: "in" }, 400);
    // Finds parts of titles too, as GitLab's search does.
    return context.json(
      issues.filter((one) => one.state === state && one.labels === labels && one.title.includes(search)),
    );
  });
  app.post("/issues", async (context) => {
    const issue = { iid: issues.length + 1, state: "opened", notes: [], ...(await context.req.json()) };
    issues.push(issue);
    return context.json({ ...issue, web_url: `/issues/${issue.iid}` }, 201);
  });
  app.put("/issues/:iid", async (context) => {
    const issue = issues[Number(context.req.param("iid")) - 1];
    if (issue === undefined) return context.json({ message: "404 Not found" }, 404);
    const { state_event, description = issue.description } = await context.req.json();
    Object.assign(issue, { description, state: state_event === "close" ? "closed" : issue.state });
    return context.json({ web_url: `/issues/${issue.iid}` });
  });
  app.post("/issues/:iid/notes", async (context) => {
    issues[Number(context.req.param("iid")) - 1]?.notes.push((await context.req.json()).body);
    return context.json({}, 201);
  });

  const credentials = `Basic ${Buffer.from(`gitlab-ci-token:${JOB_TOKEN}`).toString("base64")}`;
  app.use("/terraform/*", async (context, next) => {
    if (context.req.header("authorization") !== credentials) return context.text("", 401);
    return next();
  });
  app.get("/terraform/state/search", (context) =>
    state === undefined ? context.body(null, 204) : context.body(state),
  );
  app.post("/terraform/state/search", async (context) => {
    if (lock === undefined || context.req.query("ID") !== lock) return context.text("", 409);
    state = await context.req.text();
    events.push("written");
    return context.body(null, 200);
  });
  app.post("/terraform/state/search/lock", async (context) => {
    if (lock !== undefined) return context.text("", 423);
    lock = (await context.req.json()).ID;
    events.push("locked");
    return context.body(null, 200);
  });
  app.delete("/terraform/state/search/lock", (context) => {
    lock = undefined;
    events.push("unlocked");
    return context.body(null, 200);
  });
  return { ...(await serve(app as unknown as Hono)), issues, events, state: () => state };
}
