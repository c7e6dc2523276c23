import { excerpt, Secrets, visible, visibleOnOneLine } from "../../src/redaction";

const KEY = "Zk3vQ9x2Mn7c1d.Wb_8-Ra";
const AWKWARD = `a<b>&"c\\d'/e+f`;

/** A filter of secrets that stand as `(the key)`. */
function filterOf(...secrets: string[]): Secrets {
  const all = new Secrets();
  for (const secret of secrets) all.add(secret, "the key");
  return all;
}

const every = (text: string, change: (code: number) => string) =>
  [...text].map((one) => change(one.charCodeAt(0))).join("");
const encoded = (text: string, encoding: BufferEncoding) => Buffer.from(text).toString(encoding);

test.each([
  ["as it is", KEY, KEY],
  ["in upper case", KEY, KEY.toUpperCase()],
  ["in a URL, in lower-case percent codes", KEY, every(KEY, (code) => `%${code.toString(16)}`)],
  ["in a URL, escaped where it must be", AWKWARD, encodeURIComponent(AWKWARD)],
  ["in a URL, escaped twice", AWKWARD, encodeURIComponent(encodeURIComponent(AWKWARD))],
  ["in HTML", AWKWARD, "a&lt;b&gt;&amp;&quot;c\\d&#39;/e+f"],
  ["in HTML by names", AWKWARD, "a&lt;b&gt;&amp;&quot;c&bsol;d&apos;&sol;e&plus;f"],
  ["in decimal entities", KEY, every(KEY, (code) => `&#${code};`)],
  ["in hexadecimal entities", KEY, every(KEY, (code) => `&#X${code.toString(16)};`)],
  ["in JSON", AWKWARD, JSON.stringify(AWKWARD).slice(1, -1)],
  ["in escapes of JSON", KEY, every(KEY, (code) => `\\u00${code.toString(16).toUpperCase()}`)],
  ["in JSON in JSON", AWKWARD, JSON.stringify(JSON.stringify(AWKWARD)).slice(3, -3)],
  ["in hexadecimal digits", KEY, encoded(KEY, "hex").toUpperCase()],
  ["in base64url", ">>>>>>>>>?????????", "Pj4-Pj4-Pj4-Pz8_Pz8_Pz8_"],
  [
    "in quoted-printable",
    KEY,
    `${every(KEY.slice(0, 9), (code) => `=${code.toString(16)}`)}=\r\n${KEY.slice(9)}`,
  ],
  ["broken over lines", KEY, `${KEY.slice(0, 8)}\n    ${KEY.slice(8, 16)}\n    ${KEY.slice(16)}`],
  ["with characters that are not seen", KEY, [...KEY].join("\u200b")],
  ["with zero bytes, as UTF-16", KEY, [...KEY].join("\u0000")],
])("a secret is redacted %s", (_, secret, echo) => {
  const { redact } = filterOf(secret);
  expect(redact(`before: ${echo}; after`)).toBe("before: (the key); after");
  expect(redact(echo)).toBe("(the key)");
});

test.each([0, 1, 2, 3, 4])("a secret is redacted in base64, after %i bytes", (behind) => {
  const text = `${"#".repeat(behind)}${KEY}${"!".repeat(behind)}`;
  for (const encoding of ["base64", "base64url"] as const) {
    const shown = filterOf(KEY).redact(`Basic ${encoded(text, encoding)}, or not`);
    expect(shown).toMatch(/^Basic [IyMj]{0,5}\(the key\)[EhISQ]{0,5}=?=?, or not$/);
  }
});

test("a piece of twelve characters is redacted, and a beginning of eight at the end of a truncated text", () => {
  const { redact } = filterOf(KEY);
  expect(redact(`it begins with ${KEY.slice(0, 12)}`)).toBe("it begins with (the key)");
  expect(redact(`it ends with ${KEY.slice(-12)}`)).toBe("it ends with (the key)");
  expect(redact(`it begins with ${KEY.slice(0, 11)}`)).toBe(`it begins with ${KEY.slice(0, 11)}`);
  expect(redact(`it begins with ${KEY.slice(0, 8)}…`)).toBe("it begins with (the key)…");
  expect(redact(`it begins with ${KEY.slice(0, 7)}…`)).toBe(`it begins with ${KEY.slice(0, 7)}…`);
});

test("a short secret only counts as a separate word, and one of fewer than six characters not at all", () => {
  expect(filterOf("cluster").redact("cluster c-1 of clusters, in my_cluster")).toBe(
    "(the key) c-1 of clusters, in my_cluster",
  );
  expect(filterOf("admin").redact("admin, administrator")).toBe("admin, administrator");
  expect(filterOf("password").redact("mypassword1")).toBe("my(the key)1");
});

test("each secret has its name, and adjacent secrets stay separate", () => {
  const secrets = filterOf(KEY);
  secrets.add(AWKWARD, "the credentials of the proxy");
  secrets.add(undefined, "nothing");
  secrets.add("", "nothing");
  expect(secrets.redact(`${KEY}${AWKWARD} ${KEY}`)).toBe("(the key)(the credentials of the proxy) (the key)");
  secrets.add("added-later", "another");
  expect(secrets.redact("it was added-later")).toBe("it was (another)");
});

test("the time is proportional to the length of a hostile text", () => {
  const { outgoing } = filterOf(KEY, "a".repeat(64), "%".repeat(20), "aaaaaaaaaaab");
  const hostile = ["%25", "&#x0", "\\u{0", "=\n", "aaaaaa", KEY.slice(0, 6), "%", "\\", "&amp;#", "\u001b"];
  const took = (text: string) => {
    const begun = process.cpuUsage();
    outgoing(text);
    const { user, system } = process.cpuUsage(begun);
    return user + system;
  };
  for (const part of hostile) {
    const [short = "", long = ""] = [4_000, 40_000].map((length) => part.repeat(length / part.length));
    // Ten times the text; what grows with the square would take a hundred times as long, each time it is tried.
    const isLinear = () => took(long) < 40 * Math.max(1, took(short));
    expect([
      part,
      Array(9)
        .fill(isLinear)
        .some((tried) => tried()),
    ]).toEqual([part, true]);
  }
});

test.each([
  ["escape and bell", "a\u001b[31mred\u0007", "a\\u001b[31mred\\u0007"],
  ["C1 and DEL", "\u009b31m\u007f", "\\u009b31m\\u007f"],
  ["what turns the direction", "\u202eabc\u2066\u200f", "\\u202eabc\\u2066\\u200f"],
  ["what is not seen", "a\u200bb\u00adc\ufeff", "a\\u200bb\\u00adc\\ufeff"],
  ["separators", "a\u2028b\u2029c", "a\\u2028b\\u2029c"],
  ["half of a surrogate pair", "a\ud83d", "a\\ud83d"],
  ["tags", "a\u{e0041}", "a\\udb40\\udc41"],
  ["a carriage return alone", "safe\rgone", "safe\\u000dgone"],
])("%s becomes visible", (_, text, shown) => {
  expect(visible(text)).toBe(shown);
  expect(JSON.parse(`"${shown}"`)).toBe(text);
});

test("line ends, tabs and letters of any script stay", () => {
  const text = "Größe\t大きさ\n👨‍👩‍👧 می‌خواهم\n";
  expect(visible(text)).toBe(text);
  expect(visible("a\r\nb")).toBe("a\nb");
  expect(visibleOnOneLine("a\tb\nc\u001b")).toBe("a\\u0009b\\u000ac\\u001b");
});

test.each([
  ["white space becomes one space", " a \r\n\tb\u2028c ", 100, "a b c"],
  ["a long text is cut", "abcdef", 3, "abc…"],
  ["a pair is not", "ab😀", 3, "ab…"],
  ["a text that fits is left", "abc", 3, "abc"],
  ["a text of megabytes is not searched", `${" ".repeat(100)}x`, 3, "…"],
])("in an excerpt, %s", (_, given, length, expected) => {
  expect(excerpt(given, length)).toBe(expected);
});
