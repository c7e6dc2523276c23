import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type EmulatorServer, type JournaledRequest, startEmulatorServer } from "../../../src/emulator";
import { DemoFailure, Stopped } from "../../../tools/demo/command";
import { outputTo } from "../../../tools/demo/lines";
import { perform } from "../../../tools/demo/perform";
import { Program } from "../../../tools/demo/program";
import { requestTable } from "../../../tools/demo/requests";
import { paragraphsOf, type Stage } from "../../../tools/demo/stage";

const ROOT = resolve(__dirname, "../../..");

describe("the program", () => {
  const folder = mkdtempSync(join(tmpdir(), "demo-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is the example, until it is edited", () => {
    const program = Program.copyOf(join(ROOT, "examples/quickstart"), folder);
    const text = () => readFileSync(join(folder, "main.ts"), "utf8");
    const example = readFileSync(join(ROOT, "examples/quickstart/main.ts"), "utf8");
    expect(text()).toBe(example);
    expect(program.set("memory", '"$1_gb"')).toBe('memory: "$1_gb",');
    program.set("maintenanceWindow", 'MaintenanceWindow.daily("02:00")', ["MaintenanceWindow"]);
    expect(text()).toBe(
      example
        .replace('memory: "8_gb",', () => 'memory: "$1_gb",')
        .replace("\n});", '\n  maintenanceWindow: MaintenanceWindow.daily("02:00"),\n});')
        .replace("Topology }", "Topology, MaintenanceWindow }"),
    );
  });

  test("takes over what another example has below the cluster, and lines of it are edited", () => {
    const program = Program.copyOf(join(ROOT, "examples/quickstart"), folder);
    const lines = program.append(join(ROOT, "examples/catalog"), "catalog.jsonl");
    expect(lines[0]).toBe('const keys = products.issueApiKeys("keys");');
    expect(lines.filter((line) => line.startsWith("//"))).toEqual([]);
    const text = () => readFileSync(join(folder, "main.ts"), "utf8");
    expect(text()).toContain(`value: products.nodes });\n${lines.join("\n")}\napp.synth();\n`);
    expect(text()).toContain("import { Cluster, SearchCloudProvider, Topology, Field } from");
    const file = "catalog.jsonl";
    expect(readFileSync(join(folder, file))).toEqual(readFileSync(join(ROOT, "examples/catalog", file)));
    program.edit("  keys,", ["  // of the cluster", "  keys,"]);
    expect(text()).toContain('addCollection("catalog", {\n  // of the cluster\n  keys,\n');
    expect(() => program.edit("  key,", [])).toThrow('The program has no line "  key,".');
  });
});

describe("the acts", () => {
  let emulator: EmulatorServer;
  const printed: string[] = [];
  const output = outputTo({ write: (text: string) => printed.push(text) > 0 }, false);
  /** A stage on which nothing is deployed. */
  const stage = () => ({ emulator, commands: [] as string[], show: output.show }) as unknown as Stage;
  const request = (method: string, path: string) =>
    fetch(`${emulator.baseUrl}${path}`, {
      method,
      headers: { "X-SEARCH-CLOUD-MANAGEMENT-API-KEY": emulator.key },
    });

  beforeAll(async () => {
    emulator = await startEmulatorServer();
  });
  afterAll(() => emulator.close());

  test("are played in their order, each with its requests; a refused write says so", async () => {
    const titles = ["First", "Second", "Third"];
    const acts = [
      async () => void (await request("GET", "/clusters")),
      async () => undefined,
      async () => void (await request("PATCH", "/clusters/abcdefgh12345678")),
    ].map((play, index) => ({ title: titles[index] ?? "", play }));
    const requests = await perform(acts, stage(), output);
    expect(output.transcript()).toBe("\n1  First\n\n2  Second\n\n3  Third\n");
    expect(printed.join("")).toBe(output.transcript());
    expect(requestTable(requests)).toEqual([
      "   act  command  reads  writes",
      "     1               1  none",
      "     2               0  none",
      "     3               0  PATCH /clusters/{id} (404)",
      "",
      "   2 requests: 1 reads and 1 writes.",
    ]);
  });

  test("write to nodes in any order, which the table does not show", () => {
    const entry = (line: string) => {
      const [method = "", path = ""] = line.split(" ");
      return { method, path, status: 200 } as JournaledRequest;
    };
    const node = "/nodes/abcdefgh12345678-1.a1.searchcloud.example";
    const lines = [
      `PUT ${node}/aliases/shop`,
      `DELETE ${node}/keys/3`,
      "POST /clusters",
      `POST ${node}/keys`,
    ];
    const [, ...rows] = requestTable([{ act: 1, command: "", entries: lines.map(entry) }]);
    expect(rows.slice(0, 4).map((row) => row.slice(24))).toEqual([
      "DELETE {node}/keys/{id}",
      "PUT {node}/aliases/shop",
      "POST /clusters",
      "POST {node}/keys",
    ]);
  });

  test("end with the one that fails, which is named; a demo that is stopped has not failed", async () => {
    const later = jest.fn();
    const failing = (error: Error) => [
      { title: "First", play: () => Promise.reject(error) },
      { title: "Second", play: later },
    ];
    const failure = perform(failing(new DemoFailure("No.")), stage(), output);
    await expect(failure).rejects.toThrow("Act 1 failed: First.\nNo.");
    await expect(perform(failing(new Stopped("Stopped.")), stage(), output)).rejects.toThrow(/^Stopped\.$/);
    expect(later).not.toHaveBeenCalled();
  });
});

test("what cdktf passes on of Terraform is read in paragraphs", () => {
  const said =
    "search  Warning: It restarts\n\n        If applied now, it begins Sunday\n        (2026).\nsearch  Done.\n\n\n";
  expect(paragraphsOf(said)).toEqual([
    "Warning: It restarts",
    "If applied now, it begins Sunday (2026). Done.",
    "",
  ]);
});
