import { join } from "node:path";
import ts from "typescript";
import { ROOT } from "./project";

const RESOLUTIONS = {
  node10: { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
};

/** Returns the compiler's complaints about programs of a project and about the types of our package that they use. */
export function complaintsOf(
  directory: string,
  resolution: keyof typeof RESOLUTIONS,
  names: readonly string[],
): string[] {
  const options: ts.CompilerOptions = {
    ...RESOLUTIONS[resolution],
    target: ts.ScriptTarget.ES2022,
    lib: ["lib.es2022.d.ts"],
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  };
  const roots = names.map((name) => join(directory, name));
  const program = ts.createProgram(roots, options);
  const ours = program
    .getSourceFiles()
    .filter(({ fileName }) => /\/dist\/constructs(-cdktn)?\//.test(fileName));
  if (ours.length < 5) throw new Error(`The types of the package are not found from ${directory}.`);
  const checked = [...roots, ...ours.map(({ fileName }) => fileName)];
  const found = checked.flatMap((name) => diagnosticsOf(program, name));
  return [...program.getOptionsDiagnostics(), ...found].map(messageOf);
}

/** A complaint of the compiler about a line, counted from 0, of a program. */
export interface Complaint {
  readonly line: number;
  readonly message: string;
}

/** Compiles programs that use the sources under the name of the package, all at once. Returns the complaints about each. */
export function complaintsAbout(texts: readonly string[]): Complaint[][] {
  const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
  const parsed = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, ROOT);
  const options = { ...parsed.options, noUnusedLocals: false };
  const files = new Map(texts.map((text, index) => [join(ROOT, "test", `program.${index}.ts`), text]));
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists } = host;
  host.fileExists = (path) => files.has(path) || fileExists.call(host, path);
  host.readFile = (path) => files.get(path) ?? readFile.call(host, path);
  const program = ts.createProgram([...files.keys()], options, host);
  return [...files.keys()].map((path) =>
    diagnosticsOf(program, path).map((diagnostic) => {
      const at = program.getSourceFile(path)?.getLineAndCharacterOfPosition(diagnostic.start ?? 0);
      return { line: at?.line ?? 0, message: messageOf(diagnostic) };
    }),
  );
}

function diagnosticsOf(program: ts.Program, path: string): readonly ts.Diagnostic[] {
  const source = program.getSourceFile(path);
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
}

function messageOf({ messageText }: ts.Diagnostic): string {
  return ts.flattenDiagnosticMessageText(messageText, " ");
}
