import { join } from "node:path";
import ts from "typescript";

const RESOLUTIONS = {
  node10: { module: ts.ModuleKind.CommonJS, moduleResolution: ts.ModuleResolutionKind.Node10 },
  node16: { module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
  bundler: { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
};

/** What the compiler says about a program of a project and about the types of our package that it uses. */
export function complaintsOf(
  directory: string,
  resolution: keyof typeof RESOLUTIONS,
  name = "main.ts",
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
  const program = ts.createProgram([join(directory, name)], options);
  const checked = program
    .getSourceFiles()
    .filter(({ fileName }) => fileName.endsWith(`/${name}`) || fileName.includes("/dist/constructs/"));
  if (checked.length < 5) throw new Error(`The types of the package are not found from ${directory}.`);
  const found = [
    ...program.getOptionsDiagnostics(),
    ...checked.flatMap((file) => [
      ...program.getSyntacticDiagnostics(file),
      ...program.getSemanticDiagnostics(file),
    ]),
  ];
  return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, " "));
}
