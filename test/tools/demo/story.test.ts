import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type EmulatorServer, type JournaledRequest, startEmulatorServer } from "../../../src/emulator";
import { type Act, findSentence, playActs, type Stage } from "../../../tools/demo/acts";
import {
  coloured,
  linesOf,
  outputTo,
  type Role,
  requestTable,
  roleOf,
  WIDTH,
} from "../../../tools/demo/output";
import { DemoError, DemoStoppedError, Project, runQuietly } from "../../../tools/demo/project";
import { isOfShopper } from "../../../tools/demo/shopper";

const ROOT = resolve(__dirname, "../../..");

describe("the project", () => {
  const folder = mkdtempSync(join(tmpdir(), "demo-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  test("is the example until it is edited", () => {
    const program = new Project(join(ROOT, "examples/quickstart"), folder);
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

  test("adds the part of another example below the cluster, whose lines can be edited", () => {
    const program = new Project(join(ROOT, "examples/quickstart"), folder);
    const lines = program.append(join(ROOT, "examples/live-collection"), "catalog.jsonl");
    expect(lines[0]).toBe('const keys = products.issueApiKeys("keys");');
    expect(lines.filter((line) => line.trim().startsWith("//"))).toEqual([]);
    const text = () => readFileSync(join(folder, "main.ts"), "utf8");
    expect(text()).toContain(`value: products.nodes });\n${lines.join("\n")}\napp.synth();\n`);
    expect(text()).toContain("import { Cluster, SearchCloudProvider, Topology, Field } from");
    const file = "catalog.jsonl";
    expect(readFileSync(join(folder, file))).toEqual(
      readFileSync(join(ROOT, "examples/live-collection", file)),
    );
    program.edit("  keys,", ["  // of the cluster", "  keys,"]);
    expect(text()).toContain('addLiveCollection("catalog", {\n  // of the cluster\n  keys,\n');
    expect(() => program.edit("  key,", [])).toThrow('The program has no line "  key,".');
  });
});

describe("the acts", () => {
  let emulator: EmulatorServer;
  const printed: string[] = [];
  const output = outputTo({ write: (text: string) => printed.push(text) > 0 }, false);
  /** Plays acts by functions, with nothing deployed. */
  const playAll = (...functions: (() => Promise<unknown>)[]) => {
    const acts = functions.map((_, index): Act => {
      return { title: ["First", "Second", "Third"][index] ?? "", command: "diff", quotes: [] };
    });
    const stage = { emulator, output } as Stage;
    return playActs(acts, stage, async (act) => void (await functions[acts.indexOf(act)]?.()));
  };
  const request = (method: string, path: string) =>
    fetch(`${emulator.baseUrl}${path}`, {
      method,
      headers: { "X-SEARCH-CLOUD-MANAGEMENT-API-KEY": emulator.key },
    });

  beforeAll(async () => {
    emulator = await startEmulatorServer();
  });
  afterAll(() => emulator.close());

  test("are played in order, each with its requests; a failed write shows its status", async () => {
    const requests = await playAll(
      () => request("GET", "/clusters"),
      async () => undefined,
      () => request("PATCH", "/clusters/abcdefgh12345678"),
    );
    expect(output.transcript()).toBe("\n1  First\n\n2  Second\n\n3  Third\n");
    expect(printed.join("")).toBe(output.transcript());
    expect(requestTable(requests)).toEqual([
      "   act  command     reads  writes",
      "     1  cdktf diff      1  none",
      "     2  cdktf diff      0  none",
      "     3  cdktf diff      0  PATCH /clusters/{id} (404)",
      "",
      "   2 requests: 1 reads and 1 writes.",
    ]);
  });

  test("write to nodes in any order, which the table does not show", () => {
    const node = "/nodes/abcdefgh12345678-1.a1.searchcloud.example";
    const lines = [
      `PUT ${node}/aliases/shop`,
      `DELETE ${node}/keys/3`,
      `PATCH ${node}/collections/catalog_a1b2c3d4`,
      "POST /clusters",
      `POST ${node}/keys`,
    ];
    const entries = lines.map((line) => {
      const [method = "", path = ""] = line.split(" ");
      return { method, path, status: 200 } as JournaledRequest;
    });
    const [, ...rows] = requestTable([{ act: 1, command: "", entries }]);
    expect(rows.slice(0, 5).map((row) => row.slice(24))).toEqual([
      "DELETE {node}/keys/{id}",
      "PATCH {node}/collections/catalog_{version}",
      "PUT {node}/aliases/shop",
      "POST /clusters",
      "POST {node}/keys",
    ]);
  });

  test("show no number of reads that depends on time", () => {
    const entries = ["GET", "GET", "POST"].map((method) => {
      return { method, path: "/clusters", status: 200 } as JournaledRequest;
    });
    const acts = [1, 2].map((act) => ({ act, command: "cdktf deploy", entries, readsVary: act === 2 }));
    expect(requestTable(acts).slice(1)).toEqual([
      "     1  cdktf deploy      2  POST /clusters",
      "     2  cdktf deploy      …  POST /clusters",
      "",
      "   4 requests: 2 reads and 2 writes, and the reads of act 2.",
    ]);
  });

  test("do not count the searches of a shopper, which are as many as there is time for", async () => {
    const [{ entries = [] } = {}] = await playAll(() => request("GET", "/clusters?include_fields=title"));
    expect(emulator.journal().filter(isOfShopper)).toHaveLength(1);
    expect(entries).toEqual(emulator.journal().slice(0, -1));
  });

  test("end with a failed one, which is named; stopping the demo is not a failure", async () => {
    const later = jest.fn();
    const failure = playAll(() => Promise.reject(new DemoError("No.")), later);
    await expect(failure).rejects.toThrow("Act 1 failed: First.\nNo.");
    const stopped = playAll(() => Promise.reject(new DemoStoppedError("Stopped.")), later);
    await expect(stopped).rejects.toThrow(/^Stopped\.$/);
    expect(later).not.toHaveBeenCalled();
  });

  test("quote sentences of Terraform from the output of cdktf, whatever its line breaks", () => {
    const output =
      "search  Warning: It restarts\n\n        If applied now, it begins Sunday\n        (2026).\nsearch  Done.\n\n\n";
    expect(findSentence(output, /Warning: .*/)).toBe("Warning: It restarts");
    expect(findSentence(output, /If applied .*\./)).toBe("If applied now, it begins Sunday (2026). Done.");
    expect(() => findSentence(output, /It stops/)).toThrow(/^The output does not contain It stops\. It is:/);
  });
});

describe("the lines", () => {
  const ROLES: readonly Role[] = ["heading", "command", "edit", "quote", "result", "text"];

  test.each(ROLES)("a line shows its role: %s", (role) => {
    expect(linesOf(role, "Something").map(roleOf)).toEqual([role]);
  });

  test("a long text continues on another line of its kind; code is not wrapped", () => {
    const long = "word ".repeat(30).trim();
    const lines = linesOf("quote", long);
    expect(lines).toHaveLength(2);
    expect(lines.map(roleOf)).toEqual(["quote", "quote"]);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(WIDTH);
    expect(lines.map((line) => line.slice(5)).join(" ")).toBe(long);
    expect(linesOf("edit", long)).toHaveLength(1);
  });

  test("no line of the demo is wider than its picture", () => {
    const transcript = join(ROOT, "tools/demo/transcript.txt");
    const lines = readFileSync(transcript, "utf8").split("\n");
    expect(lines.filter((line) => line.length > WIDTH)).toEqual([]);
  });

  test("colours are only for terminals that support them, and not in the transcript", () => {
    const written: string[] = [];
    const output = outputTo({ write: (text: string) => written.push(text) > 0 }, true);
    output.show("result", "Done.");
    expect(written).toEqual([`${coloured("   ✓ Done.")}\n`]);
    expect(written.map(stripVTControlCharacters)).toEqual(["   ✓ Done.\n"]);
    expect(output.transcript()).toBe("   ✓ Done.\n");
  });
});

describe("a command", () => {
  const options = { cwd: __dirname, env: process.env, signal: new AbortController().signal };
  const node = (program: string, more = {}) =>
    runQuietly(process.execPath, ["-e", program], { ...options, ...more });

  test("a command returns its output; the error of a failed one contains it", async () => {
    const words = `process.stdout.write("said"); process.stderr.write(" and warned");`;
    expect(await node(words)).toBe("said and warned");
    const failure = await node(`${words} process.exitCode = 3`).catch((error) => error);
    expect(failure).toBeInstanceOf(DemoError);
    expect(failure.message).toMatch(/failed \(exit code 3\)\. Its output:\n\n {2}said and warned\n$/);
    await expect(node("process.exitCode = 1")).rejects.toThrow(
      "failed (exit code 1). Its output:\n\n  (nothing)",
    );
  });

  test("a command that cannot be started is named", async () => {
    await expect(runQuietly("no-such-command", [], options)).rejects.toThrow(
      /^no-such-command could not be started: /,
    );
  });

  test("a command that hangs is ended", async () => {
    const program = "process.stdout.write('waiting'); setInterval(() => undefined, 1e6)";
    const failure = node(program, { limit: 400 });
    await expect(failure).rejects.toThrow(/did not end within 0.4 seconds\./);
  });

  test("stopping the demo also stops the programs that a command has started", async () => {
    // The command's own child connects, and the connection ends with it.
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" ? address?.port : undefined;
    const child = `require('node:net').connect(${port}, '127.0.0.1').on('error', () => undefined); setInterval(() => undefined, 1e6)`;
    const stop = new AbortController();
    const program = `require("node:child_process").spawn(process.execPath, ["-e", ${JSON.stringify(child)}]); setInterval(() => undefined, 1e6)`;
    const run = node(program, { signal: stop.signal }).catch((error) => error);
    const [connection] = await once(server, "connection");
    const closed = once(connection.on("error", () => undefined).resume(), "close");
    stop.abort(new DemoStoppedError("Stopped."));
    expect(await run).toBeInstanceOf(DemoStoppedError);
    await closed;
    server.close();
    await expect(node("1", { signal: stop.signal })).rejects.toThrow("Stopped.");
  });
});
