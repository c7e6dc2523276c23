import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigurationError } from "../../src/client";
import { readAuthorities } from "../../src/http/authorities";
import { authority } from "../support/certificates";

const folder = mkdtempSync(join(tmpdir(), "authorities-"));
afterAll(() => rmSync(folder, { recursive: true }));

const [one, two] = [authority("One"), authority("Two")];
const fileWith = (text: string | Buffer) => {
  const file = join(folder, "ca.pem");
  writeFileSync(file, text);
  return file;
};

test("reads every certificate of a file, whatever stands between them", () => {
  const text = `# One\r\n${one.certificate.replaceAll("\n", "\r\n")}\r\n# Two\n${two.key}${two.certificate}`;
  const read = readAuthorities(fileWith(text)).map((pem) => pem.replaceAll("\r", ""));
  expect(read).toEqual([one.certificate, two.certificate]);
});

const der = Buffer.from(one.certificate.split("\n").slice(1, -2).join(""), "base64");
const cut = one.certificate.replace(/\n[^\n]+\n[^\n]+\n$/, "\n");

test.each<[string, () => string, RegExp]>([
  [
    "that is not there",
    () => "certs/none.pem",
    /is "certs\/none\.pem": the file does not exist\. A relative path starts at the folder .* \(here \//,
  ],
  ["that is a folder", () => folder, /it is a folder/],
  ["that is empty", () => fileWith(""), /it has no line "-----BEGIN CERTIFICATE-----"/],
  ["with a key", () => fileWith(one.key), /it has no line/],
  ["in DER", () => fileWith(der), /openssl x509 -inform der/],
  [
    "with a certificate that is truncated",
    () => fileWith(`${cut}${two.certificate}`),
    /certificate 1 of 2 cannot be read/,
  ],
  [
    "with a certificate that is garbled",
    () => fileWith(`${two.certificate}${one.certificate.replace("MII", "Mii")}`),
    /certificate 2 of 2/,
  ],
])("a file %s is refused at its attribute", (_, file, words) => {
  const refused = expect.objectContaining({
    attribute: "ca_certificate_file",
    detail: expect.stringMatching(words),
  });
  const attempt = () => readAuthorities(file());
  expect(attempt).toThrow(ConfigurationError);
  expect(attempt).toThrow(refused);
});
