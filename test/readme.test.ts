import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type ProviderValues, providerSchema, settingsFrom } from "../src/provider/settings";
import { dependencies } from "../tools/downloads/cdktn-cli/package.json";
import { complaintsAbout } from "./examples/support/compile";
import { blocksOf, inlineCode, tableBelow } from "./examples/support/markdown";
import { cleanEnvironment, start } from "./support/run";
import { writtenBelow } from "./support/sources";

const ROOT = resolve(__dirname, "..");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const manifest = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
const CONTRIBUTING = readFileSync(join(ROOT, "CONTRIBUTING.md"), "utf8");
const blocks = blocksOf(README);
const GUIDES = readdirSync(join(ROOT, "docs/guides")).map((name) => ({
  name,
  text: readFileSync(join(ROOT, "docs/guides", name), "utf8"),
}));

test("the README fits on a few screens", () => {
  expect(README.split("\n").length).toBeLessThanOrEqual(200);
});

/** Returns the inline code of a cell. */
const coded = (cell = "") => inlineCode(cell);

describe("the code", () => {
  const programs = blocks.filter(({ language }) => language === "ts");

  test("is TypeScript of an example or a snippet, or a command", () => {
    const kinds = blocks.map(({ language, mark }) => (mark ? `${language} ${mark}` : language));
    const allowed = ["ts examples/quickstart/main.ts", "ts snippet", "sh"];
    expect(kinds.filter((kind) => !allowed.includes(kind))).toEqual([]);
    expect(kinds.filter((kind) => kind === "ts examples/quickstart/main.ts")).toHaveLength(1);
  });

  test("of an example is the example", () => {
    for (const { mark = "", text } of programs.filter(({ mark }) => mark !== "snippet")) {
      expect(text).toBe(readFileSync(join(ROOT, mark), "utf8"));
    }
  });

  test("compiles, and inline code names existing props, constructs and members", () => {
    const rows = tableBelow(README, "Change it");
    const names = rows.slice(0, 5).flatMap(([edited]) => coded(edited));
    expect(names).toHaveLength(9);
    const pages = [README, ...GUIDES.map(({ text }) => text)];
    const uses = pages.flatMap(inlineCode).filter((code) => /^(Cluster|cluster)\.\w+(\(.+\)|\.)/.test(code));
    expect([...new Set(uses)]).toEqual([
      "Cluster.fromClusterId(scope, id, clusterId)",
      "cluster.importFrom(clusterId)",
      "cluster.node.defaultChild",
    ]);
    const program = `
      import type { Construct } from "constructs";
      import { Cluster, type ClusterProps } from "cdktf-provider-searchcloud";
      declare const scope: Construct, id: string, clusterId: string, cluster: Cluster;
      export const props: (keyof ClusterProps)[] = ${JSON.stringify(names)};
      ${uses.map((use) => `void ${use};`).join("\n")}`;
    const guided = GUIDES.flatMap(({ text }) => blocksOf(text)).filter(
      // Lines that are added to a program: test/examples/firstHour.test.ts runs all of it.
      ({ language, mark }) => language === "ts" && !mark?.startsWith("lines "),
    );
    expect(guided.length).toBeGreaterThan(8);
    const texts = [...[...programs, ...guided].map(({ text }) => text), program, "Topology.singleNode();"];
    const found = complaintsAbout(texts).map((complaints) => complaints.map(({ message }) => message));
    expect(found.pop()).toEqual(["Cannot find name 'Topology'."]);
    expect(found).toEqual(found.map(() => []));
  });
});

describe("the commands", () => {
  const lines = blocks
    .filter(({ language }) => language === "sh")
    .flatMap(({ text }) => text.trim().split("\n"));
  const inline = inlineCode(README).filter((code) => /^(npm|npx|terraform|cdktf) \w/.test(code));

  test("are these, and each is run by a test", () => {
    expect(lines).toEqual([
      "npm ci --ignore-scripts && npm run demo", // test/tools/demo
      expect.stringMatching(/^npm install /), // below, and test/package.test.ts
      expect.stringMatching(/^npm install --save-dev /), // below, and test/package.test.ts
      expect.stringMatching(/^npm install cdktn/), // below, and test/cdktn.test.ts
      expect.stringMatching(/^npm install --save-dev cdktn-cli/), // below, and test/cdktn.test.ts
      expect.stringMatching(/^export SEARCHCLOUD_BASE_URL=https:\S+ SEARCHCLOUD_API_KEY=\S+$/),
      "npx cdktf deploy", // test/package.test.ts
      "npx searchcloud emulator --port 8700 --speed 600", // below
      "npx searchcloud adopt --language hcl --out search", // test/command/adopt
      "cd search",
      "terraform init", // as after `searchcloud install`
      "terraform plan", // test/command/adopt
    ]);
    expect([...new Set(inline)].sort()).toEqual([
      "cdktf deploy",
      "cdktf destroy",
      "npm pack", // test/package.test.ts
      "npm run emulator -- --port 8700 --speed 600", // below
      "npm test", // this
      "npx cdktn deploy", // test/cdktn.test.ts
      "npx searchcloud documents --help", // test/package.test.ts
      "npx searchcloud drift", // test/examples/pipeline
      "npx searchcloud install", // test/package.test.ts
      "terraform query", // test/provider/listResources, which plays Terraform
    ]);
  });

  test("of npm and npx are scripts and commands of this package", () => {
    const all = [...lines, ...inline].flatMap((line) => line.split(" && "));
    const scripts = all.flatMap((line) => /^npm (?:run )?(test|(?<=run )\w+)/.exec(line)?.[1] ?? []);
    expect(scripts).toEqual(expect.arrayContaining(["demo", "test", "emulator"]));
    expect(scripts.filter((name) => manifest.scripts[name] === undefined)).toEqual([]);
    const commands = all.flatMap((line) => /^npx (searchcloud\S*)/.exec(line)?.[1] ?? []);
    expect(new Set(commands)).toEqual(new Set(Object.keys(manifest.bin)));
    const sources =
      Object.values<string>(manifest.scripts)
        .join(" ")
        .match(/\S+\.ts\b/g) ?? [];
    expect(sources.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });

  test("that install name the versions that the tests run with", () => {
    const wanted = (name: string) => `${name}@${manifest.devDependencies[name].replace(/^[~^]/, "")}`;
    const installs = lines.filter((line) => line.startsWith("npm install"));
    const firstHour = GUIDES.find(({ name }) => name === "first-hour.md")?.text ?? "";
    expect(firstHour).toContain(installs.slice(0, 2).join("\n"));
    expect(installs).toEqual([
      `npm install ${wanted("cdktf")} ${wanted("constructs")} ${manifest.name}`,
      `npm install --save-dev ${wanted("cdktf-cli")} tsx ${wanted("typescript")}`,
      `npm install ${wanted("cdktn")} ${wanted("constructs")} ${manifest.name}`,
      `npm install --save-dev cdktn-cli@${dependencies["cdktn-cli"]} tsx ${wanted("typescript")}`,
    ]);
    expect(wanted("cdktn")).toBe(`cdktn@${dependencies.cdktn}`);
    expect(Object.keys(manifest.peerDependencies)).toEqual(["cdktf", "cdktn", "constructs"]);
    expect(manifest.devDependencies.tsx).toBeDefined();
  });

  test.each([
    ["npx searchcloud emulator", [join(ROOT, manifest.bin.searchcloud), "emulator"]],
    ["npm run emulator --", ["npm", "run", "emulator", "--"]],
  ])("%s starts the emulator with the flags that are shown", async (beginning, [command = "", ...words]) => {
    const shown = [...lines, ...inline].find((line) => line.startsWith(beginning)) ?? "";
    const flags = shown
      .slice(beginning.length + 1)
      .replace("--port 8700", "--port 0")
      .split(" ");
    const running = start(command, [...words, ...flags], ROOT, cleanEnvironment({}));
    await running.until("Ctrl-C stops the emulator");
    running.interrupt();
    const { output } = await running.finished;
    expect(flags).toContain("600");
    expect(output).toContain("clock 600 times real time");
    expect(output).toMatch(/export SEARCHCLOUD_BASE_URL=http:\/\/127\.0\.0\.1:\d+\/api\/v1\n/);
    expect(output).toMatch(/export SEARCHCLOUD_API_KEY=\S+\n/);
  });
});

describe("the settings", () => {
  const nothing = Object.fromEntries(
    Object.keys(providerSchema).map((name) => [name, null]),
  ) as ProviderValues;
  const description = (name: string) => providerSchema[name as keyof typeof providerSchema].description;

  test.each(Object.keys(providerSchema))("%s names its variable, and the page lists it", (name) => {
    expect(description(name)).toContain(`\`SEARCHCLOUD_${name.toUpperCase()}\``);
    expect(readFileSync(join(ROOT, "docs/index.md"), "utf8")).toContain(`- \`${name}\` (`);
  });

  test("state the defaults that are used", () => {
    const defaults = settingsFrom(nothing, {});
    const shown = Object.fromEntries(
      Object.keys(providerSchema).flatMap((name) => {
        const [, value] = /The default is `([^`]+)`/.exec(description(name)) ?? [];
        return value === undefined ? [] : [[name, value]];
      }),
    );
    expect(shown).toEqual({
      allow_duplicate_names: `${defaults?.allowDuplicateNames}`,
      dialect: defaults?.dialect,
      node_url: defaults?.nodeUrl,
      poll_interval: `${(defaults?.pollInterval ?? 0) / 1000}s`,
      requests_per_minute: `${defaults?.requestsPerMinute}`,
      server_parameters_max_age: `${defaults?.parametersMaxAge}s`,
      strict_options: `${defaults?.strictOptions}`,
    });
  });

  test("no page names a variable that nothing reads", () => {
    const pages = [README, CONTRIBUTING, ...GUIDES.map(({ text }) => text)];
    const named = new Set(pages.flatMap((text) => text.match(/SEARCHCLOUD_\w*[A-Z]/g) ?? []));
    const settings = Object.keys(providerSchema).map((name) => `SEARCHCLOUD_${name.toUpperCase()}`);
    const others = [...named].filter((name) => !settings.includes(name));
    const read = writtenBelow(["src", "tools", "test/support"], /\.(ts|cjs)$/)
      .map((path) => readFileSync(join(ROOT, path), "utf8"))
      .join("\n");
    expect(others.length).toBeGreaterThan(4);
    expect(others.filter((name) => !read.includes(name))).toEqual([]);
  });
});

describe("the map in CONTRIBUTING.md", () => {
  const inTable = tableBelow(CONTRIBUTING, "Map of the source").map(([folder]) => coded(folder));

  test("names every folder of the source, and those next to it", () => {
    const entries = readdirSync(join(ROOT, "src"), { withFileTypes: true });
    const folders = entries.filter((one) => one.isDirectory()).map(({ name }) => `src/${name}/`);
    const expected = [".ci/", ".github/", "constructs/", "docs/", "examples/", "test/", "tools/", ...folders];
    expect(inTable.flat().sort()).toEqual(expected.sort());
  });
});

test("links and paths of the README exist", () => {
  const links = [...README.matchAll(/\]\(([^)#]+)/g)].map(([, target = ""]) => target);
  const paths = inlineCode(README).filter((code) => /^[\w.-]+\/[\w./-]*$/.test(code));
  expect(links.length + paths.length).toBeGreaterThan(12);
  const entries = Object.keys(manifest.exports).map((entry) => join(manifest.name, entry));
  const missing = [...links, ...paths.filter((path) => !entries.includes(path))].filter(
    (path) => !existsSync(join(ROOT, path)),
  );
  expect(missing).toEqual([]);
});

test("the required versions are those of the package", () => {
  expect(README).toContain(`Node ${manifest.engines.node.replace(/^>=/, "")} or later`);
});
