import { startEmulator } from "../../src/emulator";
import { emulators } from "./support";

const start = emulators();

describe("startEmulator", () => {
  test("listens on loopback, on a free port, with the admin key, and leaves the process's own globals alone", async () => {
    const before = [globalThis.Request, globalThis.Response];
    const emulator = await start();
    expect([globalThis.Request, globalThis.Response]).toEqual(before);
    expect(emulator.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    expect(emulator.nodeUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/nodes\/\{hostname\}$/);
    expect(emulator.controlUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/control$/);
    expect(emulator.key).toBe("emulator-admin-key");
    expect(emulator.keys).toEqual({
      "read-only": "emulator-read-only-key",
      provision: "emulator-provision-key",
      operate: "emulator-operate-key",
      admin: "emulator-admin-key",
    });
  });

  test("a taken port is an error, and a closed emulator frees its own", async () => {
    const emulator = await start();
    const port = Number(new URL(emulator.baseUrl).port);
    await expect(startEmulator({ port })).rejects.toMatchObject({ code: "EADDRINUSE" });
    await emulator.close();
    await start({ port });
  });

  test.each([
    [{ rate: "fast" }, 'The rate limit "fast" is neither'],
    [{ assumptions: { retry_after: "soon" } }, 'The assumption "retry_after" cannot be "soon"'],
    [{ keys: [{ name: "x", key: "x", preset: "root" }] }, 'There is no preset "root"'],
    [{ seed: { clusters: [{ id: "a" }, { id: "a" }] } }, 'There is a cluster "a" already'],
  ])("%j is refused", async (options, message) => {
    await expect(startEmulator(options)).rejects.toThrow(message);
  });
});
