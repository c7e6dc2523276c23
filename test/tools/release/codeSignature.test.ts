import { createHash } from "node:crypto";
import { adHocSigned, withoutSignature } from "../../../tools/release/codeSignature";

describe("Mach-O", () => {
  const LINK_EDIT_AT = 0x5000;

  /** An executable with the segments that a signature needs, as small as it can be. */
  function executable({ commands = [] as Buffer[], used = 0 } = {}): Buffer {
    const all = [segment("__TEXT", 0, 0x5000), segment("__LINKEDIT", LINK_EDIT_AT, 0x123), ...commands];
    const bytes = Buffer.alloc(LINK_EDIT_AT + 0x123, 0);
    bytes.fill(0xab, 0x1000);
    [0xfeedfacf, 0x0100000c, 0, 2, all.length, Buffer.concat(all).length].forEach((word, at) => {
      bytes.writeUInt32LE(word, at * 4);
    });
    Buffer.concat([...all, Buffer.alloc(1, used)]).copy(bytes, 32);
    return bytes;
  }

  function segment(name: string, offset: number, length: number): Buffer {
    const bytes = Buffer.alloc(72);
    bytes.writeUInt32LE(0x19, 0);
    bytes.writeUInt32LE(72, 4);
    bytes.write(name, 8);
    bytes.writeBigUInt64LE(BigInt(length), 32);
    bytes.writeBigUInt64LE(BigInt(offset), 40);
    bytes.writeBigUInt64LE(BigInt(length), 48);
    return bytes;
  }

  test("the load command has the position of the signature, and the last segment extends to its end", () => {
    const signed = adHocSigned(executable(), "a-program");
    const command = 32 + 2 * 72;
    expect([signed.readUInt32LE(16), signed.readUInt32LE(20)]).toEqual([3, 160]);
    const [kind, size, at, length] = [0, 4, 8, 12].map((offset) => signed.readUInt32LE(command + offset));
    expect([kind, size, at]).toEqual([0x1d, 16, 0x5130]);
    expect(signed).toHaveLength(0x5130 + (length ?? 0));
    const linkEdit = 32 + 72;
    expect(Number(signed.readBigUInt64LE(linkEdit + 48))).toBe(signed.length - LINK_EDIT_AT);
    expect(Number(signed.readBigUInt64LE(linkEdit + 32))).toBe(0x4000);
  });

  test("the signature is a code directory with the hash of every page", () => {
    const signed = adHocSigned(executable(), "a-program");
    const signature = signed.subarray(0x5130);
    const word = (at: number) => signature.readUInt32BE(at);
    // One blob, the code directory, 20 bytes in.
    expect([0, 4, 8, 12, 16].map(word)).toEqual([0xfade0cc0, signature.length, 1, 0, 20]);
    const directory = signature.subarray(20);
    const [magic, length, version, flags, hashes = 0, name = 0, special, pages = 0, limit = 0] = [
      0, 4, 8, 12, 16, 20, 24, 28, 32,
    ].map((at) => directory.readUInt32BE(at));
    expect([magic, length, version, flags]).toEqual([0xfade0c02, directory.length, 0x20400, 0x20002]);
    expect([special, pages, limit]).toEqual([0, 6, 0x5130]);
    expect([...directory.subarray(36, 40)]).toEqual([32, 2, 0, 12]);
    expect([64, 72, 80].map((at) => Number(directory.readBigUInt64BE(at)))).toEqual([0, 0x5000, 1]);
    expect(directory.toString("latin1", name, hashes)).toBe("a-program\0");
    for (let page = 0; page < pages; page += 1) {
      const content = signed.subarray(page * 4096, Math.min((page + 1) * 4096, limit));
      const hash = directory.subarray(hashes + page * 32, hashes + (page + 1) * 32);
      expect(hash.equals(createHash("sha256").update(content).digest())).toBe(true);
    }
  });

  const signature = Buffer.alloc(16);
  signature.writeUInt32LE(0x1d, 0);
  signature.writeUInt32LE(16, 4);

  test.each([
    ["another format", Buffer.alloc(64), "Only 64-bit Mach-O executables"],
    ["one that is signed", executable({ commands: [signature] }), "already has a signature"],
    ["one without room", executable({ used: 1 }), "has no room"],
  ])("%s is refused", (_, bytes, words) => {
    expect(() => adHocSigned(bytes, "a-program")).toThrow(words);
  });
});

describe("Portable Executable", () => {
  const HEADER = 0x80;
  const ENTRY = HEADER + 24 + 112 + 4 * 8;

  function executable({ magic = 0x20b, at = 0, size = 0, length = 0x400 } = {}): Buffer {
    const bytes = Buffer.alloc(length, 7);
    bytes.writeUInt32LE(HEADER, 0x3c);
    bytes.write("PE\0\0", HEADER, "latin1");
    bytes.writeUInt16LE(magic, HEADER + 24);
    bytes.writeUInt32LE(at, ENTRY);
    bytes.writeUInt32LE(size, ENTRY + 4);
    return bytes;
  }

  test("the signature at the end is removed, and its entry too", () => {
    const signed = executable({ at: 0x300, size: 0x100 });
    expect(withoutSignature(signed)).toEqual(executable({ length: 0x300 }));
    expect(signed).toHaveLength(0x400);
  });

  test("an executable without a signature does not change", () => {
    expect(withoutSignature(executable())).toEqual(executable());
  });

  test.each([
    ["of 32 bits", executable({ magic: 0x10b }), "Only 64-bit Windows"],
    ["with something behind its signature", executable({ at: 0x200, size: 0x100 }), "is not at its end"],
  ])("an executable %s is refused", (_, bytes, words) => {
    expect(() => withoutSignature(bytes)).toThrow(words);
  });
});
