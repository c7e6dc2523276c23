import { HELP, readArguments } from "../../src/emulator/arguments";
import { ASSUMPTIONS } from "../../src/emulator/assumptions";

describe("the command line", () => {
  const USUAL = {
    help: false,
    port: 8700,
    speed: 1,
    rate: "30/60",
    dialect: "search-cloud",
    assumptions: {},
    tls: null,
  };
  const all = "--port 0 --speed=600 --rate off --dialect typesense-cloud";
  const tls = { certificate: "a.pem", key: "b.pem" };
  const assumed = "--assume second_terminate=201 --assume provisioning_seconds=5";
  const given = { help: false, port: 0, speed: 600, rate: "off", dialect: "typesense-cloud" };
  test.each([
    ["", USUAL],
    [
      `${all} ${assumed} --tls-key b.pem --tls-certificate a.pem`,
      { ...given, assumptions: { second_terminate: "201", provisioning_seconds: 5 }, tls },
    ],
  ])("%s is read", (line, expected) => {
    expect(readArguments(line.split(" ").filter(Boolean))).toEqual(expected);
  });

  test.each([
    ["--port 70000", '--port is a whole number from 0 to 65535, not "70000".'],
    ["--port=x", '--port is a whole number from 0 to 65535, not "x".'],
    ["--speed 0", '--speed is a number above 0 and at most 1000000, not "0".'],
    ["--speed fast", '--speed is a number above 0 and at most 1000000, not "fast".'],
    ["--rate 30", 'The rate limit "30" is neither "off" nor requests/seconds, such as "30/60".'],
    ["--dialect go", '--dialect is search-cloud or typesense-cloud, not "go".'],
    ["--assume second_terminate", "--assume is name=value, such as second_terminate=201"],
    ["--assume second_terminate=maybe", 'The assumption "second_terminate" cannot be "maybe".'],
    ["--assume provisioning_seconds=soon", 'The assumption "provisioning_seconds" cannot be "soon".'],
    ["--tls-key a.pem", "--tls-key needs --tls-certificate beside it."],
    ["--tls-certificate a.pem", "--tls-certificate needs --tls-key beside it."],
    ["--sped 600", "--sped"],
    ["start", "start"],
    ["--port", "--port"],
  ])("%s is refused", (line, message) => {
    expect(() => readArguments(line.split(" "))).toThrow(message);
  });

  test("the help names every flag and every open question", () => {
    const flags = ["port", "speed", "rate", "dialect", "tls-certificate", "tls-key", "assume", "help"].map(
      (name) => `--${name}`,
    );
    for (const name of [...flags, ...Object.keys(ASSUMPTIONS)]) expect(HELP).toContain(`  ${name}`);
    expect(HELP).toContain("second_terminate: 422 | 201 | 404");
  });
});
