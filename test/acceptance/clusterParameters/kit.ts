import { at, LATER, type Lines, SMALL, type Stage } from "../changes/kit";

/** The lines of a cluster with `server_parameters`. */
export function having(parameters: Record<string, string>, lines: Lines = SMALL): Lines {
  const entries = Object.entries(parameters).map(([name, value]) => `"${name}" = "${value}"`);
  return { ...lines, server_parameters: `{ ${entries.join(", ")} }` };
}

/** What is changed begins long after the story. */
export const CALM: Lines = { ...SMALL, ...at(LATER) };
export const PAGES = { "max-per-page": "500" };

/** What the service holds. */
export function storedIn({ emulator }: Stage): Record<string, string> {
  const entries = emulator.state().parameters;
  return Object.fromEntries(entries.map(({ parameter_name: name, parameter_value: value }) => [name, value]));
}

/** What the nodes were started with. */
export function runningIn({ emulator, id }: Stage): Record<string, string> {
  return { ...emulator.runningParameters(id) };
}

export const CREATE = "createServerConfigurationParameter";
export const UPDATE = "updateServerConfigurationParameter";
export const DELETE = "deleteServerConfigurationParameter";
export const CHANGE = "createConfigurationChange";
