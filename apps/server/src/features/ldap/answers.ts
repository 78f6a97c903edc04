/*
 * What a directory answers (RFC 4511), read strictly. A company may name any server, and the library that writes our requests reads
 * answers without end where a length is wrong: a hostile server could stop the process by one packet.
 */

/** A value of BER: its tag, and what it holds. */
interface Part {
  readonly tag: number;
  readonly body: Buffer;
}

/** What came is no answer of a directory's. */
export class NotLdap extends Error {
  override readonly name = 'NotLdap';
}

/** More than the entry of any person takes. */
const longestMessage = 256 * 1024;

const tags = { integer: 0x02, octets: 0x04, enumerated: 0x0a, sequence: 0x30, set: 0x31 } as const;

export const answerKinds = { bind: 0x61, entry: 0x64, searchDone: 0x65, reference: 0x73, extended: 0x78 } as const;

/** One message: what it answers, of which kind it is (`answerKinds`), and its values. */
export interface Answer {
  readonly id: number;
  readonly kind: number;
  readonly parts: readonly Part[];
}

/** Whose entry it is, and its values by the attribute's name in small letters. */
export interface Entry {
  readonly dn: string;
  readonly values: ReadonlyMap<string, readonly string[]>;
}

/** How many bytes the first message has; undefined while not even its length is there. Throws where it is too long, or none. */
export function lengthOfMessage(bytes: Buffer): number | undefined {
  const head = headAt(bytes, 0);
  if (bytes.length > 0 && bytes[0] !== tags.sequence) throw new NotLdap('no message');
  if (head === undefined) return undefined;
  const length = head.begins + head.length;
  if (length > longestMessage) throw new NotLdap('too long a message');
  return length;
}

export function readAnswer(message: Buffer): Answer {
  const [whole] = partsOf(message);
  const [id, what] = partsOf(whole?.body ?? message);
  if (whole?.tag !== tags.sequence || id?.tag !== tags.integer || id.body.length > 4 || what === undefined) {
    throw new NotLdap('no message');
  }
  return {
    id: id.body.length === 0 ? 0 : id.body.readIntBE(0, id.body.length),
    kind: what.tag,
    parts: partsOf(what.body),
  };
}

/** The result code of an answer that ends a request (RFC 4511 §4.1.9). */
export function resultCodeOf({ parts: [code] }: Answer): number {
  if (code?.tag !== tags.enumerated || code.body.length !== 1) throw new NotLdap('no result');
  return code.body.readUInt8(0);
}

/** An entry that was found (RFC 4511 §4.5.2). */
export function readEntry({ parts: [name, attributes] }: Answer): Entry {
  if (name?.tag !== tags.octets || attributes?.tag !== tags.sequence) throw new NotLdap('no entry');
  const values = new Map<string, string[]>();
  for (const { tag, body } of partsOf(attributes.body)) {
    const [type, all] = tag === tags.sequence ? partsOf(body) : [];
    if (type?.tag !== tags.octets || all?.tag !== tags.set) throw new NotLdap('no attribute');
    const texts = partsOf(all.body).map((value) => value.body.toString('utf8'));
    values.set(type.body.toString('utf8').toLowerCase(), texts);
  }
  return { dn: name.body.toString('utf8'), values };
}

/** All values in these bytes, one after the other. */
function partsOf(bytes: Buffer): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < bytes.length; ) {
    const head = headAt(bytes, at);
    if (head === undefined || head.begins + head.length > bytes.length) throw new NotLdap('a length that does not fit');
    parts.push({ tag: bytes.readUInt8(at), body: bytes.subarray(head.begins, head.begins + head.length) });
    at = head.begins + head.length;
  }
  return parts;
}

/** Where the value at a place begins, and how long it is (X.690 §8.1.3, definite lengths alone). */
function headAt(bytes: Buffer, at: number): { begins: number; length: number } | undefined {
  const first = bytes[at + 1];
  if (first === undefined) return undefined;
  if (first < 0x80) return { begins: at + 2, length: first };
  const size = first & 0x7f;
  if (size === 0 || size > 4) throw new NotLdap('a length of no use');
  const begins = at + 2 + size;
  return begins > bytes.length ? undefined : { begins, length: bytes.readUIntBE(at + 2, size) };
}
