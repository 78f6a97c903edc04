import { companyShares, limitOf, overShareWords, type ShareName } from '@alo/contract';
import { sql } from 'kysely';
import { Problem } from '../kernel/problem.ts';
import type { Trx } from './database.ts';

/** How much of a share the company has: what the operator says, else what every company has; null is no limit. */
export async function mostOf(trx: Trx, share: ShareName): Promise<number | null> {
  const { rows } = await sql<{ most: number | null }>`select ${sql.ref(limitOf(share))} as most from tenant`.execute(
    trx,
  );
  const most = rows[0]?.most ?? companyShares[share].usual;
  return most === null ? null : Number(most);
}

/** Refuses what would make it more than the company's share, in the words of the share. */
export async function refuseBeyond(trx: Trx, share: ShareName, wanted: number): Promise<void> {
  const most = await mostOf(trx, share);
  if (most !== null && wanted > most) throw Problem.overShare(share, overShareWords(share, most));
}
