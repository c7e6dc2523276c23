import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { checkStacks } from "../../../src/command/drift/check";
import { planBudget } from "../../../src/command/drift/command";
import { stacksIn } from "../../../src/command/drift/stacks";
import { type Run, terraformAt } from "../../../src/command/terraform";
import { Secrets } from "../../../src/redaction";
import { folder, run } from "../support";
import { failure, planOf } from "./plans";

const at = folder();
const file = (path: string, text = "") => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  return path;
};
const TEMPORARY = "temporary";
mkdirSync(at(TEMPORARY));
/** The folders of plan files. */
const plans = () => readdirSync(at(TEMPORARY));

/** The results of terraform by command; a plan writes its file to the requested path. */
type Answers = { readonly [command: string]: Partial<Run> | ((place: number) => Partial<Run>) };

async function checked(
  answers: Answers,
  directory = file("new/main.tf"),
  signal = new AbortController().signal,
) {
  const asked: string[] = [];
  const all: string[][] = [];
  let most = 0;
  const terraform = async (_: string, [command = "", ...words]: readonly string[]): Promise<Run> => {
    const answer = answers[command] ?? {};
    const given =
      typeof answer === "function" ? answer(asked.filter((one) => one === command).length) : answer;
    asked.push(command);
    all.push(words);
    const out = words.find((word) => word.startsWith("-out="))?.slice(5);
    if (out !== undefined && given.stderr === undefined) {
      expect(statSync(dirname(out)).mode & 0o077).toBe(0);
      writeFileSync(out, "the state, keys included");
    }
    most = Math.max(most, plans().length);
    return { code: 0, stdout: "", stderr: "", ...given };
  };
  const stack = { name: "search", directory: dirname(at(directory)) };
  const options = {
    terraform,
    signal,
    env: {},
    onProgress: () => {},
    parallel: 2,
    secrets: new Secrets(),
    temporary: [at(TEMPORARY)],
  };
  const [report] = await checkStacks([stack], options);
  expect([most <= 1, plans()]).toEqual([true, []]);
  return { report, asked, words: all };
}

const line = (summary: string) => ({
  code: 1,
  stdout: `{"type":"version"}\nno JSON\n${JSON.stringify({ type: "diagnostic", diagnostic: failure(summary) })}\n`,
});
const shown = (plan = planOf({})) => ({ stdout: JSON.stringify(plan) });
const ready = () => {
  file("ready/.terraform/x");
  return file("ready/main.tf");
};

test("initializes a directory if needed, or again if terraform requires it", async () => {
  expect((await checked({ show: shown() })).asked).toEqual(["init", "plan", "show"]);
  expect((await checked({ show: shown() }, ready())).asked).toEqual(["plan", "show"]);
  const again = (place: number) => (place === 0 ? { ...line('run "terraform init"'), stderr: "" } : {});
  const { asked, report } = await checked({ plan: again, show: shown() }, ready());
  expect([asked, report?.status]).toEqual([["plan", "init", "plan", "show"], "in_sync"]);
  expect((await checked({ plan: line('run "tofu init"'), show: shown() })).asked).toEqual([
    "init",
    "plan",
    "show",
  ]);
});

const READ_ONLY = {
  code: 1,
  stderr:
    "Error: Provider dependency changes detected\n\nbut the lock\nfile is read-only. To use and record\n",
};

test("never writes the lock file of a Terraform directory, and reports what it lacks", async () => {
  const { asked, report, words } = await checked({ init: READ_ONLY });
  expect([asked, words]).toEqual([["init"], [["-input=false", "-no-color", "-lockfile=readonly"]]]);
  expect(report?.status).toBe("error");
  expect(report?.errors[0]?.detail).toMatch(
    /^The lock file \.terraform\.lock\.hcl lacks .* Run "terraform init" .*\n\nError: /,
  );
});

test("completes the lock file of a synthesized stack if it lacks a provider", async () => {
  const init = (place: number) => (place === 0 ? READ_ONLY : {});
  const incomplete = await checked({ init, show: shown() }, file("stacks/one/cdk.tf.json"));
  expect([incomplete.asked, incomplete.report?.status]).toEqual([
    ["init", "init", "plan", "show"],
    "in_sync",
  ]);
  expect(incomplete.words[1]).toEqual(["-input=false", "-no-color"]);
  const whole = await checked({ show: shown() }, file("stacks/two/cdk.tf.json"));
  expect(whole.words[0]).toContain("-lockfile=readonly");
});

const FAILURES: readonly (readonly [what: string, Answers, message: string])[] = [
  [
    "init fails",
    { init: { code: 1, stderr: "no such registry\n" } },
    "init failed with exit code 1|no such registry",
  ],
  [
    "init fails again",
    { plan: line("terraform init"), init: { code: 1, stderr: "x" } },
    "init failed with exit code 1|x",
  ],
  ["plan fails without a file", { plan: { ...line("no bucket"), stderr: "" } }, "no bucket|What to do."],
  ["plan is killed", { plan: { code: null, stderr: "" } }, "plan was killed by a signal|"],
  ["show fails", { show: { code: 1, stderr: "no schema" } }, "show failed with exit code 1|no schema"],
  ["show shows nothing", { show: { stdout: "" } }, "Terraform cannot be started|"],
];

test.each(FAILURES)(
  "%s: reports an error of the stack, and leaves no plan file",
  async (_, answers, message) => {
    const { report } = await checked(answers, message.startsWith("init") ? undefined : ready());
    const [summary = "", detail = ""] = message.split("|");
    expect(report?.status).toBe("error");
    expect(report?.errors[0]?.summary).toContain(summary);
    expect(report?.errors[0]?.detail).toContain(detail);
  },
);

test("never reports a plan that is not empty as in sync", async () => {
  const { report } = await checked({ plan: { code: 2 }, show: shown() });
  expect(report?.status).toBe("not_deployed");
  expect(report?.resources.at(-1)).toMatchObject({
    address: "(plan)",
    reason: expect.stringContaining("not empty"),
  });
});

test("plans stacks concurrently and reports them in order; runs one init at a time", async () => {
  const running = { init: 0, plan: 0 };
  const most = { init: 0, plan: 0 };
  const terraform = async (_: string, [command = ""]: readonly string[]): Promise<Run> => {
    if (command === "init" || command === "plan") {
      running[command] += 1;
      most[command] = Math.max(most[command], running[command]);
      for (let turn = 0; turn < 20; turn++) await null;
      running[command] -= 1;
    }
    return { code: 1, stdout: line("no bucket").stdout, stderr: "" };
  };
  const check = async (name: string) => {
    const stacks = ["a", "b", "c"].map((one) => ({
      name: one,
      directory: dirname(at(file(`${name}/${one}/x`))),
    }));
    const options = {
      terraform,
      signal: new AbortController().signal,
      env: {},
      onProgress: () => {},
      parallel: 2,
      secrets: new Secrets(),
      temporary: [at(TEMPORARY)],
    };
    return (await checkStacks(stacks, options)).map((report) => report.name);
  };
  for (const one of ["a", "b", "c"]) file(`inited/${one}/.terraform/x`);
  expect([await check("fresh"), await check("inited")]).toEqual(Array(2).fill(["a", "b", "c"]));
  expect(most).toEqual({ init: 1, plan: 2 });
});

test("on interrupt, removes plan files before terraform has ended, and starts no other plan", async () => {
  const stop = new AbortController();
  const left: string[] = [];
  const plan = () => {
    expect(plans()).toHaveLength(1);
    stop.abort();
    left.push(...plans());
    return { code: null, stderr: "" };
  };
  await checked({ plan }, ready(), stop.signal);
  expect(left).toEqual([]);
  const run = await terraformAt(
    process.execPath,
    process.env,
    stop.signal,
  )(".", ["-e", "setTimeout(() => {}, 60000)"]);
  expect(run.code).toBeNull();
});

test("divides the budget of the key among the plans", () => {
  expect(planBudget(1)).toEqual({ parallel: 1, requests: "30" });
  expect(planBudget(20)).toEqual({ parallel: 4, requests: "7" });
  expect(planBudget(3, "12")).toEqual({ parallel: 2, requests: "6" });
  expect(planBudget(3, "5")).toEqual({ parallel: 1, requests: "5" });
  expect([planBudget(20, "0"), planBudget(2, "soon")]).toEqual([
    { parallel: 4, requests: "0" },
    { parallel: 2, requests: "soon" },
  ]);
});

test("finds synthesized stacks and Terraform directories, each once", () => {
  file("project/cdktf.json", '{"output": "out"}');
  file("project/out/stacks/eu/cdk.tf.json");
  file("project/out/stacks/us/cdk.tf.json");
  file("project/out/stacks/notes/readme");
  file("project/hcl/main.tf");
  const names = (...given: [string[], Record<string, string>?]) =>
    stacksIn(given[0], given[1] ?? {}, at("project")).map(({ name }) => name);
  expect(names([])).toEqual(["eu", "us"]);
  expect(names(["hcl", "out/stacks/eu", "out"])).toEqual(["hcl", "eu", "us"]);
  expect(() => names([], { CDKTF_OUTDIR: "else" })).toThrow(
    'No synthesized stack found in else: run "cdktf synth"',
  );
  expect(() => names(["out/stacks/notes"])).toThrow("No configuration found in out/stacks/notes");
});

const WRONG: readonly (readonly [words: string[], env: Record<string, string>, message: string])[] = [
  [["--jsn"], {}, "(Did you mean --json?)"],
  [["--junit", at("none/x.xml")], {}, "Nothing was planned."],
  [[at("none")], {}, "No configuration found in"],
  [["."], { TERRAFORM_BINARY_NAME: "terrafrom" }, "no program of that name is on the PATH"],
  [["."], { PATH: "" }, "Neither terraform nor tofu is on the PATH"],
];

test.each(WRONG)("%j exits with 1, because 2 means drift, and plans nothing", async (words, env, message) => {
  const directory = dirname(at(file("hcl/main.tf")));
  const { code, out, err } = await run(["drift", ...words.map((word) => (word === "." ? directory : word))], {
    env,
  });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain(message);
});
