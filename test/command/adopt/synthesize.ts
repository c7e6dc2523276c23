import * as cdktf from "cdktf";
import ts from "typescript";
import * as constructs from "../../../constructs";

/** Runs a program with one stack, and returns the synthesized JSON. */
export function synthesize(program: string): string {
  const compilerOptions = { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 };
  const { outputText } = ts.transpileModule(program, { compilerOptions });
  const app = Object.assign(cdktf.Testing.app(), { synth: () => {} });
  function App() {
    return app;
  }
  const modules: { readonly [name: string]: object } = {
    cdktf: { ...cdktf, App },
    cdktn: { ...cdktf, App },
    "cdktf-provider-searchcloud": constructs,
    "cdktf-provider-searchcloud/cdktn": constructs,
  };
  new Function("require", "exports", outputText)((name: string) => modules[name], {});
  const [stack] = app.node.children.filter(cdktf.TerraformStack.isStack);
  if (stack === undefined) throw new Error("The program has no stack.");
  return cdktf.Testing.synth(stack, true);
}
