import fc from "fast-check";
import { redactingLog } from "../../src/client/log";
import { printable, REDACTED, redactor } from "../../src/client/redact";
import { memoryLog } from "./kit/client";

const KEY = `a<b>&"c\\d'/e+f`;
const redact = redactor(KEY);

test.each([
  ["as it is", KEY],
  ["in JSON", JSON.stringify({ echo: KEY })],
  ["in a URL", `?key=${encodeURIComponent(KEY)}`],
  ["in HTML", "<p>a&lt;b&gt;&amp;&quot;c\\d&#39;/e+f</p>"],
  ["in base64", Buffer.from(KEY).toString("base64")],
  ["twice", `${KEY} and ${KEY}`],
])("the key is taken out %s", (_, echo) => {
  const redacted = redact(echo);
  expect(redacted).toContain(REDACTED);
  expect(redacted).not.toMatch(/c\\+d|c%5Cd/);
  expect(redacted).not.toContain(Buffer.from(KEY).toString("base64"));
});

test("no key survives in any text around it", () => {
  const key = fc.stringMatching(/^[A-Za-z0-9_-]{8,40}$/);
  fc.assert(
    fc.property(key, fc.string(), fc.string(), (secret, before, after) => {
      expect(redactor(secret)(`${before}${secret}${after}`)).not.toContain(secret);
    }),
  );
});

test("a log passes on neither a key in the message nor one in a field", () => {
  const log = memoryLog();
  const safe = redactingLog(log, redactor("s3cret-key"));
  for (const level of ["debug", "info", "warn"] as const) {
    safe[level](`about s3cret-key`, { note: "Bearer s3cret-key", count: 3 });
  }
  expect(log.entries.map(({ level }) => level)).toEqual(["debug", "info", "warn"]);
  for (const { message, fields } of log.entries) {
    expect(message).toBe(`about ${REDACTED}`);
    expect(fields).toEqual({ note: `Bearer ${REDACTED}`, count: 3 });
  }
});

test.each([
  ["control characters become one space", "a\u001b[31mred\u0007\r\n\tb", 100, "a [31mred b"],
  ["a long text is cut", "abcdef", 3, "abc…"],
  ["a text that fits is left", "abc", 3, "abc"],
  ["letters of any script stay", "Größe 大きさ", 100, "Größe 大きさ"],
])("%s", (_, given, length, expected) => {
  expect(printable(given, length)).toBe(expected);
});
