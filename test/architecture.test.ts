import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { circles } from "./support/circles";
import { filesBelow } from "./support/sources";

const ROOT = resolve(__dirname, "..");

/** Allowed imports of each part (docs/design/architecture.md#dependencies): other parts, and packages besides Node's own modules. */
const ALLOWED: {
  readonly [part: string]: { readonly parts: readonly string[]; readonly packages: readonly string[] };
} = {
  "src/main.ts": {
    parts: [
      "src/framework/serve",
      "src/provider/address",
      "src/wire/process/interrupt",
      "src/answers",
      "src/schema",
    ],
    packages: [],
  },
  "src/answers.ts": { parts: ["src/framework/answers", "src/provider/provider"], packages: [] },
  "src/schema.ts": {
    parts: ["src/framework/rpc/schema", "src/framework/rpc/identitySchemas", "src/provider/whole"],
    packages: [],
  },
  "src/files": { parts: [], packages: [] },
  "src/duration.ts": { parts: [], packages: [] },
  "src/startup": { parts: ["src/wire/process/interrupt", "src/files"], packages: [] },
  "src/installation": { parts: ["src/files"], packages: [] },
  "src/redaction": { parts: [], packages: [] },
  "src/wire": { parts: ["src/redaction/visible"], packages: ["@bufbuild/protobuf/wire"] },
  "src/framework/serve.ts": { parts: ["src/framework", "src/wire"], packages: [] },
  "src/framework/answers.ts": { parts: ["src/framework", "src/wire", "src/redaction/index"], packages: [] },
  "src/framework/rpc": { parts: ["src/framework", "src/wire", "src/redaction/index"], packages: [] },
  "src/framework": {
    parts: [
      "src/wire/cty",
      "src/wire/log",
      "src/wire/process/interrupt",
      "src/redaction/index",
      "src/duration",
    ],
    packages: [],
  },
  "src/api": { parts: [], packages: ["zod"] },
  "src/http": {
    parts: ["src/api/addresses", "src/api/limits", "src/api/zod", "src/redaction/index"],
    packages: ["undici"],
  },
  "src/client": { parts: ["src/http", "src/api", "src/redaction/index", "src/duration"], packages: [] },
  "src/dataPlane": { parts: ["src/http", "src/api", "src/redaction/index"], packages: [] },
  "src/adoption": {
    parts: ["src/framework/index", "src/client/index", "src/dataPlane/index", "src/api", "src/provider"],
    packages: [],
  },
  "src/provider": {
    parts: [
      "src/framework/index",
      "src/client/index",
      "src/dataPlane/index",
      "src/api",
      "src/redaction/index",
      "src/files",
    ],
    packages: [],
  },
  "src/command": {
    parts: [
      "src/api",
      "src/emulator",
      "src/duration",
      "src/files",
      "src/installation",
      "src/dataPlane/index",
      "src/provider/address",
      "src/adoption",
      "src/provider/model/refreshChanges",
      "src/provider/configure",
      "src/provider/shared/dataPlane",
      "src/provider/settings",
      "src/provider/toolVersion",
      "src/redaction/index",
      "src/startup/ownFolder",
      "package.json",
    ],
    packages: ["commander", "cli-progress"],
  },
  "src/emulator": { parts: ["src/api"], packages: ["hono", "@hono/node-server", "minisearch", "zod"] },
  "constructs/generated": { parts: [], packages: ["cdktf", "constructs"] },
  constructs: {
    parts: ["constructs/generated", "src/installation", "src/api", "src/duration"],
    packages: ["cdktf", "constructs"],
  },
};

/** Tools are not shipped; they may use whatever they need. */
const FREE = "tools";

interface Import {
  readonly file: string;
  readonly target: string;
  readonly isPackage: boolean;
}

function importsOf(file: string): Import[] {
  return importsIn(file, readFileSync(join(ROOT, file), "utf8"));
}

function importsIn(file: string, text: string): Import[] {
  const found = text.matchAll(
    /(?:(?<!["'])\bfrom\s*|\bimport\s*\(\s*|\brequire\s*\(\s*|^import\s+)["']([^"']+)["']/gm,
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

/** `import type { … } from`, or an import of which each name is a type. */
const TYPE_IMPORT =
  /^(?:import|export) (?:type \{[^}]*\}|\{\s*type \w+(?:,\s*type \w+)*,?\s*\}) from "[^"]+";$/gm;

/** Names of Node's modules in the generator's bindings. */
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

const files = [...filesBelow("src"), ...filesBelow("constructs")];

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

test("only these files open or accept TLS connections: each connection must verify the other side", () => {
  const opens = /from "(undici|node:tls|node:https|node:http2)"|\bfetch\(/;
  const found = [...filesBelow("src"), ...filesBelow(FREE)].filter((file) =>
    opens.test(readFileSync(join(ROOT, file), "utf8")),
  );
  expect(found.sort()).toEqual([
    "src/emulator/http/server.ts",
    "src/http/authorities.ts",
    "src/http/transport.ts",
    "src/http/tunnel.ts",
    "src/wire/grpc/call.ts",
    "src/wire/grpc/connections.ts",
    "src/wire/grpc/pluginServer.ts",
    "tools/build/undici.ts",
    "tools/demo/shopper.ts", // to the emulator only
    "tools/terraform/releaseSite.ts",
  ]);
});

/** The rooms of the provider, and those that each may import besides itself. Those of `shared` are in the order of their arrows. */
const PROVIDER_ROOMS: { readonly [room: string]: readonly string[] } = {
  model: [],
  "shared/runState": [],
  "shared/service": ["model"],
  "shared/delays": ["model", "shared/runState", "shared/service"],
  "shared/thisRun": ["shared/runState", "shared/service"],
  "shared/schedule": ["model"],
  "shared/preflight": ["model", "shared/runState", "shared/service"],
  "shared/changes": ["model", "shared/runState", "shared/schedule", "shared/service"],
  "shared/child": ["model", "shared/service"],
  "shared/childIdentity": ["model"],
  "shared/moveTarget": [],
  "shared/dataPlane": [
    ...["model", "shared/child", "shared/moveTarget", "shared/thisRun"],
    ...["shared/runState", "shared/service"],
  ],
  "shared/documents": ["model", "shared/dataPlane", "shared/service"],
  "shared/comparison": ["model", "shared/dataPlane", "shared/service"],
  "shared/collection": ["model", "shared/dataPlane", "shared/service", "shared/thisRun"],
  "shared/termination": ["model", "shared/child", "shared/service"],
  "shared/workflow": ["model", "shared/changes", "shared/child", "shared/service"],
  "shared/requestChange": ["shared/changes", "shared/child", "shared/schedule"],
  "shared/whenServing": ["shared/changes", "shared/child", "shared/service"],
  "shared/cloning": [
    ...["model", "shared/changes", "shared/child", "shared/service"],
    ...["shared/termination", "shared/workflow"],
  ],
  dataSources: ["model", "shared"],
  finding: ["model", "resources", "shared"],
  listResources: ["dataSources", "finding", "model", "resources", "shared"],
  ephemeralResources: ["model", "shared"],
  actions: ["model", "shared"],
  functions: ["model"],
  resources: ["model", "shared"],
};

test("inside the provider, imports lead from resources to what they share to the model", () => {
  const found = files
    .filter((file) => providerRoomOf(file) !== undefined)
    .flatMap(importsOf)
    .filter(({ target }) => target.startsWith("src/provider/"));
  expect(found.length).toBeGreaterThan(100);
  const wrong = found.filter(({ file, target }) => {
    const [from = "", to] = [providerRoomOf(file), providerRoomOf(target)];
    if (to === undefined) return true;
    const allowed = PROVIDER_ROOMS[from.startsWith("resources/") ? "resources" : from] ?? [];
    return from !== to && !allowed.some((room) => isWithin(to, room));
  });
  expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

/** Undefined for the files at the top, which put the rooms together. */
function providerRoomOf(path: string): string | undefined {
  return /^src\/provider\/((?:resources|shared)\/[^/.]+|(?!resources|shared)[^/.]+(?=\/))/.exec(path)?.[1];
}

/** The folders and files of each room of the emulator; each may import those before it. */
const EMULATOR_ROOMS: { readonly [room: string]: readonly string[] } = {
  "src/emulator": ["domain", "dataPlane", "testing", "http", "index", "public"],
  "src/emulator/domain": [
    ...[
      "assumptions",
      "clock",
      "derived",
      "holds",
      "journal",
      "rateLimit",
      "store",
      "rules",
      "access",
      "world",
    ],
    ...["calls", "account", "clusters", "metrics", "keys", "nodes"],
    ...["parameters", "workflows", "changes", "clones", "settle"],
  ],
  "src/emulator/dataPlane": [
    ...["call", "hash", "json", "routes", "keys", "limits", "documents", "named"],
    ...["newerServer", "collections", "search", "readAhead", "handlers", "dispatch", "arrival"],
  ],
  "src/emulator/testing": ["requests", "faults", "world", "control"],
};

test.each(Object.entries(EMULATOR_ROOMS))(
  "inside %s, imports lead only to earlier folders",
  (room, order) => {
    const placeOf = (path: string) => order.indexOf(path.slice(room.length + 1).replace(/[/.].*$/, ""));
    const inside = files.filter((file) => file.startsWith(`${room}/`));
    expect(inside.filter((file) => placeOf(file) < 0)).toEqual([]);
    const wrong = inside
      .flatMap(importsOf)
      .filter(({ target }) => target.startsWith(`${room}/`))
      .filter(({ file, target }) => placeOf(target) > placeOf(file));
    expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
  },
);

/** The rooms of the client, and those that each may import. Any other folder is a concept, which may import all of these. */
const CLIENT_ROOMS: { readonly [room: string]: readonly string[] } = {
  budget: [],
  messages: [],
  request: ["budget", "messages"],
  resolve: ["request", "messages"],
  reads: ["request", "budget", "messages"],
  waits: ["reads", "request", "messages"],
};

test("inside the client, imports lead from concepts to resolve, reads and waits to request to budget", () => {
  const roomOf = (path: string) => /^src\/client\/([^/.]+)\//.exec(path)?.[1];
  const found = files.flatMap(importsOf).flatMap(({ file, target }) => {
    const [from, to] = [roomOf(file), roomOf(target)];
    return from === undefined || to === undefined || from === to ? [] : [{ file, target, from, to }];
  });
  expect(found.length).toBeGreaterThan(20);
  const wrong = found.filter(
    ({ from, to }) => !(CLIENT_ROOMS[from] ?? Object.keys(CLIENT_ROOMS)).includes(to),
  );
  expect(wrong.map(({ file, target }) => `${file} -> ${target}`)).toEqual([]);
});

/**
 * Files that import each other today, types included. The list may only shrink. Of a construct, props, interface, options and class are
 * in one file, so constructs may import each other's types both ways.
 */
const CYCLES: readonly (readonly string[])[] = [
  ["constructs/cloningOperation.ts", "constructs/clusterBase.ts"],
];

test("no files import each other in a circle", () => {
  expect(circles(new Map(files.map((file) => [file, importedFilesOf(file)])))).toEqual(
    CYCLES.map((circle) => [...circle]),
  );
});

function importedFilesOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), "utf8");
  const loaded = /^constructs\/[^/]+$/.test(file) ? text.replace(TYPE_IMPORT, "") : text;
  return importsIn(file, loaded).flatMap(({ target, isPackage }) => {
    const real = isPackage ? undefined : sourceAt(target);
    return real ? [real] : [];
  });
}

function sourceAt(path: string): string | undefined {
  return [`${path}.ts`, `${path}/index.ts`, path].find((one) => files.includes(one));
}

test("what the provider loads before it is configured brings no HTTP and no record schemas", () => {
  const eager = new Set<string>();
  const visit = (file: string): void => {
    if (eager.has(file)) return;
    eager.add(file);
    const text = readFileSync(join(ROOT, file), "utf8");
    for (const [, clause = "", target = ""] of text.matchAll(
      /^(?:import|export)\s+(.*?)\s+from\s+["']([^"']+)["']/gms,
    )) {
      if (!target.startsWith(".")) eager.add(target);
      if (clause.startsWith("type ") || !target.startsWith(".")) continue;
      const real = sourceAt(relative(ROOT, resolve(ROOT, dirname(file), target)));
      if (real) visit(real);
    }
  };
  visit("src/main.ts");
  expect([...eager].filter((one) => one.startsWith("src/provider/"))).toEqual(["src/provider/address.ts"]);
  // Loaded after the handshake.
  visit("src/provider/provider.ts");
  expect(eager.has("src/provider/resources/cluster/resource.ts")).toBe(true);
  expect([...eager].filter((one) => one.startsWith("src/provider/shared/dataPlane/"))).toEqual([]);
  // Loaded at the first call for a type of the data plane.
  visit("src/provider/dataPlaneTypes.ts");
  // Loaded at the first list or action.
  visit("src/provider/operations.ts");
  visit("src/framework/rpc/operations.ts");
  expect(
    [...eager].filter((one) =>
      ["undici", "zod", "src/client/index.ts", "src/dataPlane/index.ts"].includes(one),
    ),
  ).toEqual([]);
});

test("the provider loads the clients in one place, its types in another, and keeps what a run knows in one way", () => {
  const holding = (pattern: RegExp) =>
    files.filter(
      (file) => file.startsWith("src/provider/") && pattern.test(readFileSync(join(ROOT, file), "utf8")),
    );
  expect(holding(/\bimport\(/)).toEqual(["src/provider/provider.ts", "src/provider/shared/service.ts"]);
  expect(holding(/\bWeak(Map|Set)\b/)).toEqual(["src/provider/shared/runState.ts"]);
  expect(holding(/error\.name ===|"(summary|kind)" in error/)).toEqual(["src/provider/model/errors.ts"]);
});

test("no file holds two ideas: 400 lines at most", () => {
  const written = [...files, ...filesBelow("test"), ...filesBelow(FREE)].filter(
    (file) => !file.includes("generated"),
  );
  const long = written.filter((file) => readFileSync(join(ROOT, file), "utf8").split("\n").length > 400);
  expect(long).toEqual([]);
});
