import { randomInt, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { sealer } from '../../storage/sealed.ts';

const goodForMs = 30 * 60_000;

export interface ProofKeeper {
  readonly serverKey: ServerKey;
  readonly now: () => number;
}

const kept = z.object({ id: z.uuid(), email: z.string(), code: z.string(), until: z.number() });

/** What somebody who is sent a code holds meanwhile; `id` will be their company's, so that one proof makes one company. */
export type HeldProof = Pick<z.output<typeof kept>, 'id' | 'code'>;

const seals = (serverKey: ServerKey) => sealer(serverKey, 'alo sign-up');
const plain = (email: string) => email.normalize('NFC').toLowerCase();

/** A code for a letter, and the sealed proof that it will be held against: nothing is kept of who never comes back. */
export function newProof({ serverKey, now }: ProofKeeper, email: string) {
  const code = randomInt(1_000_000).toString().padStart(6, '0');
  const until = now() + goodForMs;
  const proof = JSON.stringify({ id: newId(), email: plain(email), code, until });
  return { code, proof: seals(serverKey).seal('', proof).toString('base64url'), expiresAt: new Date(until) };
}

/** The proof that was made for this e-mail; undefined for one that is made up, of another e-mail, or too old. */
export function openProof({ serverKey, now }: ProofKeeper, proof: string, email: string): HeldProof | undefined {
  const text = seals(serverKey).open('', Buffer.from(proof, 'base64url'));
  if (text === undefined) return undefined;
  const held = kept.parse(JSON.parse(text));
  return held.email === plain(email) && held.until > now() ? held : undefined;
}

export const isItsCode = ({ code }: HeldProof, given: string): boolean =>
  given.length === code.length && timingSafeEqual(Buffer.from(given), Buffer.from(code));
