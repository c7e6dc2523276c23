import { isOlder } from "../../../src/api/versions";
import { startEmulatorServer } from "../../../src/emulator";
import { handlersOf } from "../../../src/framework/rpc/handlers";
import { Session } from "../../../src/framework/session";
import { ADDRESS } from "../../../src/provider/address";
import { searchcloud } from "../../../src/provider/provider";
import { Secrets } from "../../../src/redaction";
import { ProviderDefinition, serveReattach } from "../../../src/wire";
import { OPTIONS } from "../../acceptance/support";
import { terraformTool } from "../features";
import { hastyClock } from "../hastyClock";
import { collectLog } from "../log";
import { Workspace } from "../terraform";
import { Core } from "./core";
import type { StoredInstance } from "./instance";
import { type RecordedCall, recordingHandlers } from "./recording";
import { CORE_VERSIONS } from "./versions";

/** The client calls exactly what the installed Terraform calls: the same requests in the same order. */
const { product, version: installed } = terraformTool();
/** The newest version that is played and not newer than the installed one; for an older one, the oldest. */
const played =
  [...CORE_VERSIONS].reverse().find((version) => !isOlder(installed, version)) ?? CORE_VERSIONS[0];
const isComparable = product === "Terraform" && !isOlder(installed, "1.11");
const CLUSTER = "searchcloud_cluster";
const SMALL = { memory: "4_gb", vcpu: "2_vcpus", regions: ["oregon"] };
const LARGE = { ...SMALL, memory: "8_gb" };

/** A provider whose calls are recorded, on an account of its own. */
async function recordedProvider() {
  const emulator = await startEmulatorServer(OPTIONS);
  const env = {
    SEARCHCLOUD_API_KEY: emulator.key,
    SEARCHCLOUD_BASE_URL: emulator.baseUrl,
    SEARCHCLOUD_POLL_INTERVAL: "1ms",
    SEARCHCLOUD_REQUESTS_PER_MINUTE: "0",
  };
  const provider = searchcloud(env, { clock: hastyClock() });
  const { log } = collectLog();
  const session = new Session(provider, { log, now: Date.now, secrets: new Secrets(), env });
  const { handlers, recorded } = recordingHandlers(handlersOf(session));
  const { reattach, close } = await serveReattach({ handlers });
  return {
    env: { TF_REATTACH_PROVIDERS: JSON.stringify({ [ADDRESS]: reattach }) },
    calls: () => recorded.splice(0).flatMap(comparable),
    close: () => Promise.all([close(), emulator.close()]),
  };
}

/** The parts of newer requests, which a Terraform older than all that are played does not send. */
const isOldest = isOlder(installed, CORE_VERSIONS[0]);
const NEWER = isOldest
  ? ["currentIdentity", "priorIdentity", "plannedIdentity", "getResourceIdentitySchemas"]
  : [];

/** Shows a request without what differs between two runs: ports, white space and the version. */
function comparable({ call, request }: RecordedCall): string[] {
  if (NEWER.includes(call)) return [];
  const message = ProviderDefinition.methods[call].requestType.decode(Buffer.from(request, "base64"));
  const text = JSON.stringify(message, (name, value) => {
    if (NEWER.includes(name) || name === "terraformVersion") return undefined;
    // The form in which JSON has a Buffer.
    if (value?.type !== "Buffer") return value;
    const content = Buffer.from(value.data);
    return name === "json" && content.length > 0
      ? JSON.parse(content.toString("utf8"))
      : content.toString("latin1");
  });
  return [`${call} ${text.replace(/127\.0\.0\.1:\d+/g, "HOST")}`];
}

const configuration = (values: typeof SMALL, lifecycle = "") => `terraform {
  required_providers {
    searchcloud = { source = "${ADDRESS}" }
  }
}
resource "${CLUSTER}" "a" {
  memory  = "${values.memory}"
  vcpu    = "${values.vcpu}"
  regions = ${JSON.stringify(values.regions)}
  ${lifecycle}
}`;
const FIRST = "lifecycle {\n    create_before_destroy = true\n  }";

(isComparable ? test : test.skip)(
  `the client of ${played} calls as ${product} ${installed} does`,
  async () => {
    const [real, copy] = await Promise.all([recordedProvider(), recordedProvider()]);
    const workspace = await Workspace.create(real.env);
    const core = new Core({ version: played, env: copy.env });
    let state: StoredInstance | null = null;
    const compare = () => expect(copy.calls()).toEqual(real.calls());
    const both = async (text: string, values: typeof SMALL, args: readonly string[] = [], options = {}) => {
      await workspace.write({ "main.tf": text });
      await workspace.plan(["-out=plan.out", ...args]);
      const plan = await core.plan(CLUSTER, values, state, options);
      compare();
      await workspace.apply(["plan.out"]);
      ({ state } = await core.apply(plan));
      compare();
    };
    try {
      await workspace.write({ "main.tf": configuration(SMALL) });
      await workspace.validate();
      await core.validate(CLUSTER, SMALL);
      compare();
      await both(configuration(SMALL), SMALL);
      await both(configuration(LARGE), LARGE);
      const replace = ["-replace=searchcloud_cluster.a"];
      await both(configuration(LARGE), LARGE, replace, { replace: true });
      const first = { replace: true, createBeforeDestroy: true };
      await both(configuration(LARGE, FIRST), LARGE, replace, first);
      await workspace.write({ "main.tf": configuration(LARGE).split("resource ")[0] ?? "" });
      await workspace.plan(["-out=plan.out"]);
      const plan = await core.planDestroy(state as unknown as StoredInstance);
      // Terraform 1.11 plans what it destroys before it refreshes it.
      if (isOldest) expect(copy.calls().sort()).toEqual(real.calls().sort());
      else compare();
      await workspace.apply(["plan.out"]);
      await core.apply(plan);
      compare();
    } finally {
      await workspace.remove();
      await Promise.all([real.close(), copy.close()]);
    }
  },
);
