import { isAbsolute, join } from "node:path";

/** Where a user's programs keep what they can make again: XDG Base Directory, and its like on other systems. */
export function userCache(env: NodeJS.ProcessEnv, platform: NodeJS.Platform, home: () => string): string {
  if (platform === "win32") return env.LOCALAPPDATA || join(home(), "AppData", "Local");
  if (platform === "darwin") return join(home(), "Library", "Caches");
  const given = env.XDG_CACHE_HOME ?? "";
  return isAbsolute(given) ? given : join(home(), ".cache");
}
