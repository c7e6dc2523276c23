import { version } from "../../package.json";
import { serviceFrom } from "../provider/configure";
import type { Settings } from "../provider/settings";
import type { NodeCall } from "../provider/shared/dataPlane";
import type { Terminal } from "./terminal";

export type Service = NodeCall["service"];

/** Does something with the service that the settings lead to, and closes its connections. */
export async function withService<T>(
  settings: Settings,
  { env, stderr, secrets }: Pick<Terminal, "env" | "stderr" | "secrets">,
  act: (service: Service) => Promise<T>,
): Promise<T> {
  const warn = (message: string) => stderr.write(`${message}\n`);
  const service = await serviceFrom(settings, {
    env,
    log: { debug: () => {}, info: () => {}, warn },
    secrets,
    userAgent: `cdktf-provider-searchcloud/${version} (command)`,
  });
  try {
    return await act(service);
  } finally {
    await service.close();
  }
}
