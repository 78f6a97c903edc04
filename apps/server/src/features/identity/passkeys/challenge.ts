import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

import type { Trx } from '../../../db/database.ts';
import { type OneKey, proofBy, type ServerKey } from '../../../kernel/key-ring.ts';
import { newId } from '../../../kernel/new-id.ts';

const goodForMs = 5 * 60_000;
const randomLength = 16;
const timeLength = 8;

export interface ChallengeMaker {
  readonly serverKey: ServerKey;
  readonly now: () => number;
}

/** What a challenge is for: one of signing in is worth nothing where a passkey is made. */
export type ChallengePurpose = 'sign-in' | `register ${string}`;

/**
 * A challenge that carries its own expiry under our seal, so that whoever asks for a million of them fills no table. What counts
 * it once is `takeChallenge`, in the transaction that takes the answer.
 */
export function newChallenge({ serverKey, now }: ChallengeMaker, purpose: ChallengePurpose): Buffer {
  const body = Buffer.alloc(timeLength + randomLength);
  body.writeBigUInt64BE(BigInt(now() + goodForMs));
  randomBytes(randomLength).copy(body, timeLength);
  return Buffer.concat([body, sealOf(serverKey.sealing(), purpose, body)]);
}

/** Whether a challenge is one of ours, for this, and not too old. */
export function isOurs({ serverKey, now }: ChallengeMaker, purpose: ChallengePurpose, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  const body = bytes.subarray(0, timeLength + randomLength);
  const seal = bytes.subarray(timeLength + randomLength);
  const isSealedBy = (one: OneKey) => {
    const expected = sealOf(one, purpose, body);
    return seal.length === expected.length && timingSafeEqual(seal, expected);
  };
  if (!serverKey.all().some(isSealedBy)) return false;
  return Number(body.readBigUInt64BE()) > now();
}

/** False where the challenge has been answered before. */
export async function takeChallenge(trx: Trx, challenge: string, now: number): Promise<boolean> {
  await trx.deleteFrom('used_challenge').where('expires_at', '<=', new Date(now)).execute();
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('used_challenge')
    .values({
      id: newId(),
      challenge_hash: createHash('sha256').update(challenge).digest(),
      expires_at: new Date(now + goodForMs),
    })
    .onConflict((row) => row.columns(['tenant_id', 'challenge_hash']).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows === 1n;
}

const sealOf = (one: OneKey, purpose: ChallengePurpose, body: Buffer) =>
  proofBy(one, `passkey challenge:${purpose}:`, body);
