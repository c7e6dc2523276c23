import type { LivePlanning } from "./schema";

/** Plans a live collection. */
export async function planLiveCollection(_: LivePlanning): Promise<void> {}
