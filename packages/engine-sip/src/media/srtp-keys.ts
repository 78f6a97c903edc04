import { createCipheriv, createSecretKey, type KeyObject } from 'node:crypto';

/**
 * The keys of one direction, made of a master key and its salt (RFC 3711 §4.3.1, the derivation rate being zero). As objects, since
 * octets would be made one for each packet, which takes longer than all that is done with it.
 */
export interface SessionKeys {
  readonly cipher: KeyObject;
  readonly authentication: KeyObject;
  readonly salt: Buffer;
}

const MASTER_KEY = 16;
const SALT = 14;
const AUTHENTICATION_KEY = 20;

/** For RTP labels begin at 0, for RTCP at 3 (§4.3.2). */
export function sessionKeys(master: Buffer, kind: 'rtp' | 'rtcp'): SessionKeys {
  const first = kind === 'rtp' ? 0 : 3;
  return {
    cipher: createSecretKey(derived(master, first, MASTER_KEY)),
    authentication: createSecretKey(derived(master, first + 1, AUTHENTICATION_KEY)),
    salt: derived(master, first + 2, SALT),
  };
}

function derived(master: Buffer, label: number, octets: number): Buffer {
  const counter = Buffer.concat([master.subarray(MASTER_KEY, MASTER_KEY + SALT), Buffer.alloc(2)]);
  counter[7] = (counter[7] ?? 0) ^ label;
  return counterMode(master.subarray(0, MASTER_KEY), counter, Buffer.alloc(octets));
}

/** En- or deciphers a packet's part: the counter is made of salt, SSRC and index (§4.1.1). */
export function cipher({ cipher: key, salt }: SessionKeys, ssrc: number, index: number, text: Buffer): Buffer {
  const counter = Buffer.alloc(16);
  salt.copy(counter);
  counter.writeUInt32BE((counter.readUInt32BE(4) ^ ssrc) >>> 0, 4);
  counter.writeUInt16BE(counter.readUInt16BE(8) ^ Math.floor(index / 2 ** 32), 8);
  counter.writeUInt32BE((counter.readUInt32BE(10) ^ (index % 2 ** 32)) >>> 0, 10);
  return counterMode(key, counter, text);
}

function counterMode(key: Buffer | KeyObject, counter: Buffer, text: Buffer): Buffer {
  // A counter mode has no last block to finish.
  return createCipheriv('aes-128-ctr', key, counter).update(text);
}
