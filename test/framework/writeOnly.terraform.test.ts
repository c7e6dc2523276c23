import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";
import { testWith, testWithout } from "../support/features";
import { NullStage, thing } from "./nullStage";

let on: NullStage;

beforeEach(async () => {
  on = await NullStage.open();
});

afterEach(() => on.close());

const VARIABLE = 'variable "secret" {\n  type = string\n  ephemeral = true\n}\n';
const withSecret = (version: number, more = "") =>
  `${VARIABLE}${thing(`secret = var.secret\nsecret_version = ${version}\n${more}`)}`;
const given = (secret: string) => [`-var=secret=${secret}`];

testWith("write-only arguments")(
  "a write-only value reaches the provider, and neither plan nor state; its version sends another one",
  async () => {
    await on.write(withSecret(1, 'locks {\n  name = "front"\n  pin = var.secret\n}'));
    await on.workspace.apply(given("first-secret"));
    // The value at plan and in the plan of the apply, then the create.
    expect(on.sent()).toEqual([
      "plan first-secret",
      "plan first-secret",
      "create t-1 first-secret front=first-secret",
    ]);
    expect((await on.values()).values).toMatchObject({
      secret: null,
      secret_version: 1,
      locks: [{ name: "front", pin: null }],
    });

    const { output } = await on.workspace.plan([...given("other-secret"), "-detailed-exitcode"]);
    expect(output).toContain("No changes");
    await on.write(withSecret(2, 'locks {\n  name = "front"\n  pin = var.secret\n}'));
    on.sent();
    await on.workspace.plan([...given("other-secret"), "-out=saved"]);
    await on.workspace.apply([...given("other-secret"), "saved"]);
    expect(on.sent()).toEqual(["plan other-secret", "plan other-secret", "seal t-1 null other-secret"]);

    const saved = inflated(readFileSync(`${on.workspace.directory}/saved`));
    expect(saved).toContain("secret_version");
    const stored = `${await on.workspace.stateText()}${saved}`;
    for (const secret of ["first-secret", "other-secret"]) expect(stored).not.toContain(secret);
    await on.workspace.destroy(given("other-secret"));
  },
);

testWith("write-only arguments")("an invalid write-only value is refused without being shown", async () => {
  await on.write(withSecret(1));
  const { output } = await on.workspace.plan(given("short"), { expect: 1 });
  expect(output.replaceAll(/[│╷╵]? *\n[│╷╵]? */g, " ")).toContain(
    "The value of secret must be longer than (sensitive value)",
  );
  expect(output).not.toContain("short");
});

testWithout("write-only arguments")(
  "a tool without write-only arguments gets an error with the version and the alternative, and can do the rest",
  async () => {
    await on.write(thing('secret = "not-in-a-state"'));
    const { output } = await on.workspace.plan([], { expect: 1 });
    const words = output.replaceAll(/[│╷╵]? *\n[│╷╵]? */g, " ");
    expect(words).toContain("Error: secret needs Terraform 1.11 or OpenTofu 1.11");
    expect(words).toContain("or set label instead, which is stored in the state.");
    await on.write(`${thing("secret = terraform_data.empty.output")}resource "terraform_data" "empty" {}`);
    await on.workspace.apply();
    await on.workspace.emptyPlan();
  },
);

testWith("ephemeral resources")(
  "an ephemeral resource is opened and closed in each plan and apply, and its value is stored nowhere",
  async () => {
    await on.write(TOKEN + thing('secret = ephemeral.null_token.a.value\nlabel = "x"'));
    await on.workspace.apply();
    expect(on.sent()).toEqual([
      "open a 1",
      "plan token-of-a-1",
      "close 1",
      "open a 2",
      "plan token-of-a-2",
      "create t-3 token-of-a-2",
      "close 2",
    ]);
    expect(await on.workspace.stateText()).not.toContain("token-of-a");
    await on.workspace.emptyPlan();
    expect(on.sent()).toEqual(["open a 4", "plan token-of-a-4", "close 4"]);
  },
);

testWith("ephemeral resources")(
  "an ephemeral resource with an unknown configuration is opened during the apply only",
  async () => {
    await on.write(
      `${thing()}ephemeral "null_token" "a" {\n  name = null_thing.a.id\n}\n${thing("secret = ephemeral.null_token.a.value", "b")}`,
    );
    await on.workspace.apply();
    expect(on.sent()).toEqual([
      "plan an unknown secret",
      "create t-1",
      "open t-1 2",
      "plan token-of-t-1-2",
      "create t-3 token-of-t-1-2",
      "close 2",
    ]);
  },
);

testWith("ephemeral resources")("a failure to open or to close is an error of the run", async () => {
  await on.write(TOKEN);
  on.world.refuseToken = "open";
  const { output } = await on.workspace.plan([], { expect: 1 });
  expect(output).toContain("Unexpected failure while opening ephemeral resource null_token");
  on.world.refuseToken = "close";
  expect((await on.workspace.plan([], { expect: 1 })).output).toContain("the world refuses to close");
  expect(on.sent()).toEqual(["open a 1", "open a 2", "close 2"]);
});

const TOKEN = 'ephemeral "null_token" "a" {\n  name = "a"\n}\n';

/** The parts of a zip archive, such as a saved plan. */
function inflated(archive: Buffer): string {
  let text = "";
  for (let at = archive.indexOf("PK\u0003\u0004"); at >= 0; at = archive.indexOf("PK\u0003\u0004", at + 4)) {
    const start = at + 30 + archive.readUInt16LE(at + 26) + archive.readUInt16LE(at + 28);
    text += inflateRawSync(archive.subarray(start)).toString("utf8");
  }
  return text;
}
