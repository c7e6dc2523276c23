import { ASSUMPTIONS, defaultAssumptions, withAssumptions } from "../../../src/emulator/assumptions";

describe("the assumptions", () => {
  test.each(Object.entries(ASSUMPTIONS))(
    "%s says what it asks, from where, and has another answer",
    (_, row) => {
      const alternatives: readonly (string | number)[] = row.alternatives;
      expect(row.question).toMatch(/\?/);
      expect(row.source).toMatch(/^(management API, |docs\/design\/api-assumptions\.md#)/);
      expect(alternatives).toContain(row.default);
      expect(new Set(alternatives).size).toBe(alternatives.length);
      expect(alternatives.length).toBeGreaterThan(1);
    },
  );

  const all = Object.entries(ASSUMPTIONS).flatMap(([name, row]) =>
    row.alternatives.map((value: string | number) => [name, value] as const),
  );
  test.each(all)("%s can be %p, and the others stay", (name, value) => {
    const changed = withAssumptions(defaultAssumptions(), { [name]: value });
    expect(changed).toEqual({ ...defaultAssumptions(), [name]: value });
  });

  test.each([
    ["second_terminate", 201, 'cannot be 201. It is "422", "201", "404".'],
    ["termination_step_seconds", -1, "cannot be -1. It is 60, 0, 86400 or another whole number of seconds."],
    ["termination_step_seconds", "60", 'cannot be "60".'],
    ["latest_server_version", "", 'cannot be "". It is "30.2", "31.0" or another text.'],
    [
      "retry_afterwards",
      "absent",
      'There is no assumption "retry_afterwards". The rows are: provisioning_seconds,',
    ],
    ["__proto__", "absent", 'There is no assumption "__proto__".'],
  ])("%s = %p is refused with what is allowed", (name, value, message) => {
    expect(() => withAssumptions(defaultAssumptions(), Object.fromEntries([[name, value]]))).toThrow(message);
  });

  test("durations and texts take values beside the listed ones", () => {
    const changes = { provisioning_seconds: 17, latest_server_version: "32.1" };
    expect(withAssumptions(defaultAssumptions(), changes)).toMatchObject(changes);
  });
});
