import { createPrivateKey, X509Certificate } from "node:crypto";
import fc from "fast-check";
import { createCertificate } from "../../../src/wire/process/certificate";

const NOW = Date.UTC(2026, 10, 20, 12, 0, 0);

describe("the certificate", () => {
  const created = createCertificate(NOW);
  const read = new X509Certificate(created.pem);

  test("is signed by itself, and the same in both forms", () => {
    expect(read.raw.equals(created.der)).toBe(true);
    expect(read.verify(read.publicKey)).toBe(true);
    expect(read.checkIssued(read)).toBe(true);
    expect(read).toMatchObject({ issuer: "O=HashiCorp\nCN=localhost", subject: read.issuer, ca: true });
  });

  test("is for localhost, as a server and as a client", () => {
    expect(read.checkHost("localhost")).toBe("localhost");
    expect(read.checkHost("example.com")).toBeUndefined();
    expect(read.subjectAltName).toBe("DNS:localhost");
    expect(read.keyUsage).toEqual(["1.3.6.1.5.5.7.3.2", "1.3.6.1.5.5.7.3.1"]);
  });

  test("belongs to the key, on the curve P-256", () => {
    const key = createPrivateKey(created.key);
    expect(read.checkPrivateKey(key)).toBe(true);
    expect(key.asymmetricKeyDetails).toEqual({ namedCurve: "prime256v1" });
  });

  test("is another one every time", () => {
    expect(createCertificate(NOW).der.equals(created.der)).toBe(false);
  });
});

test("the serial number is sixteen bytes and positive, whatever chance gives", () => {
  fc.assert(
    fc.property(fc.nat(255), (fill) => {
      const { pem } = createCertificate(NOW, (size) => new Uint8Array(size).fill(fill));
      expect(new X509Certificate(pem).serialNumber).toMatch(/^[4-7][0-9A-F]{31}$/);
    }),
    { numRuns: 20, examples: [[0], [255]] },
  );
});

test.each([
  ["before 2050, with two digits of the year", Date.UTC(2019, 5, 1), 2049],
  ["from 2050 on, with four", Date.UTC(2020, 5, 1), 2050],
  ["both of them after 2050", Date.UTC(2051, 5, 1), 2081],
])("it is valid from half a minute ago, for thirty years: %s", (_name, now, end) => {
  const read = new X509Certificate(createCertificate(now).pem);
  expect(new Date(read.validFrom).getTime()).toBe(now - 30_000);
  expect(new Date(read.validTo).getUTCFullYear()).toBe(end);
});
