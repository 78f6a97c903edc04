import { createCipheriv, createDecipheriv } from 'node:crypto';

/**
 * The form of a file that is sealed: a head of `headBytes`, in which its length stands at `lengthAt`, then pieces of `pieceBytes`, each with
 * its tag (AES-256-GCM). Whoever has the file's own key reads it: the server, and the engine that plays it.
 */
export const sealedForm = { headBytes: 512, lengthAt: 8, pieceBytes: 64 * 1024, tagBytes: 16 } as const;

/** A sealed file lies beside where the plain one would, so that neither is ever taken for the other. */
export const sealedSuffix = '.sealed';

/** What is not what was sealed, or cannot be opened by this key. */
export class NotOpened extends Error {}

/** So many keys of sealed files are known at a time: of each that is played now, and then some. */
const mostKeys = 1_000;

/** The own keys of sealed files that an engine was given, by the file. */
export class KnownKeys {
  readonly #keys = new Map<string, Buffer>();

  /** Each in base64. */
  note(keys: Readonly<Record<string, string>>): void {
    for (const [file, own] of Object.entries(keys)) {
      this.#keys.delete(file);
      this.#keys.set(file, Buffer.from(own, 'base64'));
    }
    for (const file of this.#keys.keys()) {
      if (this.#keys.size <= mostKeys) return;
      this.#keys.delete(file);
    }
  }

  of(file: string): Buffer | undefined {
    return this.#keys.get(file);
  }
}

const algorithm = 'aes-256-gcm';

/** Each piece has a number of its own, and each key one file: no two have the same nonce. */
function nonceOf(nth: number): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeBigUInt64BE(BigInt(nth), 4);
  return nonce;
}

/** A piece of a file with its tag. */
export function sealPiece(key: Buffer, nth: number, plain: Buffer): Buffer {
  const cipher = createCipheriv(algorithm, key, nonceOf(nth));
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** The piece as it was. Throws `NotOpened` where its tag is not right. */
export function openPiece(key: Buffer, nth: number, sealed: Buffer): Buffer {
  const { tagBytes } = sealedForm;
  const decipher = createDecipheriv(algorithm, key, nonceOf(nth)).setAuthTag(sealed.subarray(-tagBytes));
  const plain = decipher.update(sealed.subarray(0, -tagBytes));
  try {
    decipher.final();
  } catch (error) {
    throw new NotOpened('A sealed file is not what was sealed.', { cause: error });
  }
  return plain;
}

/** A whole sealed file as it was. Throws `NotOpened` where it was changed, or is cut short. */
export function openWhole(sealed: Buffer, key: Buffer): Buffer {
  const { headBytes, lengthAt, pieceBytes, tagBytes } = sealedForm;
  if (sealed.length < headBytes) throw new NotOpened('A sealed file has no head.');
  const bytes = Number(sealed.readBigUInt64LE(lengthAt));
  const pieces = Math.ceil(bytes / pieceBytes);
  if (sealed.length !== headBytes + bytes + pieces * tagBytes)
    throw new NotOpened('A sealed file is not as long as what was sealed.');
  const plain: Buffer[] = [];
  for (let nth = 0, at = headBytes; nth < pieces; nth += 1, at += pieceBytes + tagBytes) {
    plain.push(openPiece(key, nth, sealed.subarray(at, at + pieceBytes + tagBytes)));
  }
  return Buffer.concat(plain);
}
