import { upgradeData } from "../dataPlane/newerServer";
import { createWorld, type World, type WorldOptions } from "../domain/world";
import { createFaults, type Faults } from "./faults/faulting";

/** The state of one emulator, with the faults that a test adds to it. */
export interface TestWorld extends World {
  readonly faults: Faults;
}

/** Creates an account without clusters. */
export function createTestWorld(options: WorldOptions): TestWorld {
  return { ...createWorld(options, upgradeData), faults: createFaults() };
}
