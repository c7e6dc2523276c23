import { ADDRESS } from "../../../src/provider/address";
import { testWith } from "../../support/features";
import { Watched } from "./watched";

/** Keys of models and of the source of documents, in ephemeral variables. */
const VARIABLES = {
  data_key: "Dk4mV8s1Xq7w2ErT9yUi3OpA6dFgH5jK",
  source_key: "Sk2bN7c4Zx9a1SdF6gHj3KlQ8wErT5yU",
  model_key: "sk-Ab3dE6gH9jK2mN5pQ8sT1vW4xY7zC0fI",
};

const PROGRAM = (version: number, source: string) => `terraform {
  required_providers {
    searchcloud = { source = "${ADDRESS}" }
  }
}
${Object.keys(VARIABLES)
  .map((name) => `variable "${name}" {\n  type = string\n  ephemeral = true\n}`)
  .join("\n")}
provider "searchcloud" {
  data_api_key = var.data_key
}
resource "searchcloud_collection" "products" {
  cluster_id               = "shop1"
  name                     = "products"
  model_api_key_wo         = var.model_key
  model_api_key_wo_version = ${version}
  field {
    name = "title"
    type = "string"
  }
  field {
    name  = "meaning"
    type  = "float[]"
    extra = jsonencode({
      embed = { from = ["title"], model_config = { model_name = "openai/text-embedding-3-small" } }
    })
  }
}
resource "searchcloud_documents" "products" {
  cluster_id = "shop1"
  collection = searchcloud_collection.products.name
  triggers   = { version = "${version}" }
  from {
    cluster_id = "shop2"
    collection = "${source}"
    api_key_wo = var.source_key
  }
}
`;

jest.setTimeout(120_000);
let watched: Watched;

beforeEach(async () => {
  watched = await Watched.begin();
  Object.assign(watched.variables, VARIABLES);
  const { emulator } = watched;
  emulator.seed({ clusters: [{ id: "shop1", search_server_version: "30.2" }, { id: "shop2" }] });
  const allowed = { description: "", actions: ["*"], collections: ["*"] };
  emulator.createNodeKeyOutside("shop1", { ...allowed, value: VARIABLES.data_key });
  emulator.createNodeKeyOutside("shop2", { ...allowed, value: VARIABLES.source_key });
  emulator.createCollectionOutside("shop2", { name: "books", fields: [{ name: "title", type: "string" }] });
  emulator.addDocumentsOutside("shop2", "books", [{ id: "1", title: "Oak" }]);
});
afterEach(() => watched.close());

testWith("write-only arguments")(
  "keys of models and of a source are in no file, no plan and no log, also while and after the server refuses them",
  async () => {
    const { emulator, workspace } = watched;
    await workspace.write({ "main.tf": PROGRAM(1, "books") });
    await watched.run(["init", "-input=false"]);
    await watched.deploy();
    await watched.run(["plan", "-input=false", "-detailed-exitcode"]);

    // The service of the model refuses the key, and its message repeats it.
    await workspace.write({ "main.tf": PROGRAM(2, "books") });
    const message = `Incorrect API key provided: ${VARIABLES.model_key}`;
    const refusal = { kind: "answer", status: 400, json: { message } } as const;
    emulator.addFault({ match: { operation: "updateCollection" }, effect: refusal });
    expect((await watched.deploy(1)).output).toContain("Incorrect API key provided");
    const apply = ["apply", "-auto-approve", "-input=false"];
    await watched.run(apply);

    // The source refuses its key.
    await workspace.write({ "main.tf": PROGRAM(3, "nowhere") });
    await watched.run(apply, 1);

    // A killed apply has sent the key, and the next one sends it again.
    await workspace.write({ "main.tf": PROGRAM(4, "books") });
    await watched.kill(await watched.heldAt("updateCollection", "after", apply));
    await watched.run(apply);
    await watched.run(["destroy", "-auto-approve", "-input=false"]);
    const updates = emulator.journal().filter(({ operation }) => operation === "updateCollection");
    expect(updates).toHaveLength(["refused", 2, 3, "killed", 4].length);
    const sent = JSON.stringify(emulator.journal().map(({ body }) => body));
    expect(sent).toContain(VARIABLES.model_key);
    expect(watched.leaks()).toEqual([]);
  },
);
