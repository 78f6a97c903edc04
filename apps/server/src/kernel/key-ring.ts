import { createHmac, hkdfSync } from 'node:crypto';

/** One of the installation's secrets of 32 bytes. */
export interface OneKey {
  /** Six bytes that say which it is and nothing of what it is. What it seals begins with them. */
  readonly id: Buffer;
  readonly secret: Buffer;
  /** From this moment on (ms since 1970) it is the one that seals; 0 of an installation's first. */
  readonly fromMs: number;
}

/** The installation's secret, as it is now: mostly one key, and while keys are changed those that are going, too. */
export interface ServerKey {
  /** The newest first, also one whose moment is yet to come. All of them open. */
  all(): readonly OneKey[];
  /** The one that seals. */
  sealing(): OneKey;
}

/** How many bytes an id has: as many as make whole signs of base64, so that it is found in texts as well. */
export const keyIdBytes = 6;

/** A key by its 32 bytes. */
export const oneKey = (secret: Buffer, fromMs = 0): OneKey => ({
  id: Buffer.from(hkdfSync('sha256', secret, '', 'alo id of a key', keyIdBytes)),
  secret,
  fromMs,
});

/** Keys that stay as they are, the newest first. */
export const fixedKey = (...secrets: readonly [Buffer, ...Buffer[]]): ServerKey => {
  const all = secrets.map((secret, place) => oneKey(secret, secrets.length - 1 - place));
  return { all: () => all, sealing: () => keyAt(all, Number.POSITIVE_INFINITY) };
};

/** The key that sealed at a moment; the oldest that is there of moments before it. `all` has the newest first. */
export function keyAt(all: readonly OneKey[], atMs: number): OneKey {
  const found = all.find(({ fromMs }) => fromMs <= atMs) ?? all.at(-1);
  if (found === undefined) throw new Error('An installation has a key.');
  return found;
}

/**
 * The key of something that has an id of ours (UUID version 7): the one that sealed when the id was made, in each process and at any
 * time, so that what is derived for it stays the same while keys are changed.
 */
export function keyOfId(serverKey: ServerKey, id: string): OneKey {
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  return keyAt(serverKey.all(), Number.isNaN(madeAt) ? 0 : madeAt);
}

/** A proof that whoever has the key made of a text. */
export const proofBy = ({ secret }: Pick<OneKey, 'secret'>, ...text: readonly (string | Buffer)[]): Buffer => {
  const proof = createHmac('sha256', secret);
  for (const part of text) proof.update(part);
  return proof.digest();
};
