import { allTrunk, givenCarriers, numberAll, numberCheck, trunkSecret } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { sealText } from '../../storage/sealed-text.ts';
import { numberHealthRoute } from './number-health.ts';

export interface TrunkDeps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly serverKey: ServerKey;
  readonly now: () => number;
}

/** What differs from plain resources: secrets, and what is known of numbers. */
export const trunkRoutes = ({ db, announce, serverKey, now }: TrunkDeps): Route[] => [
  route(trunkSecret, (by) => {
    const { tenantId } = by.caller;
    const { id } = by.params;
    const { password } = by.body;
    return db.inTenant(tenantId, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('trunk')
        .set({ secret: password === '' ? null : sealText(serverKey, tenantId, password) })
        .where('id', '=', id)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw Problem.notFound();
      const has_secret = password !== '';
      await audit(trx, actorOf(by), { action: 'update', subject: 'trunk', subjectId: id, after: { has_secret } });
      await announce(trx, { tenantId, subject: 'trunks', ids: [id] });
      return { has_secret };
    });
  }),

  route(numberAll, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx.selectFrom('service_number').select(['id', 'number', 'name']).orderBy('number').execute(),
    })),
  ),

  route(givenCarriers, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx
        .selectFrom('carrier_share')
        .select([
          'id',
          'name',
          'numbers',
          'max_calls',
          'username',
          'auth_username',
          'domain',
          'passes_callers',
          'active',
        ])
        .select([
          sql<boolean>`secret is not null`.as('has_secret'),
          sql<string[]>`array(
            select host from assigned_carrier where share_id = carrier_share.id order by host)`.as('places'),
        ])
        .orderBy('name')
        .orderBy('id')
        .execute(),
    })),
  ),

  route(allTrunk, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => ({
      data: await trx.selectFrom('trunk').select(['id', 'name']).orderBy('name').execute(),
    })),
  ),

  numberHealthRoute(db, now),

  route(numberCheck, async ({ caller, params }) => {
    const read = parsePhone(params.number);
    if (!read.ok) return { number: params.number, kind: null, special: false, own: false };
    const { canonical, kind } = read.phone;
    const own = await db.inTenant(caller.tenantId, (trx) =>
      trx.selectFrom('service_number').select('id').where('number', '=', canonical).executeTakeFirst(),
    );
    const special = kind !== 'mobile' && kind !== 'fixed' && kind !== 'international';
    return { number: canonical, kind, special, own: own !== undefined };
  }),
];
