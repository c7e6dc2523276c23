import { permits, presetsWith } from "../../client/vocabulary";
import type { ClusterPlanning } from "./plan";

const CONFIGURE = "clusters:configure";

/**
 * Says at plan that the key seems not to be allowed to change clusters (DESIGN.md, L5). A hint only: what the account says of
 * a key is not documented, and the service decides when the change is asked for.
 */
export async function warnOfCredential(planning: ClusterPlanning, name: string): Promise<void> {
  const granted = await planning.service.client?.capabilities({ signal: planning.signal });
  if (!granted || permits(granted, CONFIGURE)) return;
  planning.warn(
    `The key seems not to be allowed to change cluster ${name}`,
    `Changing it needs the capability ${CONFIGURE}, which keys of the presets ${presetsWith(CONFIGURE).join(", ")} have. ` +
      `The account says of this key: ${granted.join(", ")}.`,
  );
}
