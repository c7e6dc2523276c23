import { withoutSignature } from "../../../tools/release/portableExecutable";

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

test("the signature at the end goes, and with it the entry that names it", () => {
  const signed = executable({ at: 0x300, size: 0x100 });
  expect(withoutSignature(signed)).toEqual(executable({ length: 0x300 }));
  expect(signed).toHaveLength(0x400);
});

test("an executable without a signature stays as it is", () => {
  expect(withoutSignature(executable())).toEqual(executable());
});

test.each([
  ["of 32 bits", executable({ magic: 0x10b }), "with 64 bits"],
  ["with something behind its signature", executable({ at: 0x200, size: 0x100 }), "does not lie at its end"],
])("an executable %s is refused", (_, bytes, words) => {
  expect(() => withoutSignature(bytes)).toThrow(words);
});
