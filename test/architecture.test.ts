import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

const ROOT = resolve(__dirname, "..");

/** What each part may import (docs/design/architecture.md#dependencies): other parts, and packages beside Node's own modules. */
const ALLOWED: {
  readonly [part: string]: { readonly parts: readonly string[]; readonly packages: readonly string[] };
} = {
  "src/main.ts": { parts: ["src/framework/serve", "src/provider"], packages: [] },
  "src/install.ts": { parts: ["src/installation", "src/provider/address", "package.json"], packages: [] },
  "src/installation": { parts: [], packages: [] },
  "src/wire": { parts: [], packages: ["@grpc/grpc-js", "@bufbuild/protobuf/wire"] },
  "src/framework/serve.ts": { parts: ["src/framework", "src/wire"], packages: [] },
  "src/framework/rpc": { parts: ["src/framework", "src/wire"], packages: [] },
  "src/framework": { parts: [], packages: [] },
  "src/api": { parts: [], packages: ["zod"] },
  "src/client": { parts: ["src/api"], packages: ["undici", "zod"] },
  "src/provider": { parts: ["src/framework/index", "src/client/index", "src/api"], packages: [] },
  "src/emulator": { parts: ["src/api"], packages: ["hono", "@hono/node-server", "zod"] },
  "constructs/generated": { parts: [], packages: ["cdktf", "constructs"] },
  constructs: {
    parts: ["constructs/generated", "src/installation", "src/api"],
    packages: ["cdktf", "constructs"],
  },
};

/** Tools are not shipped; they may use whatever they need. */
const FREE = "src/tools";

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isPackage: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(ROOT, path)).isDirectory()) return sources(path);
    return path.endsWith(".ts") ? [path] : [];
  });
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const found = text.matchAll(
    /(?:\bfrom\s*|\bimport\s*\(\s*|\brequire\s*\(\s*|^import\s+)["']([^"']+)["']/gm,
  );
  return [...found].flatMap(([, target = ""]): Import[] => {
    if (target.startsWith("node:") || NODE_MODULES.includes(target)) return [];
    if (!target.startsWith(".")) return [{ file, target, isPackage: true }];
    const path = relative(ROOT, resolve(ROOT, dirname(file), target))
      .split(sep)
      .join("/");
    return [{ file, target: path, isPackage: false }];
  });
}

/** How the generator's bindings name Node's modules. */
const NODE_MODULES: readonly string[] = ["path", "fs", "os"];

function partOf(path: string): string | undefined {
  const parts = Object.keys(ALLOWED).filter((part) => isWithin(path, part));
  return parts.sort((a, b) => b.length - a.length)[0];
}

function isWithin(path: string, part: string): boolean {
  const bare = part.replace(/\.ts$/, "");
  return path === part || path === bare || path.startsWith(`${bare}/`);
}

function isAllowed({ file, target, isPackage }: Import): boolean {
  const part = partOf(file);
  if (part === undefined) return false;
  const rule = ALLOWED[part];
  if (!rule) return false;
  if (isPackage) return rule.packages.some((name) => target === name || target.startsWith(`${name}/`));
  if (partOf(target) === part || (isWithin(target, part) && part !== "constructs")) return true;
  return rule.parts.some((allowed) =>
    allowed.endsWith("/index")
      ? target === dirname(allowed) || target === allowed
      : isWithin(target, allowed),
  );
}

const files = [...sources("src"), ...sources("constructs")].filter((file) => !file.startsWith(FREE));

test("every source file belongs to a part", () => {
  expect(files.filter((file) => partOf(file) === undefined)).toEqual([]);
});

test("imports follow the arrows of the design, and no other", () => {
  const found = files.flatMap(importsOf);
  expect(found.length).toBeGreaterThan(100);
  expect(found.filter((one) => !isAllowed(one)).map(({ file, target }) => `${file} -> ${target}`)).toEqual(
    [],
  );
});

test("what the provider loads before it is configured brings no HTTP and no record schemas", () => {
  const eager = new Set<string>();
  const visit = (file: string): void => {
    if (eager.has(file)) return;
    eager.add(file);
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [, clause = "", target = ""] of text.matchAll(
      /^(?:import|export)\s+(.*?)\s+from\s+["']([^"']+)["']/gms,
    )) {
      if (clause.startsWith("type ") || !target.startsWith(".")) {
        if (!target.startsWith(".")) eager.add(target);
        continue;
      }
      const path = relative(ROOT, resolve(ROOT, dirname(file), target));
      const real = [`${path}.ts`, `${path}/index.ts`, path].find((one) => files.includes(one));
      if (real) visit(real);
    }
  };
  visit("src/main.ts");
  expect(eager.has("src/provider/cluster/resource.ts")).toBe(true);
  expect(
    [...eager].filter((one) => one === "undici" || one === "zod" || one === "src/client/index.ts"),
  ).toEqual([]);
});

test("no file holds two ideas: 400 lines at most", () => {
  const written = [...files, ...sources("test"), ...sources(FREE)].filter(
    (file) => !file.includes("generated"),
  );
  const long = written.filter((file) => readFileSync(join(ROOT, file), "utf8").split("\n").length > 400);
  expect(long).toEqual([]);
});
