import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DemoFailure } from "./command";

/** The project of the demo's user: a copy of an example, in a folder of its own. */
export class Program {
  private constructor(
    readonly folder: string,
    private text: string,
  ) {}

  /** Makes the folder hold a copy of the example and nothing else. */
  static copyOf(example: string, folder: string): Program {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    const read = (name: string) => readFileSync(join(example, name), "utf8");
    writeFileSync(join(folder, "cdktf.json"), read("cdktf.json"));
    // Without one of its own, the copy would take the checkout's, which leads to the sources instead of the package.
    writeFileSync(join(folder, "tsconfig.json"), "{}\n");
    return new Program(folder, read("main.ts")).write(read("main.ts"));
  }

  /**
   * Gives a property of the cluster a value, and imports what the value needs; answers the line that says so.
   * @param value - TypeScript, as it stands behind the colon
   */
  set(property: string, value: string, imports: readonly string[] = []): string {
    const line = `${property}: ${value},`;
    this.write(withImports(withProperty(this.text, property, line), imports));
    return line;
  }

  /**
   * Adds what another example has below the cluster, with its file of documents and its imports; answers its lines without
   * the comments.
   */
  append(example: string, documents: string): string[] {
    const theirs = readFileSync(join(example, "main.ts"), "utf8");
    const [, below = ""] = /^\}\);\n([\s\S]*)^app\.synth\(\);$/m.exec(theirs) ?? [];
    const lines = below.split("\n").filter((line) => line !== "" && !line.startsWith("//"));
    const missing = importsOf(theirs).filter((name) => !importsOf(this.text).includes(name));
    this.write(withImports(replaced(this.text, /(?=^app\.synth)/m, `${lines.join("\n")}\n`), missing));
    copyFileSync(join(example, documents), join(this.folder, documents));
    return lines;
  }

  /** Puts lines in the place of one that the program has. */
  edit(line: string, lines: readonly string[]): void {
    if (!this.text.includes(`\n${line}\n`)) throw new DemoFailure(`The program has no line "${line}".`);
    this.write(this.text.replace(`\n${line}\n`, () => `\n${lines.join("\n")}\n`));
  }

  private write(text: string): this {
    this.text = text;
    writeFileSync(join(this.folder, "main.ts"), text);
    return this;
  }
}

function withProperty(text: string, property: string, line: string): string {
  const present = new RegExp(`^ {2}${property}: .*,$`, "m");
  const place = present.test(text) ? present : /(?<=^\}\);$)|(?=^\}\);$)/m;
  return replaced(text, place, present.test(text) ? `  ${line}` : `  ${line}\n`);
}

function withImports(text: string, names: readonly string[]): string {
  if (names.length === 0) return text;
  return replaced(
    text,
    /(?= \} from "cdktf-provider-searchcloud";)/,
    names.map((name) => `, ${name}`).join(""),
  );
}

/** What a program imports from the package. */
function importsOf(text: string): string[] {
  const [, names = ""] = /^import \{ (.*) \} from "cdktf-provider-searchcloud";$/m.exec(text) ?? [];
  return names.split(", ");
}

function replaced(text: string, place: RegExp, by: string): string {
  if (!place.test(text)) throw new DemoFailure(`The program has no place for "${by.trim()}".`);
  return text.replace(place, () => by);
}
