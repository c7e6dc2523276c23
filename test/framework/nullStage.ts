import { type Reattached, reattached, type StateResource, Workspace } from "../support/terraform";
import { emptyWorld, nullProvider, type World } from "./nullProvider";

const ADDRESS = "example.internal/test/null";
const HEADER = `terraform {
  required_providers {
    null = { source = "${ADDRESS}" }
  }
}
`;

/** `resource "null_thing"` with a body; the first line of the body is line 7 of the file. */
export function thing(body = "", name = "a"): string {
  return `resource "null_thing" "${name}" {\n${body}\n}\n`;
}

/** The null provider in this process, and a folder in which the real terraform uses it. */
export class NullStage {
  private constructor(
    readonly world: World,
    readonly workspace: Workspace,
    private readonly served: Reattached,
  ) {}

  static async open(): Promise<NullStage> {
    const world = emptyWorld();
    const served = await reattached(nullProvider(world), ADDRESS);
    return new NullStage(world, await Workspace.create(served.env), served);
  }

  async close(): Promise<void> {
    await this.workspace.remove();
    await this.served.close();
  }

  write(text: string): Promise<void> {
    return this.workspace.write({ "main.tf": HEADER + text });
  }

  async applied(text: string) {
    await this.write(text);
    return this.workspace.apply();
  }

  /** Returns the state of an instance. */
  async values(address = "null_thing.a"): Promise<StateResource> {
    const { values } = await this.workspace.state();
    const found = values?.root_module.resources?.find((one) => one.address === address);
    if (!found) throw new Error(`${address} is not in state`);
    return found;
  }

  /** The only planned change. */
  async change() {
    const { resource_changes = [] } = await this.workspace.planJson();
    const [only] = resource_changes;
    if (!only || resource_changes.length > 1) throw new Error(`${resource_changes.length} changes planned`);
    return only.change;
  }

  /** Returns the requests since the last call, without reads. */
  sent(): string[] {
    return this.world.calls.splice(0).filter((call) => !call.startsWith("read"));
  }
}
