import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";

const FOLDER = join(__dirname, "..", "..", "constructs");
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith(".ts"));
const EXPORTED = readFileSync(join(FOLDER, "index.ts"), "utf8");

interface Prop {
  readonly name: string;
  readonly text: string;
  readonly optional: boolean;
  /** What stands before it: its docstring. */
  readonly doc: string;
}

/** The properties of what people pass to constructs. */
function propsIn(file: string): Prop[] {
  const text = readFileSync(join(FOLDER, file), "utf8");
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2022, true);
  return source.statements
    .filter(ts.isInterfaceDeclaration)
    .filter(({ name }) => /(Props|Options|Timeouts)$|^I[A-Z]/.test(name.text))
    .filter(({ name }) => new RegExp(`\\b${name.text}\\b`).test(EXPORTED))
    .flatMap((declared) =>
      declared.members
        .filter((member) => ts.isPropertySignature(member) || ts.isMethodSignature(member))
        .map((member) => ({
          name: `${declared.name.text}.${member.name.getText(source)}`,
          text: member.getText(source),
          optional: member.questionToken !== undefined,
          doc: text.slice(member.getFullStart(), member.getStart(source)),
        })),
    );
}

const PROPS = FILES.flatMap(propsIn);

test("every prop is found", () => {
  const some = ["ClusterProps.memory", "ClusterTimeouts.create", "ICluster.nodes", "ISecretSink.bind"];
  expect(PROPS.map(({ name }) => name)).toEqual(expect.arrayContaining(some));
});

test.each<[rule: string, breaks: (prop: Prop) => boolean]>([
  ["says what it is", ({ doc }) => !/\/\*\*[\s*]+[A-Z]/.test(doc)],
  ["says its default, if it may be left out", ({ optional, doc }) => optional && !/@default \S/.test(doc)],
  ["has no default, if it may not", ({ optional, doc }) => !optional && /\* @default/.test(doc)],
  ["cannot be assigned", ({ text }) => !/^readonly /.test(text) && !text.includes("(")],
])("every prop %s", (_, breaks) => {
  expect(PROPS.filter(breaks).map(({ name }) => name)).toEqual([]);
});
