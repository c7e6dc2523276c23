import fc from "fast-check";
import { call, control, controlOf, emulatorsOf, NOW, over } from "../../support";

const start = emulatorsOf({ parameters: { "max-per-page": "250" } });

describe("server parameters over the control path", () => {
  test("are set outside the API and its rules", async () => {
    const emulator = await start();
    const [before] = emulator.state().parameters;
    emulator.advance(60);
    const set = await control(emulator, "PUT /clusters/abc/parameters/max-per-page", { value: "many" });
    expect(set).toEqual({ status: 200, body: { id: before?.id } });
    await control(emulator, "PUT /clusters/abc/parameters/odd%20one", { value: "" });
    const at = "2027-01-01T00:01:00.000Z";
    expect(emulator.state().parameters).toMatchObject([
      { ...before, parameter_value: "many", updated_at: at },
      { cluster_id: "abc", parameter_name: "odd one", parameter_value: "", created_at: at },
    ]);
    expect(emulator.journal()).toEqual([]);
  });

  test("are deleted, and the running ones are shown, as a copy", async () => {
    const emulator = await start();
    const deleted = await control(emulator, "DELETE /clusters/abc/parameters/max-per-page");
    expect(deleted).toEqual({ status: 200, body: {} });
    expect(emulator.state().parameters).toEqual([]);
    Object.assign(emulator.runningParameters("abc"), { "max-per-page": "1" });
    const running = await control(emulator, "GET /clusters/abc/running-parameters");
    expect(running).toEqual({ status: 200, body: { parameters: { "max-per-page": "250" } } });
  });

  test.each([
    ["PUT /clusters/nobody/parameters/max-per-page", { value: "1" }, 404, 'Cluster "nobody" not found'],
    ["PUT /clusters/abc/parameters/max-per-page", { value: 1 }, 400, "at value"],
    ["DELETE /clusters/abc/parameters/cors-domains", undefined, 404, 'no server parameter "cors-domains"'],
  ])("%s %j answers %i", async (line, json, status, error) => {
    const answer = await control(await start(), line, json);
    expect(answer).toEqual({ status, body: { error: expect.stringContaining(error) } });
  });

  test("the write and delete of a race come first", async () => {
    const emulator = await start();
    const path = "/clusters/abc/server-configuration-parameters";
    const theirs = { set_parameter: { name: "max-group-limit", value: "3" } };
    emulator.race({ match: { method: "POST" }, when: "before", do: theirs });
    const json = { parameter_name: "max-group-limit", parameter_value: "5" };
    expect((await call(emulator, `POST ${path}`, { json })).status).toBe(422);
    const line = `PATCH ${path}/${emulator.state().parameters[0]?.id}`;
    emulator.race({ match: { method: "PATCH" }, when: "before", do: { delete_parameter: "max-per-page" } });
    expect((await call(emulator, line, { json: { parameter_value: "5" } })).status).toBe(404);
    expect(emulator.state().parameters).toMatchObject([{ parameter_value: "3" }]);
  });
});

const write = fc.record({
  name: fc.constantFrom("max-per-page", "cors-domains", "__proto__", "constructor"),
  value: fc.option(fc.string({ maxLength: 5 }), { nil: null }),
});

test("the last write of a name wins, and a restart applies exactly that", () => {
  fc.assert(
    fc.property(fc.array(write, { maxLength: 20 }), (writes) => {
      const emulator = controlOf({}, {});
      const model = new Map<string, string>();
      for (const { name, value } of writes) {
        if (value !== null) {
          emulator.setParameterOutside("abc", name, value);
          model.set(name, value);
        } else if (model.delete(name)) emulator.deleteParameterOutside("abc", name);
        else expect(() => emulator.deleteParameterOutside("abc", name)).toThrow("has no server parameter");
      }
      const stored = emulator.state().parameters;
      const pairs = stored.map(({ parameter_name: name, parameter_value: value }) => [name, value] as const);
      expect(new Map(pairs)).toEqual(model);
      expect(pairs).toHaveLength(model.size);
      expect(emulator.runningParameters("abc")).toEqual({});
      const id = emulator.changeOutside("abc", { perform_change_at: NOW + 1 });
      emulator.finishChange("abc", id, "succeeded");
      expect(new Map(Object.entries(emulator.runningParameters("abc")))).toEqual(model);
    }),
  );
});

const OLD = { "max-per-page": "250" };
const begun = (assumptions: object = {}) => {
  const cluster = { memory: "8_gb", vcpu: "4_vcpus", parameters: OLD, auto_upgrade_capacity: true };
  return controlOf({ change_seconds: 60, ...assumptions }, cluster);
};
const restart = (emulator: ReturnType<typeof begun>, after = 10) =>
  emulator.changeOutside("abc", { perform_change_at: NOW + after });

test("writes and deletes take effect after a restart, and one restart covers all", async () => {
  const emulator = begun();
  emulator.deleteParameterOutside("abc", "max-per-page");
  emulator.setParameterOutside("abc", "max-group-limit", "9");
  emulator.advance(86_400);
  restart(emulator, 86_410);
  const seen = await over(emulator, [0, 10, 59, 1], () => emulator.runningParameters("abc"));
  expect(seen).toEqual([OLD, OLD, OLD, { "max-group-limit": "9" }]);
});

test.each([
  ["begin", "500"],
  ["end", "900"],
])("of one that is written during a restart, the value from its %s runs", (taken_over, value) => {
  const emulator = begun({ parameters_taken_over: taken_over });
  emulator.setParameterOutside("abc", "max-per-page", "500");
  restart(emulator);
  emulator.advance(11);
  emulator.setParameterOutside("abc", "max-per-page", "900");
  emulator.advance(59);
  expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": value });
});

test("after a cancelled change the old values run, after an automatic upgrade the new ones", () => {
  const emulator = begun();
  emulator.setParameterOutside("abc", "max-per-page", "500");
  emulator.cancelOutside("abc", restart(emulator));
  emulator.advance(70);
  expect(emulator.runningParameters("abc")).toEqual(OLD);
  emulator.autoUpgrade("abc", { memory: "16_gb", vcpu: "4_vcpus" });
  expect(emulator.runningParameters("abc")).toEqual({ "max-per-page": "500" });
});
