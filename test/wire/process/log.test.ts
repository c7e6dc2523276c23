import { createLog } from "../../../src/wire";

const NOW = Date.UTC(2026, 10, 20, 10, 59, 57, 626);
const LEVELS = ["trace", "debug", "info", "warn", "error"] as const;

function logged(env: { [name: string]: string }, act: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = [];
  const write = (line: string) => lines.push(line);
  act(createLog(write, () => NOW, env));
  return lines;
}

test("a line in Terraform's format", () => {
  const lines = logged({ TF_LOG: "DEBUG" }, (log) => log.info("cluster found", { id: "c1" }));
  expect(lines).toEqual([
    '{"id":"c1","@level":"info","@message":"cluster found","@module":"provider","@timestamp":"2026-11-20T10:59:57.626000Z"}\n',
  ]);
});

test("several lines of text become one log line", () => {
  const [line = ""] = logged({ TF_LOG: "TRACE" }, (log) => log.warn("first\nsecond", { stack: "a\r\nb" }));
  expect(line.indexOf("\n")).toBe(line.length - 1);
  expect(JSON.parse(line)).toMatchObject({ "@message": "first\nsecond", stack: "a\nb" });
});

test("every string of a line passes the filter; without one, control characters become visible", () => {
  const lines: string[] = [];
  const outgoing = (text: string) => text.replaceAll("s3cret", "-");
  const env = { TF_LOG: "TRACE" };
  createLog(
    (line) => lines.push(line),
    () => NOW,
    env,
    outgoing,
  ).warn("a s3cret", {
    s3cret: "s3cret",
    deep: { at: ["s3cret"] },
    error: new Error("s3cret"),
  });
  expect(lines.join()).not.toContain("s3cret");
  const [line = ""] = logged(env, (log) => log.warn("a\u001b[31m", { "b\u202e": "c\u0007" }));
  expect(JSON.parse(line)).toMatchObject({ "@message": "a\\u001b[31m", "b\\u202e": "c\\u0007" });
});

describe("fields are strings", () => {
  const cyclic: { self?: unknown } = {};
  cyclic.self = cyclic;
  const cases: [string, unknown, string][] = [
    ["a bigint", 3n, "3"],
    ["null", null, "null"],
    ["undefined", undefined, "undefined"],
    ["a symbol", Symbol.for("terraform.unknown"), "Symbol(terraform.unknown)"],
    ["an array", ["a", 1n], '["a","1"]'],
    ["an object", { a: 1 }, '{"a":1}'],
    ["a circle", cyclic, "(a value that JSON cannot represent)"],
  ];

  test.each(cases)("%s", (_name, value, text) => {
    const [line = ""] = logged({ TF_LOG: "TRACE" }, (log) => log.error("m", { field: value }));
    expect(JSON.parse(line).field).toBe(text);
  });

  test("an error with its stack", () => {
    const [line = ""] = logged({ TF_LOG: "TRACE" }, (log) => log.error("m", { cause: new TypeError("no") }));
    expect(JSON.parse(line).cause).toMatch(/^TypeError: no\n\s+at /);
  });

  test("no field can replace Terraform's own, and all are strings", () => {
    const [line = ""] = logged({ TF_LOG: "TRACE" }, (log) =>
      log.error("m", { "@level": 1, "@message": { a: 1 }, __proto__x: 1 }),
    );
    expect(JSON.parse(line)).toEqual({
      level: "1",
      message: '{"a":1}',
      __proto__x: "1",
      "@level": "error",
      "@message": "m",
      "@module": "provider",
      "@timestamp": "2026-11-20T10:59:57.626000Z",
    });
  });
});

describe("levels", () => {
  const cases: [{ [name: string]: string }, readonly string[]][] = [
    [{}, []],
    [{ TF_LOG: "" }, []],
    [{ TF_LOG: "OFF" }, []],
    [{ TF_LOG: "error" }, ["error"]],
    [{ TF_LOG: "WARN" }, ["warn", "error"]],
    [{ TF_LOG: "TRACE" }, LEVELS],
    [{ TF_LOG: "JSON" }, LEVELS],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "ERROR" }, ["error"]],
    [{ TF_LOG: "TRACE", TF_LOG_PROVIDER: "off" }, []],
    [{ TF_LOG: "ERROR", TF_LOG_PROVIDER: "" }, ["error"]],
  ];

  test.each(cases)("%j", (env, levels) => {
    const lines = logged(env, (log) => {
      for (const level of LEVELS) log[level]("m");
    });
    expect(lines.map((line) => JSON.parse(line)["@level"])).toEqual(levels);
  });

  test("hidden messages are not formatted", () => {
    const field = {
      toJSON: () => {
        throw new Error("was read");
      },
    };
    expect(logged({ TF_LOG: "INFO" }, (log) => log.debug("m", field))).toEqual([]);
  });
});
