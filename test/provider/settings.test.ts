import { type Plannable, TerraformError, UNKNOWN } from "../../src/framework";
import { type ProviderValues, settingsFrom } from "../../src/provider/settings";

const NONE: ProviderValues = {
  api_key: null,
  base_url: null,
  ca_certificate_file: null,
  dialect: null,
  poll_interval: null,
  requests_per_minute: null,
  server_parameters_max_age: null,
  allow_duplicate_names: null,
  strict_options: null,
  data_api_key: null,
  node_url: null,
};
const from = (config: Partial<Plannable<ProviderValues>>, env: Record<string, string | undefined> = {}) =>
  settingsFrom({ ...NONE, ...config }, env);

const DEFAULTS = {
  apiKey: undefined,
  baseUrl: undefined,
  caCertificateFile: undefined,
  dialect: "search-cloud",
  pollInterval: 60_000,
  requestsPerMinute: 30,
  parametersMaxAge: 0,
  refreshesChanges: null,
  allowDuplicateNames: false,
  strictOptions: false,
  dataApiKey: undefined,
  nodeUrl: "https://{hostname}",
};

test("no configuration gives the defaults; the client reports a missing key or base URL", () => {
  expect(from({})).toEqual(DEFAULTS);
});

type Name = keyof ProviderValues;
const ROWS: [
  Name,
  configured: string | number | boolean,
  text: string,
  Partial<typeof DEFAULTS> | object,
  object,
][] = [
  ["api_key", "a", "b", { apiKey: "a" }, { apiKey: "b" }],
  ["base_url", "https://a", "https://b", { baseUrl: "https://a" }, { baseUrl: "https://b" }],
  ["ca_certificate_file", "a.pem", "b.pem", { caCertificateFile: "a.pem" }, { caCertificateFile: "b.pem" }],
  ["dialect", "search-cloud", "typesense-cloud", {}, { dialect: "typesense-cloud" }],
  ["poll_interval", "90s", "2m", { pollInterval: 90_000 }, { pollInterval: 120_000 }],
  ["requests_per_minute", 0, "12", { requestsPerMinute: 0 }, { requestsPerMinute: 12 }],
  [
    "server_parameters_max_age",
    "12h",
    "90m",
    { parametersMaxAge: 43_200_000 },
    { parametersMaxAge: 5_400_000 },
  ],
  ["allow_duplicate_names", false, "true", {}, { allowDuplicateNames: true }],
  ["strict_options", false, "true", {}, { strictOptions: true }],
];
const KEY = { value: "a", origin: "data_api_key of the provider" };
const ENV_KEY = { value: "b", origin: "SEARCHCLOUD_DATA_API_KEY" };
const [A, B] = ["https://{hostname}/a", "http://127.0.0.1:1/{hostname}"];
/** The settings that only the nodes need. */
const FOR_NODES: typeof ROWS = [
  ["data_api_key", "a", "b", { dataApiKey: KEY }, { dataApiKey: ENV_KEY }],
  ["node_url", `${A}/`, B, { nodeUrl: A }, { nodeUrl: B }],
];

test.each([...ROWS, ...FOR_NODES])(
  "%s: the configuration first, then the environment, then the default; unknown leaves everything open, but for nodes",
  (name, value, text, fromConfig, fromEnv) => {
    const env = (set: string | undefined) => ({ [`SEARCHCLOUD_${name.toUpperCase()}`]: set });
    expect(from({ [name]: value }, env(text))).toEqual({ ...DEFAULTS, ...fromConfig });
    expect(from({}, env(text))).toEqual({ ...DEFAULTS, ...fromEnv });
    for (const nothing of ["", undefined]) expect(from({}, env(nothing))).toEqual(DEFAULTS);
    const unknown = from({ [name]: UNKNOWN }, env(text));
    const isForNodes = FOR_NODES.some(([one]) => one === name);
    expect(unknown).toEqual(
      isForNodes ? { ...DEFAULTS, [Object.keys(fromEnv)[0] ?? ""]: UNKNOWN } : undefined,
    );
  },
);

test.each([
  ["SEARCHCLOUD_DIALECT", "Search-Cloud"],
  ["SEARCHCLOUD_POLL_INTERVAL", "60"],
  ["SEARCHCLOUD_POLL_INTERVAL", "0s"],
  ["SEARCHCLOUD_REQUESTS_PER_MINUTE", "-1"],
  ["SEARCHCLOUD_REQUESTS_PER_MINUTE", "1.5"],
  ["SEARCHCLOUD_SERVER_PARAMETERS_MAX_AGE", "a day"],
  ["SEARCHCLOUD_ALLOW_DUPLICATE_NAMES", "yes"],
  ["SEARCHCLOUD_REFRESH_CHANGES", "always"],
])("%s=%s is refused with the allowed values", (variable, value) => {
  const attempt = () => from({}, { [variable]: value });
  expect(attempt).toThrow(TerraformError);
  expect(attempt).toThrow(
    expect.objectContaining({
      summary: `Invalid value in ${variable}`,
      message: expect.stringMatching(new RegExp(`not "?${value}"?\\.$`)),
    }),
  );
});

test.each([
  ["SEARCHCLOUD_NODE_URL", "https://node.example", /must hold \{hostname\}.*node_urls of the resource/],
  ["SEARCHCLOUD_NODE_URL", "http://{hostname}", /would not protect the key: use https/],
  ["SEARCHCLOUD_NODE_URL", "https://u:s3cret@{hostname}", /holds credentials/],
  ["SEARCHCLOUD_NODE_URL", "https://{hostname}/?key=s3cret", /has a query/],
  ["SEARCHCLOUD_NODE_URL", "{hostname}", /is not a URL/],
  ["SEARCHCLOUD_DATA_API_KEY", "s3cret\n", /line break at the end/],
])("%s=%j is refused without showing its secret", (variable, value, problem) => {
  const attempt = () => from({}, { [variable]: value });
  expect(attempt).toThrow(problem);
  expect(attempt).not.toThrow("s3cret");
});

test.each([
  ["TRUE", true],
  ["1", true],
  ["False", false],
  ["0", false],
])("a boolean may be %s", (text, expected) => {
  expect(from({}, { SEARCHCLOUD_ALLOW_DUPLICATE_NAMES: text })?.allowDuplicateNames).toBe(expected);
  expect(from({}, { SEARCHCLOUD_REFRESH_CHANGES: text })?.refreshesChanges).toBe(expected);
});
