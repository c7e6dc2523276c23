import fc from "fast-check";
import { excerpt, Secrets } from "../../src/redaction";
import { anyText } from "../support/anyText";
import { CONTROL, encoding, secretKey, shows } from "../support/encodings";
import { fuzzRuns } from "../support/fuzz";

function filterOf(...secrets: string[]): Secrets {
  const all = new Secrets();
  for (const secret of secrets) all.add(secret, "the key");
  return all;
}

/** Text beside an echoed secret, such as the rest of a message or of a header. */
const beside = fc.oneof(
  anyText({ maxLength: 40 }),
  fc.constantFrom("key=", "Forbidden: ", '{"api_key":"', "<p>", "?x-api-key=", "%", "\\", "&#", "="),
);

test("no encoding of a secret passes, at any position", () => {
  fc.assert(
    fc.property(secretKey, encoding, beside, beside, (secret, { encode }, before, after) => {
      const { outgoing } = filterOf(secret);
      const shown = outgoing(`${before}${encode(secret)}${after}`);
      expect({ shown, isShown: shows(shown, secret) }).toEqual({ shown, isShown: false });
      expect(shown).not.toMatch(CONTROL);
    }),
    { numRuns: fuzzRuns(150) },
  );
});

test("an excerpt truncated within a secret shows no piece of it", () => {
  fc.assert(
    fc.property(
      secretKey,
      encoding,
      fc.nat({ max: 60 }),
      fc.nat({ max: 120 }),
      (secret, { encode }, begin, length) => {
        const shown = filterOf(secret).outgoing(
          excerpt(`${"x ".repeat(begin / 2)}${encode(secret)} end`, length),
        );
        expect({ shown, isShown: shows(shown, secret) }).toEqual({ shown, isShown: false });
      },
    ),
    { numRuns: fuzzRuns(100) },
  );
});

test("a text without secrets changes only in its control characters", () => {
  fc.assert(
    fc.property(fc.array(secretKey, { maxLength: 5 }), anyText({ maxLength: 200 }), (secrets, text) => {
      fc.pre(!secrets.some((secret) => shows(text, secret, 6)));
      expect(filterOf(...secrets).redact(text)).toBe(text);
    }),
    { numRuns: fuzzRuns(100) },
  );
});
