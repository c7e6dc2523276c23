/** The capabilities of management keys (management API, Authentication). */

/** The nine management capabilities. */
export const CAPABILITIES = [
  "clusters:read",
  "metrics:read",
  "clusters:create",
  "clusters:configure",
  "cluster_parameters:manage",
  "clusters:clone",
  "cluster_credentials:issue",
  "billing:read",
  "clusters:terminate",
] as const;
export type Capability = (typeof CAPABILITIES)[number];

/** The capability that includes all others. */
export const ADMIN = "admin";

/** The presets that a key can be created from. */
export const PRESETS = {
  "read-only": ["clusters:read", "metrics:read"],
  provision: ["clusters:read", "metrics:read", "clusters:create", "clusters:configure"],
  operate: ["clusters:read", "metrics:read", "clusters:configure", "cluster_parameters:manage"],
  admin: [ADMIN],
} as const satisfies Record<string, readonly (Capability | typeof ADMIN)[]>;
export type Preset = keyof typeof PRESETS;

/** True if a set of capabilities permits an operation that requires `capability` (null: any valid credential). */
export function isPermitted(granted: readonly string[], capability: string | null): boolean {
  return capability === null || granted.includes(ADMIN) || granted.includes(capability);
}

/** Returns the presets whose keys have a capability, weakest first. `admin` is always among them. */
export function presetsWith(capability: string): readonly Preset[] {
  return (Object.keys(PRESETS) as Preset[]).filter((preset) => isPermitted(PRESETS[preset], capability));
}
