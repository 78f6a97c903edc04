import { createHash, randomInt, timingSafeEqual } from 'node:crypto';

import type { Trx } from '../../../db/database.ts';
import { type OneKey, proofBy, type ServerKey } from '../../../kernel/key-ring.ts';
import { newId } from '../../../kernel/new-id.ts';
import { type Sealer, sealer } from '../../../storage/sealed.ts';

const howMany = 10;
/** Without what looks like something else on paper. */
const letters = 'abcdefghjkmnpqrstuvwxyz23456789';

/** Hashes of codes, sealed: what a key proved before keys could be changed is told by a hash alone, of this length. */
export const recoveryCodeSealer = (serverKey: ServerKey): Sealer => sealer(serverKey, 'alo recovery code');
const provedBytes = 32;

/** Makes the recovery codes of somebody anew. They are told once: what is kept of them opens nothing. */
export async function makeRecoveryCodes(trx: Trx, serverKey: ServerKey, accountId: string): Promise<string[]> {
  const codes = Array.from({ length: howMany }, () =>
    Array.from({ length: 10 }, () => letters.charAt(randomInt(letters.length))).join(''),
  );
  const seals = recoveryCodeSealer(serverKey);
  await trx.deleteFrom('recovery_code').where('account_id', '=', accountId).execute();
  await trx
    .insertInto('recovery_code')
    .values(
      codes.map((code) => ({
        id: newId(),
        account_id: accountId,
        code_hash: seals.seal(accountId, `sha256 ${digest(accountId, code).toString('hex')}`),
        created_by: accountId,
      })),
    )
    .execute();
  return codes.map((code) => `${code.slice(0, 5)}-${code.slice(5)}`);
}

/** Takes a recovery code, once. */
export async function takeRecoveryCode(
  trx: Trx,
  { serverKey, now }: { serverKey: ServerKey; now: () => number },
  { accountId, code: typed }: { accountId: string; code: string },
): Promise<boolean> {
  const code = typed.toLowerCase().replace(/[^a-z0-9]/g, '');
  const kept = await trx
    .selectFrom('recovery_code')
    .where('account_id', '=', accountId)
    .where('used_at', 'is', null)
    .select(['id', 'code_hash'])
    .execute();
  const found = kept.find(({ code_hash }) => isOf(serverKey, { accountId, code }, code_hash));
  if (found === undefined) return false;
  const { numUpdatedRows } = await trx
    .updateTable('recovery_code')
    .set({ used_at: new Date(now()) })
    .where('id', '=', found.id)
    .where('used_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Code = { readonly accountId: string; readonly code: string };

function isOf(serverKey: ServerKey, { accountId, code }: Code, kept: Buffer): boolean {
  if (kept.length === provedBytes)
    return serverKey.all().some((one) => timingSafeEqual(kept, proof(one, accountId, code)));
  const [kind, hash, secret] = recoveryCodeSealer(serverKey).open(accountId, kept)?.split(' ') ?? [];
  if (hash === undefined) return false;
  const given =
    kind === 'proof' && secret !== undefined
      ? proofBy({ secret: Buffer.from(secret, 'hex') }, toProve(accountId, code))
      : digest(accountId, code);
  return timingSafeEqual(Buffer.from(hash, 'hex'), given);
}

/**
 * What is sealed of a code that a key proved, when keys are changed: the proof with its key, which goes with it from here on. Before
 * keys could be changed an installation had one: the oldest that is there.
 */
export function keptProof(serverKey: ServerKey, kept: Buffer): string | undefined {
  const oldest = serverKey.all().at(-1);
  if (kept.length !== provedBytes || oldest === undefined) return undefined;
  return `proof ${kept.toString('hex')} ${oldest.secret.toString('hex')}`;
}

const toProve = (accountId: string, code: string) => `recovery-code:${accountId}:${code}`;
const proof = (one: OneKey, accountId: string, code: string) => proofBy(one, toProve(accountId, code));
const digest = (accountId: string, code: string) => createHash('sha256').update(toProve(accountId, code)).digest();
