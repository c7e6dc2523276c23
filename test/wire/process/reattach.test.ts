import { existsSync } from "node:fs";
import { serveReattach } from "../../../src/wire";
import { PluginClient } from "../support/pluginClient";

describe("a provider for reattaching", () => {
  test.each([
    ["linux", "unix"],
    ["win32", "tcp"],
  ] as const)("on %s serves one client after another, over %s", async (platform, network) => {
    let calls = 0;
    const stopProvider = async () => ({ error: String(++calls) });
    const { reattach, close } = await serveReattach({ handlers: { stopProvider }, platform });
    expect(reattach).toEqual({
      Protocol: "grpc",
      ProtocolVersion: 6,
      Pid: process.pid,
      Test: true,
      Addr: { Network: network, String: expect.any(String) },
    });
    for (const error of ["1", "2"]) {
      const client = new PluginClient({ network, address: reattach.Addr.String });
      expect(await client.call("Provider.stopProvider")).toEqual({ error });
      client.close();
    }
    await close();
    if (network === "unix") expect(existsSync(reattach.Addr.String)).toBe(false);
  });

  test("closes although a client is still there", async () => {
    const { reattach, close } = await serveReattach({ handlers: {} });
    const client = new PluginClient({ network: "unix", address: reattach.Addr.String });
    await client.call("Health.check", { service: "plugin" });
    await close();
    expect(await client.failure("Health.check", { service: "plugin" })).toMatchObject({ code: 14 });
    client.close();
  });
});
