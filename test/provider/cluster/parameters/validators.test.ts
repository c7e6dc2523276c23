import { schema } from "../../../../src/provider/cluster/schema";

const [namesWithoutBlanks] = schema.server_parameters.validators;

test.each<[Record<string, string>, string | undefined]>([
  [{}, undefined],
  [{ "max-per-page": "5", other_1: "" }, undefined],
  [{ a: "1", "": "1" }, "has a parameter without a name"],
  [{ "max per-page": "1" }, 'has a name with a blank in it: "max per-page"'],
  [{ " a": "1" }, 'has a name with a blank in it: " a"'],
  [{ "a\n": "1" }, 'has a name with a blank in it: "a\\n"'],
])("%j", (parameters, problem) => {
  expect(namesWithoutBlanks(parameters)).toBe(problem);
});
