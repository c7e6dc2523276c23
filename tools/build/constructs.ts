import { join } from "node:path";
import ts from "typescript";
import { pathBelow, writeFolder } from "../folder";

/** The libraries that programs use. The sources of the constructs import the first. */
type Library = "cdktf" | "cdktn";

/** The folders of the constructs below `dist`. They are side by side, because both use `dist/src`. */
const FOLDERS: Readonly<Record<Library, string>> = { cdktf: "constructs", cdktn: "constructs-cdktn" };

/**
 * Compiles the constructs, and the modules of `src` that they use, for each library from the same sources, with types
 * (docs/design/decisions/0015-cdktn-from-the-same-sources.md).
 * @throws with the compiler's errors
 */
export function buildConstructs(root: string, outDir: string): void {
  const folder = join(root, "constructs");
  const { config, error } = ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile);
  rejectErrors(error ? [error] : []);
  const { fileNames, options, errors } = ts.parseJsonConfigFileContent(config, ts.sys, folder, { outDir });
  rejectErrors(errors);
  const host = hostOf(options);
  const files = new Map<string, string>();
  for (const library of ["cdktf", "cdktn"] as const) {
    const paths = { cdktf: [join(root, "node_modules", library)] };
    const program = ts.createProgram(fileNames, { ...options, paths }, host);
    rejectErrors(ts.getPreEmitDiagnostics(program));
    const { diagnostics } = program.emit(undefined, (name, text) => {
      const path = pathBelow(outDir, name);
      const isConstruct = path.startsWith(`${FOLDERS.cdktf}/`);
      if (library === "cdktf") files.set(path, text);
      else if (isConstruct) files.set(path.replace(FOLDERS.cdktf, FOLDERS[library]), forCdktn(text));
    });
    rejectErrors(diagnostics);
  }
  writeFolder(outDir, files, (path) => /^(constructs|src)\b/.test(path));
}

/** Creates a host that reads and parses each file once for all programs. */
function hostOf(options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const read = host.getSourceFile;
  const files = new Map<string, ts.SourceFile | undefined>();
  host.getSourceFile = (name, ...how) => {
    if (!files.has(name)) files.set(name, read(name, ...how));
    return files.get(name);
  };
  return host;
}

/**
 * Converts a compiled file of the constructs for cdktn: its imports, and the names in docstrings and messages. The files
 * `cdktf.json` and `cdktf.out` have the same names in cdktn.
 */
export function forCdktn(text: string): string {
  return text
    .replace(/(?<!#)\bcdktf\b(?!-|\.(?:json|out)\b)/g, "cdktn")
    .replace(/\bCDKTF\b/g, "CDKTN")
    .replaceAll(
      "https://cdk.tf/complex-object-as-configuration",
      "https://cdktn.io/docs/concepts/resources#references",
    );
}

function rejectErrors(diagnostics: readonly ts.Diagnostic[]): void {
  if (diagnostics.length === 0) return;
  throw new Error(
    ts.formatDiagnostics(diagnostics, {
      getCurrentDirectory: ts.sys.getCurrentDirectory,
      getNewLine: () => ts.sys.newLine,
      getCanonicalFileName: (name) => name,
    }),
  );
}
