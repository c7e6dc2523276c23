import { readFileSync } from "node:fs";
import { join } from "node:path";
import { lacking } from "../../support/features";
import { CHECK } from "./modules";
import { Project, ROOT } from "./project";

/** An example with a program and the same in HCL, of which variants run as modules of one configuration. */
export class Example {
  readonly #folder: string;

  constructor(name: string) {
    this.#folder = join(ROOT, "examples", name);
  }

  read(file: string): string {
    return readFileSync(join(this.#folder, file), "utf8");
  }

  /** Runs variants of the program in one process. Returns the stacks that they write. */
  async stacks<Name extends string>(programs: Readonly<Record<Name, string>>): Promise<Record<Name, string>> {
    const names = Object.keys(programs) as Name[];
    const run = (name: string) => `process.env.CDKTF_OUTDIR = "${name}.out"; require("./${name}");`;
    const files = names.map((name) => [`${name}.ts`, programs[name]] as const);
    const project = await Project.create({
      files: {
        ...Object.fromEntries(files),
        "catalog.jsonl": this.read("catalog.jsonl"),
        "all.ts": names.map(run).join(""),
      },
    });
    try {
      await project.tsx("all.ts");
      const stacks = names.map(async (name) => {
        const text = await project.read(`${name}.out/stacks/search/cdk.tf.json`);
        // Such as path.module in HCL below.
        return [name, text.replaceAll(`$\{path.module}/../../..`, this.#folder)] as const;
      });
      return Object.fromEntries(await Promise.all(stacks)) as Record<Name, string>;
    } finally {
      await project.remove();
    }
  }

  /** Returns a text of HCL as a module; the provider runs in this process, and so in another folder than Terraform. */
  module(text: string): string {
    const bare = text.replace('provider "searchcloud" {}\n', "").replace(`$\{path.module}`, this.#folder);
    return lacking("checks in modules") ? bare.replaceAll(CHECK, "") : bare;
  }

  /** Returns the configuration that calls modules, with an output for each. */
  calling(modules: readonly string[]): string {
    const [required = ""] = /^terraform \{[\s\S]*?^\}\n/m.exec(this.read("main.tf")) ?? [];
    const blocks = modules.map(
      (name) =>
        `module "${name}" {\n  source = "./${name}"\n}\noutput "${name}" {\n  value = module.${name}\n  sensitive = true\n}\n`,
    );
    return `${required}\nprovider "searchcloud" {}\n${blocks.join("")}`;
  }
}
