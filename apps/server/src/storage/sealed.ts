import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

import { keyIdBytes, type OneKey, type ServerKey } from '../kernel/key-ring.ts';

const algorithm = 'aes-256-gcm';
const ivBytes = 12;
const tagBytes = 16;

/** Seals texts with a key made of the installation's secret for one purpose. What was sealed for one place opens in no other. */
export interface Sealer {
  /** Each sealing looks different, so that two cannot be compared. It begins with the id of its key. */
  seal(place: string, text: string): Buffer;
  /** The text; undefined for what was not sealed here, for this place. */
  open(place: string, sealed: Buffer): string | undefined;
}

export function sealer(serverKey: ServerKey, purpose: string): Sealer {
  const derived = new WeakMap<OneKey, Buffer>();
  function keyOf(one: OneKey): Buffer {
    const known = derived.get(one);
    if (known !== undefined) return known;
    const key = Buffer.from(hkdfSync('sha256', one.secret, '', purpose, 32));
    derived.set(one, key);
    return key;
  }

  function opened(one: OneKey, place: string, sealed: Buffer): string | undefined {
    if (sealed.length < ivBytes + tagBytes) return undefined;
    const decipher = createDecipheriv(algorithm, keyOf(one), sealed.subarray(0, ivBytes))
      .setAAD(Buffer.from(place))
      .setAuthTag(sealed.subarray(-tagBytes));
    try {
      return decipher.update(sealed.subarray(ivBytes, -tagBytes), undefined, 'utf8') + decipher.final('utf8');
    } catch {
      return undefined;
    }
  }

  return {
    seal(place, text) {
      const one = serverKey.sealing();
      const iv = randomBytes(ivBytes);
      const cipher = createCipheriv(algorithm, keyOf(one), iv).setAAD(Buffer.from(place));
      return Buffer.concat([one.id, iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
    },
    open(place, sealed) {
      const all = serverKey.all();
      const named = all.find(({ id }) => sealed.subarray(0, keyIdBytes).equals(id));
      const text = named && opened(named, place, sealed.subarray(keyIdBytes));
      if (text !== undefined) return text;
      // Sealed before keys had ids: by any of them, and the tag says whether by this one.
      for (const one of all) {
        const found = opened(one, place, sealed);
        if (found !== undefined) return found;
      }
      return undefined;
    },
  };
}
