import {
  ASSUMPTIONS,
  defaultAssumptions,
  withAssumptions,
} from "../../../../src/emulator/domain/assumptions";

describe("the assumptions", () => {
  test("each asks a question, and has another answer than its default", () => {
    const odd = Object.entries(ASSUMPTIONS).filter(([, { question, alternatives }]) => {
      const several = alternatives.length > 1 && new Set<unknown>(alternatives).size === alternatives.length;
      return !question.includes("?") || !several;
    });
    expect(odd).toEqual([]);
  });

  test("a change of one leaves the others at their defaults", () => {
    const changed = withAssumptions(defaultAssumptions(), { second_terminate: "404" });
    expect(changed).toEqual({ ...defaultAssumptions(), second_terminate: "404" });
    expect(defaultAssumptions()).toMatchObject({ second_terminate: "422", termination_step_seconds: 60 });
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
