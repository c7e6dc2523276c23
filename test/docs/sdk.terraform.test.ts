import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { testWith } from "../support/features";
import { bytes } from "../support/rpc";
import { cleanEnvironment, type Running, start } from "../support/run";
import { Workspace } from "../support/terraform";
import { record } from "../support/values";
import { PluginClient } from "../wire/support/pluginClient";

const ROOT = resolve(__dirname, "../..");
const TSC = join(ROOT, "node_modules/typescript-native/bin/tsc");
const page = readFileSync(join(ROOT, "docs/sdk.md"), "utf8");

/** The code block of the page that names a file. */
function block(file: string): string {
  const [, text] = new RegExp(`\`\`\`\\w+ file=${file}\\n([^]*?)\`\`\``).exec(page) ?? [];
  if (text === undefined) throw new Error(`docs/sdk.md has no ${file}`);
  return text;
}

let workspace: Workspace;
let provider: Running;

/** The page's provider, started as the page says, and what it prints for terraform. */
async function debugged(): Promise<NodeJS.ProcessEnv> {
  const { directory } = workspace;
  for (const name of ["src", "node_modules", "package.json"])
    symlinkSync(join(ROOT, name), join(directory, name));
  mkdirSync(join(directory, "page"));
  writeFileSync(join(directory, "page/provider.ts"), block("provider.ts"));
  const env = cleanEnvironment({});
  provider = start(process.execPath, ["--import", "tsx", "page/provider.ts", "--debug"], directory, env);
  let printed = "";
  provider.child.stdout?.on("data", (text) => {
    printed += text;
  });
  await provider.until("Ctrl-C ends it.");
  const [, reattach] = /export TF_REATTACH_PROVIDERS='(.*)'/.exec(printed) ?? [];
  return { TF_REATTACH_PROVIDERS: reattach };
}

beforeAll(async () => {
  workspace = await Workspace.create();
  Object.assign(workspace.env, await debugged());
});

afterAll(async () => {
  provider.kill();
  await workspace.remove();
});

test("the types of the page's provider hold", () => {
  const config = { extends: join(ROOT, "tsconfig.json"), include: ["page/provider.ts"] };
  writeFileSync(join(workspace.directory, "tsconfig.json"), JSON.stringify(config));
  execFileSync(process.execPath, [TSC, "-p", workspace.directory]);
});

testWith("write-only arguments")(
  "a text can be kept out of the state, and a draft lives as long as terraform",
  async () => {
    const main = block("main.tf").replace(
      'text = "Buy some."',
      "text_wo = basename(ephemeral.notes_draft.list.path)",
    );
    const draft = 'ephemeral "notes_draft" "list" {\n  name = "list"\n}\n';
    await workspace.write({ "main.tf": `${main}${draft}` });
    await workspace.apply();
    const folder = join(workspace.directory, "folder");
    expect(readdirSync(folder)).toEqual(["milk.txt"]);
    expect(readFileSync(join(folder, "milk.txt"), "utf8")).toBe("draft-list.txt");
    expect(await workspace.stateText()).not.toContain("draft-list");
    await workspace.destroy();
  },
);

test("Terraform 1.14 lists notes, and runs the action: the protocol without the tool", async () => {
  const folder = join(workspace.directory, "folder");
  mkdirSync(folder, { recursive: true });
  for (const name of ["bread", "milk", "money"]) writeFileSync(join(folder, `${name}.txt`), `Buy ${name}.`);
  const [entry] = Object.values<{ readonly Addr: { readonly String: string } }>(
    JSON.parse(workspace.env.TF_REATTACH_PROVIDERS ?? "{}"),
  );
  const client = new PluginClient({ network: "unix", address: entry?.Addr.String ?? "" });
  const config = (values: Record<string, string>) =>
    bytes(
      ["object", Object.fromEntries(Object.keys(values).map((name) => [name, "string"]))],
      record(values),
    );
  await client.call("Provider.configureProvider", { config: config({ folder }) });
  const notes: unknown[] = [];
  const listed = {
    typeName: "notes_note",
    config: config({ prefix: "m" }),
    includeResourceObject: true,
    limit: 100,
  };
  for await (const note of client.stream("Provider.listResource", listed)) notes.push(note);
  expect(notes).toMatchObject(
    ["milk", "money"].map((displayName) => ({
      displayName,
      resourceObject: expect.anything(),
      diagnostic: [],
    })),
  );
  const said: unknown[] = [];
  const to = join(workspace.directory, "copies");
  const run = { actionType: "notes_backup", config: config({ to }) };
  for await (const one of client.stream("Provider.invokeAction", run)) said.push(one);
  expect(said).toMatchObject([
    ...["bread", "milk", "money"].map((name) => ({ progress: { message: `Copied ${name}.` } })),
    { completed: { diagnostics: [] } },
  ]);
  expect(readdirSync(to)).toEqual(readdirSync(folder));
  client.close();
  rmSync(folder, { recursive: true });
});

test("started with --debug, it serves every command of a life, and ends with Ctrl-C", async () => {
  const main = block("main.tf");
  const file = () => readFileSync(join(workspace.directory, "folder/milk.txt"), "utf8");
  await workspace.write({ "main.tf": main });
  await workspace.apply();
  expect(file()).toBe("Buy some.");
  await workspace.emptyPlan();
  await workspace.write({ "main.tf": main.replace("Buy some.", "Buy more.") });
  await workspace.apply();
  expect(file()).toBe("Buy more.");
  await workspace.write({ "main.tf": main.replace('name = "milk"', 'name = "bread"') });
  const { output } = await workspace.plan();
  expect(output).toContain("must be replaced");
  expect(output).toContain("Note milk will be lost");
  await workspace.write({ "main.tf": main.replace('name = "milk"', 'name = "Milk"') });
  expect((await workspace.plan([], { expect: 1 })).output).toContain("must be a word of lower-case letters");
  await workspace.write({ "main.tf": main });
  await workspace.destroy();
  provider.interrupt();
  expect((await provider.finished).code).toBe(0);
});
