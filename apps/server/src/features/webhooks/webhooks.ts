import { webhooks } from '@alo/contract';
import { sql } from 'kysely';
import { refuseBeyond } from '../../db/company-shares.ts';
import type { Trx } from '../../db/database.ts';
import { resource } from '../../resource/resource.ts';
import { keepToMaker } from './maker.ts';

export const webhook = resource(webhooks, {
  table: 'webhook',
  calls: 'none',
  search: ['name', 'url'],
  rows: (trx) =>
    trx
      .selectFrom('webhook')
      .select(['webhook.id', 'webhook.name', 'webhook.url', 'webhook.active', 'webhook.version'])
      .select(['webhook.created_at', 'webhook.updated_at'])
      .select((row) => [
        // Stored as the contract's own words.
        sql<never[]>`webhook.events`.as('events'),
        sql<boolean>`webhook.sealed_secret is not null`.as('has_secret'),
        row
          .selectFrom('webhook_delivery')
          .whereRef('webhook_delivery.webhook_id', '=', 'webhook.id')
          .orderBy('webhook_delivery.created_at', 'desc')
          .limit(1)
          .select('webhook_delivery.state')
          .as('last_state'),
      ]),
  async after(trx, { caller }, change) {
    if (change.kind === 'deleted') return;
    if (change.after.active) await refuseTooMany(trx);
    const { id, url, events } = change.after;
    const before = change.kind === 'updated' ? change.before : undefined;
    const goesElsewhere = before?.url !== url;
    const told = goesElsewhere ? events : events.filter((event) => before?.events?.includes(event) !== true);
    await keepToMaker(trx, caller, { id, events: told, field: before && goesElsewhere ? 'url' : 'events' });
  },
  sheet: {
    name: 'Tên',
    url: 'Địa chỉ',
    events: { heading: 'Sự kiện', cell: (events) => (events ?? []).join(', ') },
    active: { heading: 'Đang bật', cell: (active) => (active === true ? 'Có' : 'Không') },
    created_at: 'Ngày tạo',
  },
});

/** Each is told of each event by itself: a company with thousands would have thousands of deliveries written for each call. */
async function refuseTooMany(trx: Trx): Promise<void> {
  const { atWork } = await trx
    .selectFrom('webhook')
    .where('active', '=', true)
    .select(({ fn }) => fn.countAll<number>().as('atWork'))
    .executeTakeFirstOrThrow();
  await refuseBeyond(trx, 'webhooks', Number(atWork));
}
