import { testWith } from "../../support/features";
import { DESTROY, EMPTY, edited, example, shown } from "./secrets";
import { MANAGEMENT_KEY, Watched } from "./watched";

/** The management key as a variable, as the guide of keys shows it: an ephemeral one is in no saved plan. */
const CLUSTER = edited(example("hcl/main.tf"), 'provider "searchcloud" {}\n', "");

jest.setTimeout(120_000);
let watched: Watched;

beforeEach(async () => {
  watched = await Watched.begin({ SEARCHCLOUD_API_KEY: "" });
});
afterEach(() => watched.close());

async function life(provider: string): Promise<void> {
  watched.variables.management_key = MANAGEMENT_KEY;
  await watched.workspace.write({ "main.tf": `${CLUSTER}${provider}` });
  await watched.run(["init", "-input=false"]);
  await watched.deploy();
  await watched.run(EMPTY);
  await watched.run(DESTROY);
}

testWith("ephemeral resources")("in an ephemeral variable, it is in no file and no output", async () => {
  await life(shown("management key"));
  expect(watched.leaks()).toEqual([]);
  expect(watched.emulator.journal().map(({ operation }) => operation)).toContain("createCluster");
});

test("in a variable that is only sensitive, the saved plan has it", async () => {
  await life(edited(shown("management key"), "  ephemeral = true\n", ""));
  const places = new Set(watched.leaks().map(({ where }) => where.replace(/^.*: /, "")));
  expect(places).toEqual(new Set(["plan.out/tfplan", "output of show -json plan.out"]));
});

testWith("ephemeral resources")("given with -var, Terraform logs it", async () => {
  await watched.workspace.write({ "main.tf": `${CLUSTER}${shown("management key")}` });
  await watched.run(["init", "-input=false"]);
  await watched.run(["plan", "-input=false", "-var", `management_key=${MANAGEMENT_KEY}`]);
  const leaks = watched.leaks().filter(({ where }) => where.startsWith("output of plan"));
  expect(leaks.map(({ secret }) => secret)).toContain("management key");
});
