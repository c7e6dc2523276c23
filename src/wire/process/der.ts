/** The few forms of DER (ITU-T X.690) that a certificate consists of. */
export const der = {
  sequence: (...parts: Uint8Array[]): Buffer => tagged(0x30, ...parts),
  set: (...parts: Uint8Array[]): Buffer => tagged(0x31, ...parts),
  /** An integer from its bytes, the highest first; they must be shortest and begin with a bit 0. */
  integer: (bytes: Uint8Array): Buffer => tagged(0x02, bytes),
  boolean: (value: boolean): Buffer => tagged(0x01, Buffer.of(value ? 0xff : 0)),
  octets: (bytes: Uint8Array): Buffer => tagged(0x04, bytes),
  bits: (bytes: Uint8Array, unused = 0): Buffer => tagged(0x03, Buffer.of(unused), bytes),
  utf8: (text: string): Buffer => tagged(0x0c, Buffer.from(text, "utf8")),
  objectId,
  time,
  /** A part that the surrounding sequence tells by its number. */
  context: (number: number, ...parts: Uint8Array[]): Buffer => tagged(0xa0 | number, ...parts),
  /** Text in place of such a part, as a DNS name has it. */
  contextText: (number: number, text: string): Buffer => tagged(0x80 | number, Buffer.from(text, "latin1")),
};

function tagged(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), length(body.length), body]);
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.of(size);
  if (size < 0x100) return Buffer.of(0x81, size);
  return Buffer.of(0x82, size >> 8, size & 0xff);
}

function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]));
}

function base128(value: number): number[] {
  const bytes = [value & 0x7f];
  for (let rest = value >>> 7; rest > 0; rest >>>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}

/** UTCTime until 2049, GeneralizedTime from 2050 on (RFC 5280, 4.1.2.5); whole seconds. */
function time(date: Date): Buffer {
  const digits = `${date.toISOString().slice(0, 19).replace(/\D/g, "")}Z`;
  return date.getUTCFullYear() < 2050
    ? tagged(0x17, Buffer.from(digits.slice(2)))
    : tagged(0x18, Buffer.from(digits));
}
