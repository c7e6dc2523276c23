import { call, control, emulators } from "../support";

const start = emulators();
const PARAMETERS = "/clusters/abc/server-configuration-parameters";
const seed = {
  clusters: [
    { id: "abc", parameters: { "max-per-page": "5" } },
    { id: "def", clones: [{ id: "k1" }] },
  ],
};
const CREATED = [{ cluster_id: "abc", status: "pending" }, { cluster_id: "def" }];
const GROUPS = { parameter_name: "max-group-limit", parameter_value: "9" };

/** Each write of the children of a cluster: what it sends, and what is left when it was carried out. */
const WRITES: [operation: string, line: string, json: object | undefined, left: object][] = [
  ["createCloningOperation", "POST /clusters/abc/cloning-operations", undefined, { clones: CREATED }],
  [
    "cancelCloningOperation",
    "PATCH /clusters/def/cloning-operations/k1",
    { status: "canceled" },
    { clones: [{ id: "k1", status: "canceled" }] },
  ],
  [
    "createServerConfigurationParameter",
    `POST ${PARAMETERS}`,
    GROUPS,
    { parameters: [{ parameter_value: "5" }, GROUPS] },
  ],
  [
    "updateServerConfigurationParameter",
    `PATCH ${PARAMETERS}/{id}`,
    { parameter_value: "9" },
    { parameters: [{ parameter_value: "9" }] },
  ],
  ["deleteServerConfigurationParameter", `DELETE ${PARAMETERS}/{id}`, undefined, { parameters: [] }],
];

describe.each(WRITES)("%s", (operation, line, json, left) => {
  const begin = async (when: "before" | "after") => {
    const emulator = await start({ seed });
    await control(emulator, "POST /faults", { match: { operation }, effect: { kind: "reset", when } });
    const path = line.replace("{id}", emulator.state().parameters[0]?.id ?? "");
    return { emulator, request: () => call(emulator, path, { json }) };
  };

  test("is carried out once when its answer is lost", async () => {
    const { emulator, request } = await begin("after");
    await expect(request()).rejects.toThrow("fetch failed");
    expect(emulator.state()).toMatchObject(left);
    expect(emulator.journal()).toMatchObject([{ operation, done: true, status: "reset" }]);
  });

  test("is not carried out when it is lost itself, and the next one is", async () => {
    const { emulator, request } = await begin("before");
    const { clones, parameters } = emulator.state();
    await expect(request()).rejects.toThrow("fetch failed");
    expect(emulator.state()).toMatchObject({ clones, parameters });
    expect((await request()).status).toBeLessThan(300);
    expect(emulator.state()).toMatchObject(left);
    expect(emulator.journal().map(({ done }) => done)).toEqual([false, true]);
  });
});
