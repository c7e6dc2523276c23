import { inspect } from "node:util";
import { ConfigurationError } from "../../src/client";
import { proxyFor } from "../../src/http/proxy";

const SERVICE = "https://api.search.example/api/v1";
const P = "http://proxy.example:3128";

describe("the proxy of a base URL", () => {
  test.each([
    [{}, null],
    [{ HTTPS_PROXY: P }, ["HTTPS_PROXY", P]],
    [{ https_proxy: P }, ["https_proxy", P]],
    [{ HTTPS_PROXY: P, https_proxy: "http://other" }, ["HTTPS_PROXY", P]],
    [{ HTTPS_PROXY: " ", https_proxy: P, HTTP_PROXY: "http://other" }, ["https_proxy", P]],
    [{ HTTP_PROXY: P }, ["HTTP_PROXY", P]],
    [{ http_proxy: P }, ["http_proxy", P]],
    [{ HTTPS_PROXY: "proxy.example:3128" }, ["HTTPS_PROXY", P]],
    [{ HTTPS_PROXY: "HTTPS://Proxy.Example/" }, ["HTTPS_PROXY", "https://proxy.example"]],
    [{ HTTPS_PROXY: "http://[::1]:3128" }, ["HTTPS_PROXY", "http://[::1]:3128"]],
  ])("with %j is %j", (env, expected) => {
    const proxy = proxyFor(SERVICE, env);
    expect(proxy && [proxy.variable, proxy.origin]).toEqual(expected);
  });

  test.each([
    "https://localhost:8443/api/v1",
    "https://127.9.9.9/api/v1",
    "https://[::1]/api/v1",
    "http://127.0.0.1:8700/api/v1",
  ])("is none for %s, which is loopback", (baseUrl) => {
    expect(proxyFor(baseUrl, { HTTPS_PROXY: P, HTTP_PROXY: P })).toBeNull();
    expect(proxyFor(baseUrl, { HTTPS_PROXY: "socks5://nobody-looks-at-it" })).toBeNull();
  });

  test.each([
    ["api.search.example", true],
    ["API.Search.Example", true],
    ["other.example, search.example", true],
    ["other.example search.example", true],
    [".search.example", true],
    ["*.search.example", true],
    ["other.example,*", true],
    ["api.search.example:443", true],
    ["api.search.example:8443", false],
    [".api.search.example", false],
    ["pi.search.example", false],
    ["example.org", false],
    [",", false],
  ])("is left out by NO_PROXY=%j: %p", (list, isLeftOut) => {
    for (const name of ["NO_PROXY", "no_proxy"])
      expect(proxyFor(SERVICE, { HTTPS_PROXY: P, [name]: list }) === null).toBe(isLeftOut);
  });

  test.each([
    ["https://10.1.2.3:8443/api/v1", "10.1.2.3:8443", true],
    ["https://10.1.2.3:8443/api/v1", "10.1.2.4", false],
    ["https://10.1.2.3/api/v1", "10.0.0.0/8", false],
    ["https://[fd00::1]/api/v1", "fd00::1", true],
    ["https://[fd00::1]/api/v1", "[fd00::1]:443", true],
    ["https://[fd00::1]/api/v1", "fd00::2", false],
  ])("is left out for the address %s by NO_PROXY=%j: %p", (baseUrl, NO_PROXY, isLeftOut) => {
    expect(proxyFor(baseUrl, { HTTPS_PROXY: P, NO_PROXY }) === null).toBe(isLeftOut);
  });
});

test.each([
  [P, null],
  ["http://user:pass@proxy.example", "user:pass"],
  ["user:p%40ss%3Aw%C3%B6rd@proxy.example:3128", "user:p@ss:wörd"],
  ["http://user@proxy.example", "user:"],
])("the credentials of %s", (HTTPS_PROXY, expected) => {
  const proxy = proxyFor(SERVICE, { HTTPS_PROXY });
  const [, basic = ""] = /^Basic (.*)$/.exec(proxy?.authorization ?? "") ?? [];
  expect(Buffer.from(basic, "base64").toString()).toBe(expected ?? "");
  expect(proxy?.origin).not.toContain("@");
});

test.each([
  ["socks5://secret:secret@proxy.example:1080", /begins with socks5:/],
  ["http://", /cannot be read/],
  ["http://user:se#cret@proxy.example", /cannot be read/],
  ["http://user:secret@proxy.example:port", /cannot be read/],
  ["http://secret:12/34@proxy.example:3128", /more than an address/],
  ["http://proxy.example/secret.pac", /more than an address/],
  ["http://user:secret%zz@proxy.example", /percent-encoded/],
])("%s is refused, and not repeated", (value, problem) => {
  const attempt = () => proxyFor(SERVICE, { https_proxy: value });
  let refused: unknown;
  try {
    attempt();
  } catch (error) {
    refused = error;
  }
  expect(refused).toBeInstanceOf(ConfigurationError);
  expect(refused).toMatchObject({
    attribute: null,
    summary: "The proxy in https_proxy cannot be used",
    detail: expect.stringMatching(problem),
  });
  expect(inspect(refused)).not.toMatch(/secret|se#cret|12\/34/);
});
