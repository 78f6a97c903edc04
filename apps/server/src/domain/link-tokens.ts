import { createHash, randomBytes } from 'node:crypto';

import type { Trx } from '../db/database.ts';
import type { Caller } from '../kernel/caller.ts';
import { Problem } from '../kernel/problem.ts';

/** 32 random bytes, as they are written in an address. */
const written = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.([\w-]{43})$/;

/**
 * A token for a link that opens without signing in: the company's id and 256 random bits. It stands behind the `#` of an address; the
 * database keeps `hash` alone.
 */
export function newLinkToken(tenantId: string): { readonly token: string; readonly hash: Buffer } {
  const secret = randomBytes(32).toString('base64url');
  return { token: `${tenantId}.${secret}`, hash: hashOf(secret) };
}

/** Whose link it is, and by what the database knows it. What is no token is refused like a link that is dead. */
export function readLinkToken(token: string): { readonly tenantId: string; readonly hash: Buffer } {
  const [, tenantId, secret] = written.exec(token) ?? [];
  if (tenantId === undefined || secret === undefined) throw Problem.deadLink();
  return { tenantId, hash: hashOf(secret) };
}

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** What whoever made a link lends to it. */
export const lentBy = ({ role, licences, operates }: Caller) => ({ ...role, licences, operates });

/** How many links of a kind open at a moment. Those that do not any more are gone, and whoever makes one meanwhile waits for this transaction. */
export async function countGoodLinks(trx: Trx, kind: 'wall_link' | 'listening_link', at: Date): Promise<number> {
  await trx.deleteFrom(kind).where('expires_at', '<=', at).execute();
  // Two who make the last one at once take turns.
  await trx.selectFrom('tenant').select('id').forUpdate().execute();
  const { good } = await trx
    .selectFrom(kind)
    .select(({ fn }) => fn.countAll<number>().as('good'))
    .executeTakeFirstOrThrow();
  return Number(good);
}
