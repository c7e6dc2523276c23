import { call, emulators } from "../support";

const start = emulators();

test.each([
  [
    "list",
    {
      account: { name: "Emulated account", payment_method: true },
      credential: { name: "read-only", capabilities: ["clusters:read", "metrics:read"] },
    },
  ],
  [
    "map",
    {
      account: {
        name: "Emulated account",
        payment_method: true,
        credential: {
          permissions: {
            "clusters:read": true,
            "metrics:read": true,
            "clusters:create": false,
            "clusters:configure": false,
            "cluster_parameters:manage": false,
            "clusters:clone": false,
            "cluster_credentials:issue": false,
            "billing:read": false,
            "clusters:terminate": false,
            admin: false,
          },
        },
      },
    },
  ],
  ["without_capabilities", { name: "Emulated account", payment_method: true }],
])("getAccount as %s", async (account_shape, expected) => {
  const emulator = await start({ assumptions: { account_shape } });
  const { status, body } = await call(emulator, "GET /account", { key: "emulator-read-only-key" });
  expect(status).toBe(200);
  expect(body).toEqual(expected);
});

test("any valid credential may ask", async () => {
  const emulator = await start({
    keys: [{ name: "nothing", key: "emulator-nothing-key", capabilities: [] }],
  });
  expect((await call(emulator, "GET /account", { key: "emulator-nothing-key" })).status).toBe(200);
});
