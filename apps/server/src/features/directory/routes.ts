import { endDirectoryKey, getDirectorySync, renewDirectoryKey, setDirectorySync } from '@alo/contract';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { newKey } from './keys.ts';
import { scimPath } from './scim.ts';

interface DirectoryDeps {
  readonly db: Pick<Db, 'inTenant'>;
  readonly consoleUrl: () => string;
  readonly now: () => number;
}

/** Whether a company's directory keeps its people here up to date, and the key by which it does. */
export function directoryRoutes({ db, consoleUrl, now }: DirectoryDeps): Route[] {
  const shown = async (trx: Trx) => {
    const kept = await trx
      .selectFrom('directory_sync')
      .select(['active', 'role_id', 'prefix', 'last_used_at', 'version'])
      .executeTakeFirst();
    return {
      active: kept?.active ?? true,
      role_id: kept?.role_id ?? null,
      prefix: kept?.prefix ?? '',
      last_used_at: kept?.last_used_at ?? null,
      version: kept?.version ?? 0,
      base_url: `${consoleUrl()}${scimPath}`,
    };
  };

  const setKey = (by: By, key: { secret_hash: Buffer | null; prefix: string }, action: string) =>
    db.inTenant(by.caller.tenantId, async (trx) => {
      const kept = await trx.updateTable('directory_sync').set(key).returning('id').executeTakeFirst();
      if (kept === undefined) throw Problem.notFound();
      await audit(trx, actorOf(by), { action, subject: 'directory_sync', subjectId: kept.id });
    });

  return [
    route(getDirectorySync, ({ caller }) => db.inTenant(caller.tenantId, shown)),

    route(setDirectorySync, async (by) => {
      const { version, ...values } = by.body;
      const { tenantId, accountId } = by.caller;
      return db.inTenant(tenantId, async (trx) => {
        const before = await shown(trx);
        if (before.version !== version) throw Problem.conflict(before);
        const role = await trx.selectFrom('role').where('id', '=', values.role_id).select('id').executeTakeFirst();
        if (role === undefined) throw Problem.noSuchChoice({ role_id: 'Vai trò này không còn nữa' });
        const kept = { ...values, updated_by: accountId };
        await trx
          .insertInto('directory_sync')
          .values({ id: newId(), ...kept, created_by: accountId })
          .onConflict((row) =>
            row.column('tenant_id').doUpdateSet((current) => ({
              ...kept,
              updated_at: new Date(now()),
              version: current(current.ref('directory_sync.version'), '+', 1),
            })),
          )
          .execute();
        const after = await shown(trx);
        const entry = { action: 'update', subject: 'directory_sync', subjectId: tenantId };
        await audit(trx, actorOf(by), { ...entry, before, after });
        return after;
      });
    }),

    route(renewDirectoryKey, async (by) => {
      const { key, hash, prefix } = newKey(by.caller.tenantId);
      await setKey(by, { secret_hash: hash, prefix }, 'renew-secret');
      return { secret: key };
    }),

    route(endDirectoryKey, async (by) => {
      await setKey(by, { secret_hash: null, prefix: '' }, 'end');
      return {};
    }),
  ];
}
