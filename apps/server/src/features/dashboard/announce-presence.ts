import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { endOf, presenceOf, whyPaused } from '../../domain/presence.ts';
import type { LiveHub } from '../../live/live-hub.ts';

/** Changes that come this close together are told as one. */
const gatherMs = 50;

/** Tells a tenant's listeners what the people at these extensions do now. */
export function presenceAnnouncer({
  db,
  live,
  calls,
  onError,
}: {
  db: Db;
  live: Pick<LiveHub, 'publish'>;
  calls: Pick<CallsNow, 'phones'>;
  onError: (error: unknown) => void;
}) {
  const due = new Map<string, Set<string>>();

  async function tell(tenantId: string): Promise<void> {
    const extensions = [...(due.get(tenantId) ?? [])];
    due.delete(tenantId);
    const people = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('account')
        .where('extension', 'in', extensions)
        .where('active', '=', true)
        .select(['name', 'status_activity', 'status_reason', sql<string>`extension`.as('extension')])
        .execute(),
    );
    const phones = await calls.phones(
      tenantId,
      people.map(({ extension }) => extension),
    );
    for (const { extension, status_reason: reason, ...person } of people) {
      const phone = phones.get(extension);
      const state = presenceOf(person.status_activity, phone);
      const presence = {
        ...person,
        extension,
        phones: phone?.contacts ?? 0,
        state,
        until: endOf(state, phone),
        note: whyPaused(state, reason, phone),
      };
      live.publish(tenantId, 'presence-changed', () => presence);
    }
  }

  return (tenantId: string, extension: string): void => {
    const gathered = due.get(tenantId);
    if (gathered !== undefined) {
      gathered.add(extension);
      return;
    }
    due.set(tenantId, new Set([extension]));
    setTimeout(() => void tell(tenantId).catch(onError), gatherMs).unref();
  };
}
