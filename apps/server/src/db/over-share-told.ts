import { overShareWords, type ShareName } from '@alo/contract';
import { sql } from 'kysely';
import type { Actor } from '../kernel/by.ts';
import { Problem } from '../kernel/problem.ts';
import { audit } from './audit.ts';
import type { InTenant, Trx } from './database.ts';

/** Nobody who is signed in: the company's own work, which is done later, or somebody whom nobody knows. */
export const nobody: Actor = { accountId: null, network: '', requestId: '' };

/**
 * Writes into the company's trail that it was over a share: once an hour, whoever of it tries, at whatever, in whichever process, so that no
 * flood fills the trail. Answers whether it was written.
 */
export async function tellOverShare(
  trx: Trx,
  { share, message = overShareWords(share), ...of }: { share: ShareName; message?: string; subject?: string },
  actor: Actor = nobody,
): Promise<boolean> {
  const { rows } = await sql`insert into share_told (id, share) values (gen_random_uuid(), ${share})
    on conflict (tenant_id, share) do update set at = now() where share_told.at < now() - interval '1 hour'
    returning id`.execute(trx);
  if (rows.length === 0) return false;
  const after = { code: 'over_share', share, message, ...of };
  await audit(trx, actor, { action: 'refused', subject: 'share', subjectId: share, after });
  return true;
}

/** Does the work; where it is refused because the company is over a share, its trail has it, though the work itself left nothing. */
export async function tellingOverShare<T>(
  { inTenant, tenantId, actor, subject }: { inTenant: InTenant; tenantId: string; actor?: Actor; subject?: string },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Problem && error.share !== undefined) {
      const { share, message } = error;
      await inTenant(tenantId, (trx) =>
        tellOverShare(trx, { share, message, ...(subject === undefined ? {} : { subject }) }, actor),
      );
    }
    throw error;
  }
}
