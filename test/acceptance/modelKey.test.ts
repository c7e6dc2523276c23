import { rm } from "node:fs/promises";
import { join } from "node:path";
import { testWith, testWithout } from "../support/features";
import { prepareNodes } from "./everyType/onNodes";
import { flat, importBlock, OPTIONS, oneScene } from "./support";

/** Keys that only the configuration has: of the models of a collection, and of the source of documents. */
const ADDRESS = "searchcloud_collection.products";
const on = oneScene(OPTIONS, prepareNodes);
const [FIRST, SECOND] = ["one-key-of-a-model-0123456789", "two-key-of-a-model-9876543210"];

const MODEL = "openai/text-embedding-3-small";
const MEANING = `field {
  name  = "meaning"
  type  = "float[]"
  extra = jsonencode({
    embed = { from = ["title"], model_config = { model_name = "${MODEL}" } }
  })
}`;
const products = (lines: string) => `variable "model_key" {
  type      = string
  ephemeral = true
}
resource "searchcloud_collection" "products" {
  cluster_id = "shop2"
  name       = "products"
  ${lines}
  field {
    name = "title"
    type = "string"
  }
  ${MEANING}
}`;
const keyed = (version: number) =>
  products(`model_api_key_wo = var.model_key\nmodel_api_key_wo_version = ${version}`);
const given = (key: string) => `-var=model_key=${key}`;
/** Returns the part of the key that the server shows. */
const shown = () => {
  const [collection] = on.emulator.state().collections;
  return JSON.stringify(collection?.fields).match(/"api_key":"(.{5})/)?.[1];
};

describe("a collection", () => {
  const test = testWith("write-only arguments");

  test("takes the key of its models from an ephemeral variable, and plans empty with any other value", async () => {
    await on.write(keyed(1));
    await on.workspace.apply([given(FIRST)]);
    expect([on.wrote(), shown()]).toEqual([["createCollection"], FIRST.slice(0, 5)]);
    await on.workspace.emptyPlan([given(SECOND)]);
    expect(await on.values(ADDRESS)).toMatchObject({ model_api_key_wo: null, model_api_key_wo_version: 1 });
  });

  test("sends the key of another version with the PATCH that the plan announces", async () => {
    on.emulator.addDocumentsOutside("shop2", "products", [{ id: "1", title: "Oak" }]);
    await on.write(keyed(2));
    const { output } = await on.workspace.plan([given(SECOND), "-out=plan.out"]);
    expect(flat(output)).toMatch(
      /Warning: Collection "products" of cluster shop2 will reindex 1 document .* The key of the model of field meaning is sent again/,
    );
    await on.workspace.apply([given(SECOND), "plan.out"]);
    expect([on.wrote(), shown()]).toEqual([["updateCollection"], SECOND.slice(0, 5)]);
    await on.workspace.emptyPlan([given(SECOND)]);
  });

  test("shows no key that the server repeats in its refusal, keeps the version, and sends it with the next apply", async () => {
    const message = `Incorrect API key provided: ${SECOND}.`;
    on.emulator.addFault({
      match: { operation: "updateCollection" },
      effect: { kind: "answer", status: 400, json: { message } },
    });
    await on.write(keyed(3));
    const { output } = await on.workspace.apply([given(SECOND)], { expect: 1 });
    expect(flat(output)).toMatch(/Incorrect API key provided: .*Nothing was changed/);
    expect(output).not.toContain(SECOND.slice(0, 12));
    expect(await on.values(ADDRESS)).toMatchObject({ model_api_key_wo_version: 2 });
    on.wrote();
    await on.workspace.apply([given(SECOND)]);
    expect(on.wrote()).toEqual(["updateCollection"]);
  });

  test("is imported without any part of the key, and generated so that it plans empty", async () => {
    await on.workspace.terraform(["state", "rm", ADDRESS]);
    await on.write(importBlock("shop2/products", ADDRESS));
    const generated = await on.generated();
    expect(generated).toContain("openai/text-embedding-3-small");
    expect(generated).not.toMatch(/api_key\W+two-k|\*\*\*/);
    const { output } = await on.workspace.plan();
    expect(output).toContain("Plan: 1 to import, 0 to add, 0 to change, 0 to destroy.");
    await rm(join(on.workspace.directory, "generated.tf"));
    await on.write(`${keyed(4)}\n${importBlock("shop2/products", ADDRESS)}`);
    on.wrote();
    const applied = await on.workspace.apply([given(FIRST)]);
    expect(applied.output).toContain("1 imported, 0 added, 1 changed, 0 destroyed.");
    expect(applied.output).toContain("The server has another key than model_api_key_wo");
    expect([on.wrote(), shown()]).toEqual([[], SECOND.slice(0, 5)]);
    await on.workspace.emptyPlan([given(FIRST)]);
  });

  test("has no drift if somebody else changes the key, and sends it if they change the field", async () => {
    const outside = (api_key: string, more: object) => {
      const embed = { from: ["title"], model_config: { model_name: MODEL, api_key, ...more } };
      const fields = [
        { name: "meaning", drop: true },
        { name: "meaning", type: "float[]", embed },
      ];
      on.emulator.patchCollectionOutside("shop2", "products", { fields });
    };
    outside("new-key-of-somebody-else-0123", {});
    await on.workspace.emptyPlan([given(FIRST)]);
    outside("new-key-of-somebody-else-0123", { model_name: "openai/text-embedding-3-large" });
    const { output } = await on.workspace.plan([given(FIRST)]);
    expect(output).toContain("openai/text-embedding-3-large");
    expect(output).not.toMatch(/new-k|\*\*\*/);
    await on.workspace.apply([given(FIRST)]);
    expect([on.wrote(), shown()]).toEqual([["updateCollection"], FIRST.slice(0, 5)]);
    await on.workspace.emptyPlan([given(FIRST)]);
  });

  test("needs the key for a version, and the version for a key", async () => {
    const said = async (lines: string) => {
      await on.write(products(lines));
      return flat((await on.workspace.plan([given(FIRST)], { expect: 1 })).output);
    };
    expect(await said("model_api_key_wo = var.model_key")).toContain(
      "Error: model_api_key_wo without model_api_key_wo_version",
    );
    expect(await said("model_api_key_wo_version = 5")).toContain(
      "Error: model_api_key_wo_version without model_api_key_wo",
    );
  });
});

describe("documents of another collection", () => {
  const copy = (lines: string) => `variable "source_key" {
  type      = string
  ephemeral = true
}
resource "searchcloud_documents" "copy" {
  cluster_id = "shop2"
  collection = "poems"
  from {
    cluster_id = "shop1"
    collection = "books"
    ${lines}
  }
}`;
  const source = (key: string) => `-var=source_key=${key}`;

  testWith("write-only arguments")(
    "are copied with a key that only an import needs: no refresh has it, and another key imports nothing",
    async () => {
      const fields = [{ name: "title", type: "string" }];
      on.emulator.createCollectionOutside("shop1", { name: "books", fields });
      on.emulator.createCollectionOutside("shop2", { name: "poems", fields });
      on.emulator.addDocumentsOutside("shop1", "books", [{ id: "1", title: "Oak" }]);
      const value = "reader-of-the-source-0123456789";
      const actions = ["documents:export", "documents:search", "collections:get"];
      on.emulator.createNodeKeyOutside("shop1", { value, description: "", actions, collections: ["books"] });
      await on.write(copy("api_key_wo = var.source_key"));
      await on.workspace.apply([source(value)]);
      expect(on.wrote()).toContain("importDocuments");
      const { from } = (await on.values("searchcloud_documents.copy")) as { from: Record<string, unknown>[] };
      expect([from].flat()[0]).toMatchObject({ api_key: null, api_key_wo: null, collection: "books" });
      expect(await on.workspace.stateText()).not.toContain(value);
      await on.workspace.emptyPlan([source("a-key-that-opens-nothing-0123")]);
      await on.write(copy("api_key_wo = var.source_key").replace("}\n}", '}\ntriggers = { again = "1" }\n}'));
      const { output } = await on.workspace.apply([source("a-key-that-opens-nothing-0123")], { expect: 1 });
      expect(flat(output)).toMatch(/api_key_wo of the from block of this resource/);
      expect(output).not.toContain("a-key-that-opens");
      await on.workspace.apply([source(value)]);
    },
  );
});

testWithout("write-only arguments")(
  "a tool without write-only arguments gets an error with what it can use instead",
  async () => {
    const text = `resource "searchcloud_collection" "products" {
  cluster_id       = "shop2"
  name             = "products"
  model_api_key_wo = "${FIRST}"
  model_api_key_wo_version = 1
  field {
    name = "title"
    type = "string"
  }
  ${MEANING}
}
resource "searchcloud_documents" "copy" {
  cluster_id = "shop2"
  collection = "poems"
  from {
    cluster_id = "shop1"
    collection = "books"
    api_key_wo = "${SECOND}"
  }
}`;
    const said = await on.plan(text, 1);
    expect(said).toMatch(
      /Error: model_api_key_wo needs Terraform 1\.11 or OpenTofu 1\.11.* set api_key in embed\.model_config of the field's extra instead, which is stored in the state/,
    );
    expect(said).toMatch(
      /Error: from\.api_key_wo needs Terraform 1\.11.* set api_key instead, which is stored in the state/,
    );
    expect(on.wrote()).toEqual([]);
  },
);
