import { type Plannable, UNKNOWN } from "../../src/framework";
import { type ProviderValues, SettingError, settingsFrom } from "../../src/provider/settings";

const NONE: ProviderValues = {
  api_key: null,
  base_url: null,
  dialect: null,
  poll_interval: null,
  requests_per_minute: null,
  allow_duplicate_names: null,
};
const from = (config: Partial<Plannable<ProviderValues>>, env: Record<string, string | undefined> = {}) =>
  settingsFrom({ ...NONE, ...config }, env);

const DEFAULTS = {
  apiKey: undefined,
  baseUrl: undefined,
  dialect: "search-cloud",
  pollInterval: 60_000,
  requestsPerMinute: 30,
  allowDuplicateNames: false,
};

test("nothing said gives the defaults; whether key and base URL are missing is for the client to say", () => {
  expect(from({})).toEqual(DEFAULTS);
});

const ROWS: [
  attribute: keyof ProviderValues,
  configured: Partial<ProviderValues>,
  variable: string,
  text: string,
  setting: keyof typeof DEFAULTS,
  fromConfig: unknown,
  fromEnv: unknown,
][] = [
  ["api_key", { api_key: "a" }, "SEARCHCLOUD_API_KEY", "b", "apiKey", "a", "b"],
  [
    "base_url",
    { base_url: "https://a" },
    "SEARCHCLOUD_BASE_URL",
    "https://b",
    "baseUrl",
    "https://a",
    "https://b",
  ],
  [
    "dialect",
    { dialect: "search-cloud" },
    "SEARCHCLOUD_DIALECT",
    "typesense-cloud",
    "dialect",
    "search-cloud",
    "typesense-cloud",
  ],
  [
    "poll_interval",
    { poll_interval: "90s" },
    "SEARCHCLOUD_POLL_INTERVAL",
    "1m",
    "pollInterval",
    90_000,
    60_000,
  ],
  [
    "requests_per_minute",
    { requests_per_minute: 0 },
    "SEARCHCLOUD_REQUESTS_PER_MINUTE",
    "12",
    "requestsPerMinute",
    0,
    12,
  ],
  [
    "allow_duplicate_names",
    { allow_duplicate_names: false },
    "SEARCHCLOUD_ALLOW_DUPLICATE_NAMES",
    "true",
    "allowDuplicateNames",
    false,
    true,
  ],
];

test.each(ROWS)(
  "%s: the configuration first, then the environment, then the default",
  (_, config, variable, text, setting, fromConfig, fromEnv) => {
    expect(from(config, { [variable]: text })).toEqual({ ...DEFAULTS, [setting]: fromConfig });
    expect(from({}, { [variable]: text })).toEqual({ ...DEFAULTS, [setting]: fromEnv });
    expect(from({}, { [variable]: "" })).toEqual(DEFAULTS);
    expect(from({}, { [variable]: undefined })).toEqual(DEFAULTS);
  },
);

test.each(ROWS.map(([attribute]) => [attribute]))("an unknown %s leaves everything open", (attribute) => {
  expect(from({ [attribute]: UNKNOWN }, { SEARCHCLOUD_API_KEY: "a" })).toBeUndefined();
});

test.each([
  ["SEARCHCLOUD_DIALECT", "elastic"],
  ["SEARCHCLOUD_DIALECT", "Search-Cloud"],
  ["SEARCHCLOUD_POLL_INTERVAL", "60"],
  ["SEARCHCLOUD_POLL_INTERVAL", "0s"],
  ["SEARCHCLOUD_POLL_INTERVAL", "-1s"],
  ["SEARCHCLOUD_REQUESTS_PER_MINUTE", "-1"],
  ["SEARCHCLOUD_REQUESTS_PER_MINUTE", "1.5"],
  ["SEARCHCLOUD_REQUESTS_PER_MINUTE", "many"],
  ["SEARCHCLOUD_REQUESTS_PER_MINUTE", "1e3"],
  ["SEARCHCLOUD_ALLOW_DUPLICATE_NAMES", "yes"],
])("%s=%s is refused with what is allowed", (variable, value) => {
  const attempt = () => from({}, { [variable]: value });
  expect(attempt).toThrow(SettingError);
  expect(attempt).toThrow(`not "${value}"`);
  try {
    attempt();
  } catch (error) {
    expect(error).toMatchObject({ summary: `Invalid value in ${variable}` });
  }
});

test.each([
  ["TRUE", true],
  ["1", true],
  ["False", false],
  ["0", false],
])("a flag may be %s", (text, expected) => {
  expect(from({}, { SEARCHCLOUD_ALLOW_DUPLICATE_NAMES: text })?.allowDuplicateNames).toBe(expected);
});
