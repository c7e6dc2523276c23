import { spawn } from "node:child_process";
import { once } from "node:events";
import fs, {
  chmodSync,
  mkdirSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  watch,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { makePlanFolder, rootUserId } from "../../../src/command/drift/planFolder";
import { folder } from "../support";

const at = folder();
const DAY = 24 * 3_600_000;
const NOW = Date.UTC(2026, 0, 10);

function directory(name: string, mode = 0o700): string {
  mkdirSync(at(name), { mode });
  chmodSync(at(name), mode);
  return realpathSync(at(name));
}

test.each(["SIGHUP", "SIGQUIT"] as const)("%s during a plan leaves no plan file", async (signal) => {
  const temporary = directory(signal);
  const stack = directory(`${signal}-stack`);
  writeFileSync(join(stack, "main.tf"), "");
  const program = join(stack, "terraform");
  const plan =
    'for word; do case $word in -out=*) echo keys > "$(echo "$word" | cut -c6-)"; echo > planned;; esac; done; exec sleep 60';
  writeFileSync(program, `#!/bin/sh\n[ $1 != plan ] || { ${plan}; }\n`, { mode: 0o755 });
  const changes = watch(stack);
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(__dirname, "../../../src/command/main.ts"), "drift", stack],
    {
      env: { PATH: process.env.PATH, TMPDIR: temporary, TERRAFORM_BINARY_NAME: program },
      stdio: "ignore",
    },
  );
  const ended = once(child, "exit");
  await once(changes, "change");
  changes.close();
  const own = () => readdirSync(temporary).filter((name) => name.startsWith("searchcloud-drift-"));
  const [made = ""] = own();
  expect(readdirSync(join(temporary, made))).toEqual(["0.plan"]);
  expect(statSync(join(temporary, made)).mode & 0o777).toBe(0o700);
  child.kill(signal);
  expect(await ended).toEqual([1, null]);
  expect(own()).toEqual([]);
});

test("an exit of the process removes the directory", () => {
  const temporary = directory("exit");
  const before = process.listeners("exit");
  const { fileOf } = makePlanFolder([temporary], NOW);
  writeFileSync(fileOf(0), "keys");
  for (const listener of process.listeners("exit").filter((one) => !before.includes(one))) listener(0);
  expect(readdirSync(temporary)).toEqual([]);
});

test("removes leftovers of killed runs after a day, and nothing of other users", () => {
  const temporary = directory("leftovers");
  const leave = (name: string, files: readonly string[] = ["0.plan"], age = DAY + 1, mode = 0o700) => {
    const path = join(temporary, name);
    mkdirSync(path, { mode });
    chmodSync(path, mode);
    const time = new Date(NOW - age);
    for (const file of files) writeFileSync(join(path, file), "");
    for (const file of files) utimesSync(join(path, file), time, time);
    utimesSync(path, time, time);
    return path;
  };
  leave("searchcloud-drift-aaaaaa");
  leave("searchcloud-drift-bbbbbb", []);
  const stay = [
    leave("searchcloud-drift-cccccc", ["0.plan"], DAY - 1),
    leave("searchcloud-drift-dddddd", ["0.plan", "notes.txt"]),
    leave("searchcloud-drift-eeeeee", ["0.plan"], DAY + 1, 0o755),
    leave("searchcloud-drift-of-mine"),
    leave("elsewhere"),
  ].map((path) => basename(path));
  symlinkSync("elsewhere", join(temporary, "searchcloud-drift-ffffff"));
  makePlanFolder([temporary], NOW).remove();
  expect(readdirSync(temporary)).toEqual([...stay, "searchcloud-drift-ffffff"].sort());
  expect(readdirSync(join(temporary, "elsewhere"))).toEqual(["0.plan"]);
});

test("skips a directory where others could replace the folder; plans nothing if there is no other", () => {
  const [open, safe] = [directory("open", 0o777), directory("safe")];
  const { fileOf, remove } = makePlanFolder([open, at("missing"), safe], NOW);
  expect(dirname(dirname(fileOf(0)))).toBe(safe);
  remove();
  expect([readdirSync(open), readdirSync(safe)]).toEqual([[], []]);
  expect(() => makePlanFolder([open], NOW)).toThrow(
    `${open} is not safe (others can write in it). Fix that, or set TMPDIR to a directory that only you can write, whose parents belong to you or to root. Nothing was planned.`,
  );
  rmSync(open, { recursive: true });
});

test("removes what terraform writes meanwhile after it has ended, or names it", () => {
  const temporary = directory("late");
  const before = process.listeners("exit");
  const { fileOf, removeSoon, remove } = makePlanFolder([temporary], NOW);
  const folder = dirname(fileOf(0));
  const late = jest.spyOn(fs, "rmSync").mockImplementation(() => {
    throw new Error("ENOTEMPTY: directory not empty");
  });
  try {
    removeSoon();
    expect(remove).toThrow(
      `Cannot remove the plan files in ${folder}, which contain the state with its keys`,
    );
    expect(process.listeners("exit")).toHaveLength(before.length + 1);
  } finally {
    late.mockRestore();
  }
  remove();
  expect([readdirSync(temporary), process.listeners("exit")]).toEqual([[], before]);
});

test("uses a directory that cannot be listed; leftovers stay", () => {
  const temporary = directory("unlisted");
  const unlisted = jest.spyOn(fs, "readdirSync").mockImplementation(() => {
    throw new Error("EACCES: permission denied");
  });
  const { fileOf, remove } = makePlanFolder([temporary], NOW);
  unlisted.mockRestore();
  expect(dirname(dirname(fileOf(0)))).toBe(temporary);
  remove();
});

test.each<[string, string, number]>([
  ["the whole system", "         0          0 4294967295\n", 0],
  [
    "a container with a root of its own",
    "         0       1000          1\n         1     100000      65536\n",
    0,
  ],
  ["a sandbox without one", "      1001       1001          1\n", 65534],
])("of %s, root's files show as a number", (_, map, id) => {
  const files = new Map([
    ["/proc/self/uid_map", map],
    ["/proc/sys/kernel/overflowuid", "65534\n"],
  ]);
  expect(rootUserId((path) => files.get(path) ?? "")).toBe(id);
});

test("root is 0 without such files", () => {
  const missing = () => {
    throw new Error("ENOENT");
  };
  expect(rootUserId(missing)).toBe(0);
});
