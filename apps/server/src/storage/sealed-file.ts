import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { NotOpened, openPiece, sealedForm, sealPiece } from '@alo/engine-host/sealed-sound';

import { keyIdBytes, type ServerKey } from '../kernel/key-ring.ts';
import type { StoredFile } from './file-store.ts';
import { sealer } from './sealed.ts';

/**
 * A file that is sealed: a head of `headBytes`, then pieces of `pieceBytes`, each with its tag (AES-256-GCM), so that any part is read
 * without what is before it. Every file has a key of its own, which stands in the head, sealed by the installation's for this file and
 * this length. The head has two places for it: a key that is sealed anew is on the disk before the older one goes.
 */
const magic = Buffer.from('ALOSEAL1');
const { headBytes, lengthAt, pieceBytes, tagBytes } = sealedForm;
const slots = [32, 272] as const;
const slotBytes = 200;

const keySealer = (serverKey: ServerKey) => sealer(serverKey, 'alo recordings');

/** What is sealed of a file: which it is, and how long. A file under another name, or cut short, does not open. */
interface Sealed {
  readonly place: string;
  readonly bytes: number;
}

const aboutOf = ({ place, bytes }: Sealed) => `${place}/${bytes}`;

/** Seals exactly so many bytes as they come. */
export async function* sealed(
  content: AsyncIterable<Buffer>,
  serverKey: ServerKey,
  about: Sealed,
): AsyncGenerator<Buffer> {
  const key = randomBytes(32);
  const head = Buffer.alloc(headBytes);
  magic.copy(head);
  head.writeBigUInt64LE(BigInt(about.bytes), lengthAt);
  putKey(head, slots[0], keySealer(serverKey).seal(aboutOf(about), key.toString('base64')));
  yield head;
  let [nth, came] = [0, 0];
  let rest: Buffer[] = [];
  let waiting = 0;
  for await (const chunk of content) {
    came += chunk.length;
    rest.push(chunk);
    waiting += chunk.length;
    if (waiting < pieceBytes) continue;
    const all = Buffer.concat(rest);
    let at = 0;
    for (; at + pieceBytes <= all.length; at += pieceBytes)
      yield sealPiece(key, nth++, all.subarray(at, at + pieceBytes));
    rest = [all.subarray(at)];
    waiting = all.length - at;
  }
  if (came !== about.bytes) throw new Error(`${came} bytes came where ${about.bytes} were to be sealed.`);
  if (waiting > 0) yield sealPiece(key, nth, Buffer.concat(rest));
}

/** What was sealed, to be read whole or in parts. Nothing is handed out whose tag is not right. */
export async function openedFile(file: StoredFile, serverKey: ServerKey, place: string): Promise<StoredFile> {
  const head = await buffer(await file.read({ start: 0, end: headBytes - 1 }));
  const { bytes, key } = keyIn(head, serverKey, place);
  return {
    bytes,
    async read({ start, end } = { start: 0, end: bytes - 1 }) {
      const to = Math.min(end, bytes - 1);
      if (start > to) return Readable.from([]);
      return Readable.from(plainPart(file, key, { bytes, start, end: to }), { objectMode: false });
    },
  };
}

async function* plainPart(
  file: StoredFile,
  key: Buffer,
  { bytes, start, end }: { bytes: number; start: number; end: number },
): AsyncGenerator<Buffer> {
  const step = pieceBytes + tagBytes;
  const [first, last] = [Math.floor(start / pieceBytes), Math.floor(end / pieceBytes)];
  const lengthOf = (nth: number) => Math.min(pieceBytes, bytes - nth * pieceBytes) + tagBytes;
  const from = headBytes + first * step;
  const source = await file.read({ start: from, end: headBytes + last * step + lengthOf(last) - 1 });
  let nth = first;
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    if (!Buffer.isBuffer(chunk)) continue;
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (nth <= last && rest.length >= lengthOf(nth)) {
      const plain = openPiece(key, nth, rest.subarray(0, lengthOf(nth)));
      rest = rest.subarray(lengthOf(nth));
      const begins = nth * pieceBytes;
      yield plain.subarray(Math.max(0, start - begins), Math.min(plain.length, end - begins + 1));
      nth += 1;
    }
  }
  if (nth <= last) throw new NotOpened('A sealed file is shorter than what was sealed.');
}

/** The file's own key, by which all of it is read; undefined where no key of this installation opens its head. */
export function ownKeyIn(head: Buffer, serverKey: ServerKey, place: string): Buffer | undefined {
  try {
    return keyIn(head, serverKey, place).key;
  } catch (error) {
    if (error instanceof NotOpened) return undefined;
    throw error;
  }
}

function keyIn(head: Buffer, serverKey: ServerKey, place: string): Sealed & { readonly key: Buffer } {
  if (head.length < headBytes || !head.subarray(0, magic.length).equals(magic)) {
    throw new NotOpened('A sealed file has no head.');
  }
  const bytes = Number(head.readBigUInt64LE(lengthAt));
  const seals = keySealer(serverKey);
  for (const slot of slots) {
    const held = keyAt(head, slot);
    const text = held && seals.open(aboutOf({ place, bytes }), held);
    if (text !== undefined) return { place, bytes, key: Buffer.from(text, 'base64') };
  }
  throw new NotOpened('No key of this installation opens a sealed file.');
}

function putKey(head: Buffer, slot: number, held: Buffer): void {
  if (held.length > slotBytes) throw new RangeError('A sealed key has no room in its head.');
  head.fill(0, slot, slot + 2 + slotBytes);
  head.writeUInt16LE(held.length, slot);
  held.copy(head, slot + 2);
}

function keyAt(head: Buffer, slot: number): Buffer | undefined {
  const length = head.readUInt16LE(slot);
  return length === 0 || length > slotBytes ? undefined : head.subarray(slot + 2, slot + 2 + length);
}

/** A head in the two steps in which it is sealed by the newest key, each to be on the disk before the next. */
export interface RewrappedHead {
  /** The ids of the keys that its key was sealed by, in hexadecimal digits. */
  readonly by: readonly string[];
  /** Empty where it is sealed by the newest alone; undefined where no key opens it. */
  readonly steps: readonly Buffer[] | undefined;
}

/** Seals the key in a head anew. */
export function rewrapped(head: Buffer, serverKey: ServerKey, place: string): RewrappedHead {
  const ids = slots.map((slot) => keyAt(head, slot)?.subarray(0, keyIdBytes));
  const by = ids.flatMap((id) => (id === undefined ? [] : [id.toString('hex')]));
  const newest = serverKey.sealing().id;
  const [kept] = slots.filter((_, nth) => ids[nth]?.equals(newest) === true);
  if (kept !== undefined && by.length === 1) return { by, steps: [] };
  try {
    const { key, bytes } = keyIn(head, serverKey, place);
    const both = Buffer.from(head);
    // Where a step was taken before somebody died, the newest is there already.
    const to = kept ?? slots.find((_, nth) => ids[nth] === undefined) ?? slots[1];
    putKey(both, to, keySealer(serverKey).seal(aboutOf({ place, bytes }), key.toString('base64')));
    const alone = Buffer.from(both);
    for (const slot of slots) if (slot !== to) alone.fill(0, slot, slot + 2 + slotBytes);
    return { by, steps: [both, alone] };
  } catch (error) {
    if (error instanceof NotOpened) return { by, steps: undefined };
    throw error;
  }
}

/** How much of a sealed file is its head. */
export const sealedHeadBytes = headBytes;
