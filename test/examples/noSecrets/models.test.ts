import { NODE_KEY } from "../../acceptance/support";
import { testWith } from "../../support/features";
import { HISTORY } from "../../support/history";
import { Watched } from "./watched";

/** The credentials of models as write-only arguments (docs/design/data-plane.md#models). */
const configuration = (version: number, maxBytes: number) => `
terraform {
  required_providers {
    searchcloud = { source = "terraform.searchcloud.internal/searchcloud/searchcloud" }
  }
}

provider "searchcloud" {}

variable "openai_api_key" {
  type      = string
  ephemeral = true
}

variable "access_token" {
  type      = string
  ephemeral = true
}

variable "client_secret" {
  type      = string
  ephemeral = true
}

resource "searchcloud_conversation_model" "assistant" {
  cluster_id               = "shop"
  name                     = "assistant"
  model_name               = "openai/gpt-4o-mini"
  model_api_key_wo         = var.openai_api_key
  model_api_key_wo_version = ${version}
  history_collection       = "history"
  max_bytes                = ${maxBytes}
}

resource "searchcloud_nl_search_model" "questions" {
  cluster_id = "shop"
  name       = "questions"
  model_name = "gcp/gemini-2.5-flash"
  max_bytes  = ${maxBytes}
  extra      = jsonencode({ project_id = "shop", client_id = "shop" })
  model_credentials_wo = jsonencode({
    access_token  = var.access_token
    refresh_token = var.access_token
    client_secret = var.client_secret
  })
  model_credentials_wo_version = ${version}
}
`;

jest.setTimeout(240_000);
let watched: Watched;

beforeEach(async () => {
  watched = await Watched.begin({ SEARCHCLOUD_DATA_API_KEY: NODE_KEY });
  watched.emulator.seed({
    clusters: [
      {
        id: "shop",
        search_server_version: "30.2",
        data: {
          collections: [HISTORY],
          keys: [{ value: NODE_KEY, description: "test", actions: ["*"], collections: ["*"] }],
        },
      },
    ],
  });
});
afterEach(() => watched.close());

/** Returns the credentials that servers show, by the name of the model. */
const shown = () =>
  Object.fromEntries(
    watched.emulator
      .state()
      .named.map(({ name, record }) => [name, String(record.api_key ?? record.access_token).slice(0, 5)]),
  );

testWith("write-only arguments")("are in no state, no plan, no log and no output", async () => {
  const { variables, workspace, emulator } = watched;
  const write = (version: number, maxBytes: number) =>
    workspace.write({ "main.tf": configuration(version, maxBytes) });
  variables.openai_api_key = "first8Kq2Zr5Tn7Wx3Yb6Vc1Md";
  variables.access_token = "ya29aGf4Hs8Jd2Lk6Pq0Rw3Et5";
  variables.client_secret = "GOCSPxN3bV7cX1zA9sD5fG2hJ4";
  await write(1, 16_384);
  await watched.run(["init", "-input=false"]);
  await watched.deploy();
  expect(shown()).toEqual({ assistant: "first", questions: "ya29a" });
  await watched.run(["plan", "-input=false", "-detailed-exitcode"]);

  // Another value with another version; an edit of another property leaves the credential alone.
  const earlier = { ...variables };
  variables.openai_api_key = "secon4Hn8Jm2Lp6Rt0Xw3Zy5Ub";
  variables.access_token = "1//0gQm7Nz4Bx9Cv2Ds6Fh1Kt5";
  await write(2, 16_384);
  await watched.deploy();
  await write(2, 32_768);
  await watched.deploy();
  expect(shown()).toEqual({ assistant: "secon", questions: "1//0g" });

  // A server may quote the credential in its rejection.
  for (const operation of ["upsertConversationModel", "upsertNlSearchModel"] as const) {
    const message = `Incorrect API key provided: ${variables.openai_api_key}, ${variables.access_token}.`;
    emulator.addFault({ match: { operation }, effect: { kind: "status", status: 400, message } });
  }
  await write(3, 32_768);
  const { output } = await watched.deploy(1);
  expect(output).toContain("Incorrect API key provided");
  expect(output).toContain("Error: Could not write conversation model assistant");
  expect(output).toContain("Error: Could not write natural language search model questions");
  // It is not sent yet, so the next plan sends it.
  await watched.run(["plan", "-input=false", "-detailed-exitcode"], 2);

  await watched.run(["destroy", "-auto-approve", "-input=false"]);
  expect(shown()).toEqual({});
  Object.assign(variables, { earlier_key: earlier.openai_api_key, earlier_token: earlier.access_token });
  expect(watched.leaks()).toEqual([]);
});
