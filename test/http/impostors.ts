import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { type Clock, createClient } from "../../src/client";
import { createNodesClient } from "../../src/dataPlane";
import { systemClock } from "../../src/http/clock";
import { ReleaseSite } from "../../tools/terraform/releaseSite";
import { memoryLog, never } from "../client/kit/client";
import { authority } from "../support/certificates";
import { connectProxy } from "../support/connectProxy";

// A process of its own, because Node reads NODE_TLS_REJECT_UNAUTHORIZED from the real environment. It sends each secret to
// somebody whose certificate is signed by nobody that Node knows, and prints what arrived there and how the request ended.

const HOST = "api.searchcloud.test";
const NOBODY = authority("Nobody").issue(["127.0.0.1", HOST]);
const arrived: string[] = [];

/** Real time for the limit of a request, none for the pauses between requests. */
const clock: Clock = {
  now: systemClock.now,
  sleep: (ms, signal) => systemClock.sleep(ms < 30_000 ? 0 : ms, signal),
};
const given = {
  dialect: "search-cloud",
  log: memoryLog(),
  dependencies: { clock, random: () => 0 },
} as const;

async function manage(url: string, env = {}) {
  const client = createClient({
    ...{ ...given, baseUrl: `${url}/api/v1`, apiKey: "management-key", env },
    ...{ pollInterval: 60_000, requestsPerMinute: 0 },
  });
  await client.call("getAccount", {}, { signal: never() });
}

async function search(url: string, env = {}) {
  const target = { urls: [url], apiKey: "data-key", keyOrigin: "api_key", named: "these nodes" };
  await createNodesClient({ ...given, env })
    .at(target)
    .call("listCollections", {}, { signal: never() });
}

async function download(url: string) {
  const site = url.replace("://", "://user:download-password@");
  await ReleaseSite.of({ SEARCHCLOUD_TERRAFORM_RELEASES_URL: site }).file("terraform/x");
}

async function main() {
  const server = createServer({ cert: NOBODY.certificate, key: NOBODY.key }, (request, response) => {
    arrived.push(`${request.method} ${request.url} ${request.rawHeaders.join(" ")}`);
    response.end("{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const routes = { [`${HOST}:443`]: port };
  const honest = await connectProxy(routes);
  const lying = await connectProxy(routes, NOBODY);
  const direct = `https://127.0.0.1:${port}`;
  const hidden = `https://${HOST}`;
  const through = ({ origin }: typeof honest) => ({
    HTTPS_PROXY: origin.replace("://", "://user:proxy-password@"),
  });
  const attempts: readonly (readonly [name: string, () => Promise<void>])[] = [
    ["management key", () => manage(direct)],
    ["management key, tunnel", () => manage(hidden, through(honest))],
    ["management key, https proxy", () => manage(hidden, through(lying))],
    ["data-plane key", () => search(direct)],
    ["data-plane key, tunnel", () => search(hidden, through(honest))],
    ["data-plane key, https proxy", () => search(hidden, through(lying))],
    ["download", () => download(direct)],
  ];
  const outcomes: Record<string, string> = {};
  for (const [name, attempt] of attempts)
    outcomes[name] = await attempt().then(
      () => "accepted",
      (error: Error & { readonly detail?: string }) => `${error.message} ${error.detail ?? ""}`,
    );
  arrived.push(...lying.asked.map(({ line, headers }) => `${line} ${headers}`));
  process.stdout.write(JSON.stringify({ arrived, outcomes }), () => process.exit());
}

void main();
