import { ApiError } from "../../src/client";
import { networkFailure } from "../../src/http/networkFailure";
import { BASE_URL, bench, never, rejection } from "../client/kit/client";
import { Account } from "../client/kit/service";
import { error, json, type Reply, systemError, text } from "../client/kit/transport";

async function reading(reply: Reply): Promise<ApiError> {
  const { client } = bench(() => reply);
  const failed = await rejection(client.call("getCluster", { path: { id: "abc" } }, { signal: never() }));
  if (failed instanceof ApiError) return failed;
  throw failed;
}

const COULD_NOT = "Could not read cluster abc: ";

describe("what the person at the terminal reads", () => {
  test.each<[string, Reply, Partial<ApiError>, RegExp[]]>([
    [
      "403 with the missing capability",
      json(403, { success: false, message: "Forbidden", required_capability: "clusters:read" }),
      {
        kind: "auth",
        status: 403,
        failure: expect.objectContaining({ messages: ["Forbidden"], requiredCapability: "clusters:read" }),
        summary: `${COULD_NOT}the management API answered 403 (Forbidden)`,
      },
      [
        /GET https:\/\/search\.example\/api\/v1\/clusters\/abc was answered with status 403/,
        /The management API responded: Forbidden/,
        /lacks the capability clusters:read/,
        /presets have it: read-only, provision, operate, admin/,
      ],
    ],
    [
      "403 without a capability",
      error(403, "Invalid key"),
      { kind: "auth" },
      [/needs the capability clusters:read/, /api_key or SEARCHCLOUD_API_KEY/, /not restricted/],
    ],
    [
      "404",
      error(404, "Cluster not found"),
      { kind: "not_found" },
      [/does not exist, or this key cannot see it/],
    ],
    [
      "400 with several messages",
      json(400, { success: false, message: "Invalid", messages: ["memory is unknown", "vcpu is unknown"] }),
      { kind: "invalid" },
      [/The management API responded: Invalid; memory is unknown; vcpu is unknown/],
    ],
    ["409", error(409, "Conflict"), { kind: "refused" }, [/Conflict/]],
    [
      "a 404 that is not the API's own",
      text(404, "<html><h1>Not Found</h1></html>"),
      { kind: "contract", status: 404 },
      [/answer that begins with: <html><h1>Not Found/, /base_url .* up to and including its version segment/],
    ],
    ["a 404 of another API", json(404, { error: "no route" }), { kind: "contract" }, [/no route/]],
    ["a 404 without anything", text(404, ""), { kind: "contract" }, [/an empty answer/]],
    [
      "HTML with status 200",
      text(200, `<html>${"x".repeat(500)}`),
      { kind: "unreadable", status: 200 },
      [/an answer that begins with: <html>x{114}…\./],
    ],
    [
      "a record without an id",
      json(200, { name: "x" }),
      { kind: "contract", status: 200 },
      [/a record that cannot be understood \(id: /, /dialect fits the service/],
    ],
    [
      "a redirect",
      text(302, "", { location: "https://other.example:8443/login?token=t0p" }),
      { kind: "redirect", status: 302 },
      [/a redirect to https:\/\/other\.example:8443\./, /never followed/],
    ],
    ["a redirect to nowhere", text(301, ""), { kind: "redirect" }, [/without a target/]],
    ["501", error(501, "Not imitated"), { kind: "contract", status: 501 }, [/Not imitated/]],
    [
      "nothing listens",
      systemError("ECONNREFUSED"),
      {
        kind: "network",
        status: null,
        summary: `${COULD_NOT}nothing accepts connections at this address and port (ECONNREFUSED)`,
      },
      [/GET https:\/\/search\.example\/api\/v1\/clusters\/abc failed/, /Check base_url/],
    ],
    [
      "a certificate nobody trusts",
      systemError("DEPTH_ZERO_SELF_SIGNED_CERT", "self-signed certificate"),
      { kind: "tls" },
      [/self-signed certificate/, /NODE_EXTRA_CA_CERTS/],
    ],
    [
      "no answer",
      "hang",
      { kind: "timeout", status: null, summary: `${COULD_NOT}no answer after 30 s` },
      [/was not answered in time, after 30 s/],
    ],
  ])("%s", async (_, reply, expected, sentences) => {
    const failed = await reading(reply);
    expect(failed).toMatchObject({
      operation: "getCluster",
      ...expected,
    });
    expect(failed.summary).not.toContain("\n");
    expect(failed.summary.startsWith(COULD_NOT)).toBe(true);
    for (const sentence of sentences) expect(failed.detail).toMatch(sentence);
    expect(failed.detail).not.toContain("t0p");
  });

  test("a create says the cluster's name", async () => {
    const account = new Account().next("POST", () => error(422, "Wrong topology"));
    const { client } = bench(account.handler);
    const body = { name: "products", memory: "8_gb", vcpu: "4_vcpus", regions: "oregon" };
    expect(await rejection(client.createCluster(body, { signal: never() }))).toMatchObject({
      summary: 'Could not create the cluster "products": the management API answered 422 (Wrong topology)',
    });
  });

  test("the service's own words are on one line", async () => {
    const failed = await reading(error(422, "gone\r\nand more"));
    expect(failed.failure.messages).toEqual(["gone and more"]);
  });
});

describe("codes of the system", () => {
  const route = { baseUrl: BASE_URL, proxy: null, setting: "base_url" };
  const failing = (error: unknown) => networkFailure(error, route);
  test.each([
    ["ECONNREFUSED", "network", false],
    ["CERT_HAS_EXPIRED", "tls", false],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "tls", false],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "tls", false],
    ["ECONNRESET", "network", true],
    ["SOMETHING_NEW", "network", true],
  ])("%s is %s; the request may have arrived: %p", (code, kind, sent) => {
    expect(failing(systemError(code))).toMatchObject({ kind, sent, code });
  });

  test("are found in a cause, and in the errors of several addresses", () => {
    const inner = systemError("ECONNREFUSED");
    expect(failing(new Error("fetch failed", { cause: inner }))).toMatchObject({
      code: "ECONNREFUSED",
    });
    expect(failing(new AggregateError([inner, inner]))).toMatchObject({
      code: "ECONNREFUSED",
      sent: false,
    });
  });

  test("something without a code may have been sent", () => {
    expect(failing("nonsense")).toMatchObject({
      code: null,
      sent: true,
      observed: "no code: nonsense",
    });
  });
});
