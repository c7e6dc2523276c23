import { inspect } from "node:util";
import { ConfigurationError } from "../../src/client";
import { checkApiKey, checkBaseUrl, checkSettings } from "../../src/client/options";

const thrown = (check: () => unknown): ConfigurationError => {
  try {
    check();
  } catch (error) {
    if (error instanceof ConfigurationError) return error;
    throw error;
  }
  throw new Error("It should have been refused");
};

describe("the base URL", () => {
  test.each([
    ["https://search.example/api/v1", "https://search.example/api/v1"],
    ["https://search.example/api/v1///", "https://search.example/api/v1"],
    [" https://search.example:8443/api/v1\n", "https://search.example:8443/api/v1"],
    ["https://search.example", "https://search.example"],
    ["HTTPS://Search.Example/api/V1", "https://search.example/api/V1"],
    ["http://localhost:8700/api/v1", "http://localhost:8700/api/v1"],
    ["http://127.9.9.9/api/v1", "http://127.9.9.9/api/v1"],
    ["http://[::1]:8700/api/v1", "http://[::1]:8700/api/v1"],
  ])("%j is taken as %s", (given, taken) => {
    expect(checkBaseUrl(given)).toBe(taken);
  });

  test.each([
    ["http://search.example/api/v1", /not https/],
    ["http://127.0.0.1.example/api/v1", /not https/],
    ["http://[::2]/api/v1", /not https/],
    ["ftp://search.example/api/v1", /not https/],
    ["https://user:secret@search.example/api/v1", /credentials/],
    ["https://search.example/api/v1?key=secret", /query/],
    ["https://search.example/api/v1#secret", /query or a fragment/],
    ["search.example/api/v1", /not a URL/],
  ])("%j is refused", (given, summary) => {
    const error = thrown(() => checkBaseUrl(given));
    expect(error).toMatchObject({ attribute: "base_url", summary: expect.stringMatching(summary) });
    expect(error.detail).toContain("SEARCHCLOUD_BASE_URL");
    expect(inspect(error)).not.toContain("secret");
  });

  test.each([null, undefined, "", "  "])("%j names both ways to give one", (given) => {
    const { detail } = thrown(() => checkBaseUrl(given));
    expect(detail).toContain("attribute base_url");
    expect(detail).toContain("environment variable SEARCHCLOUD_BASE_URL");
  });
});

describe("the key", () => {
  test.each(["abc", "A-z_0.9~!#$%&'()*+,/:;<=>?@[]^`{|}"])("%s is taken", (key) => {
    expect(checkApiKey(key)).toBe(key);
  });

  test.each([null, undefined, ""])("%j names both ways to give one", (given) => {
    const { attribute, detail } = thrown(() => checkApiKey(given));
    expect(attribute).toBe("api_key");
    expect(detail).toContain("environment variable SEARCHCLOUD_API_KEY");
    expect(detail).toContain("attribute api_key");
  });

  test.each(["secret\n", " secret", "sec ret", "secret\u00e9", "secret\r\nx-evil: 1", "secret\u0000"])(
    "%j is refused, and not repeated",
    (given) => {
      const error = thrown(() => checkApiKey(given));
      expect(error.attribute).toBe("api_key");
      expect(inspect(error)).not.toContain("secret");
    },
  );
});

describe("the other settings", () => {
  const good = { dialect: "search-cloud", pollInterval: 60_000, requestsPerMinute: 30 } as const;

  test.each([
    [{ ...good, dialect: "toString" as "search-cloud" }, "dialect"],
    [{ ...good, pollInterval: 0 }, "poll_interval"],
    [{ ...good, pollInterval: Number.NaN }, "poll_interval"],
    [{ ...good, requestsPerMinute: -1 }, "requests_per_minute"],
    [{ ...good, requestsPerMinute: 1.5 }, "requests_per_minute"],
  ])("%j are refused for %s", (settings, attribute) => {
    expect(thrown(() => checkSettings(settings)).attribute).toBe(attribute);
  });
});
