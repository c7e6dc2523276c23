import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { ADDRESS } from "../../src/provider/address";
import { actions } from "../../src/provider/operations";
import { testWith } from "../support/features";
import { Workspace } from "../support/terraform";
import { steppedAccount } from "./support/account";
import { ROOT } from "./support/project";

/** The examples of actions: they validate where Terraform has actions. Their effects are tested in test/provider/actions. */
const FOLDER = join(ROOT, "examples/actions");
const names = actions.map(({ name }) => `searchcloud_${name}`);

test("every action has an example, which is about it", () => {
  expect(readdirSync(FOLDER).sort()).toEqual([...names].sort());
  for (const name of names)
    expect(readFileSync(join(FOLDER, name, "action.tf"), "utf8")).toContain(`action "${name}" "`);
});

const VERSIONS = `terraform {\n  required_providers {\n    searchcloud = { source = "${ADDRESS}" }\n  }\n}\n`;

testWith("actions")("every example is valid, without a warning", async () => {
  const account = await steppedAccount([]);
  const workspace = await Workspace.create(account.env);
  try {
    const files: Record<string, string> = { "main.tf": VERSIONS };
    for (const name of names) {
      const text = readFileSync(join(FOLDER, name, "action.tf"), "utf8");
      const variables = [...text.matchAll(/^variable "(\w+)"/gm)].map(
        ([, variable]) => `  ${variable} = "x"`,
      );
      files["main.tf"] += `module "${name}" {\n  source = "./${name}"\n${variables.join("\n")}\n}\n`;
      files[`${name}/main.tf`] = text;
      files[`${name}/versions.tf`] = VERSIONS;
    }
    await workspace.write(files);
    expect((await workspace.validate()).output).not.toContain("Warning");
  } finally {
    await workspace.remove();
    await account.close();
  }
});
