import { createHash, randomBytes } from 'node:crypto';
import { superAdmin } from '@alo/contract';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { Caller } from '../../kernel/caller.ts';

const beginning = 'scim_';
const parts = /^scim_([0-9a-f]{32})_([\w-]{43})$/;
const shownLength = beginning.length + 6;
const touchMs = 60_000;

/** A key, which says whose it is: its random part is looked for in that company alone. */
export function newKey(tenantId: string): { key: string; hash: Buffer; prefix: string } {
  const secret = randomBytes(32).toString('base64url');
  return {
    key: `${beginning}${tenantId.replaceAll('-', '')}_${secret}`,
    hash: hashOf(secret),
    prefix: `${beginning}…${secret.slice(0, shownLength - beginning.length)}`,
  };
}

/** What the database keeps: 256 random bits need nothing slower. */
const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest();

/** A company's directory, and the role that it gives to those it adds. */
export interface CompanyDirectory {
  readonly caller: Caller;
  readonly roleId: string | null;
}

/**
 * Whose directory asks; undefined for a key that we never gave, or that was taken back. It is asked for each time, so what is taken
 * back is worth nothing at once. What it may do is what this feature does: nothing else takes such a key.
 */
export async function directoryOf(
  { db, now }: { db: Pick<Db, 'inTenant'>; now: () => number },
  token: string,
): Promise<CompanyDirectory | undefined> {
  const [, hex = '', secret = ''] = parts.exec(token) ?? [];
  if (secret === '') return undefined;
  const tenantId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  return db.inTenant(tenantId, async (trx) => {
    const found = await trx
      .selectFrom('directory_sync')
      .innerJoin('tenant', 'tenant.id', 'directory_sync.tenant_id')
      .where('directory_sync.secret_hash', '=', hashOf(secret))
      .where('directory_sync.active', '=', true)
      .where('tenant.active', '=', true)
      .select(['directory_sync.id', 'directory_sync.role_id', 'directory_sync.last_used_at'])
      .select(['tenant.code', 'tenant.time_zone'])
      .executeTakeFirst();
    if (found === undefined) return undefined;
    if ((found.last_used_at?.getTime() ?? 0) < now() - touchMs) {
      await sql`update directory_sync set last_used_at = ${new Date(now())} where id = ${found.id}`.execute(trx);
    }
    const caller: Caller = {
      tenantId,
      tenantCode: found.code,
      timeZone: found.time_zone,
      accountId: found.id,
      sessionId: found.id,
      apiKeyId: found.id,
      mustSetUp: false,
      name: 'SCIM',
      extension: null,
      // Only the top role gives such a key; it has to be able to send out anybody who has left.
      role: { name: superAdmin, permissions: [], scope: 'all' },
      operates: false,
      licences: [],
      teamId: null,
      departmentId: null,
      branchId: null,
    };
    return { caller, roleId: found.role_id };
  });
}
