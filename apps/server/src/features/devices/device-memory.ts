import { type DeviceSeen, keptRegistrations } from '@alo/engine';
import { sql } from 'kysely';

import type { Db } from '../../db/database.ts';
import type { DeviceMemory } from '../../telephony/telephony-options.ts';

/** What is seen within this time is written together: a thousand phones that register every minute are one statement a second. */
const gatherMs = 1_000;

/** Remembers in the database where desk phones were seen last, and how an engine reaches them. */
export function deviceMemory({
  db,
  onError,
}: {
  db: Pick<Db, 'inTenant'>;
  onError: (error: unknown) => void;
}): DeviceMemory & { close(): Promise<void> } {
  const due = new Map<string, Map<string, DeviceSeen>>();
  let writing: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const batches = [...due];
    due.clear();
    // A hint that is lost comes again with the next registration.
    writing = writing.then(async () => {
      for (const [tenantId, seen] of batches) await store(db, tenantId, [...seen.values()]).catch(onError);
    });
    return writing;
  }

  return {
    see(tenantId, seen) {
      const its = due.get(tenantId) ?? new Map<string, DeviceSeen>();
      due.set(tenantId, its);
      // That it is gone does not take away from where it spoke a moment ago.
      its.set(seen.device, { ...seen, from: seen.from ?? its.get(seen.device)?.from ?? null });
      timer ??= setTimeout(() => void write(), gatherMs);
    },
    async registrations(tenantId) {
      await write();
      const rows = await db.inTenant(tenantId, (trx) =>
        trx
          .selectFrom('device_seen')
          .where('registered_until', '>', sql<Date>`now()`)
          .select('registrations')
          .execute(),
      );
      return rows.flatMap(({ registrations }) => keptRegistrations.parse(registrations));
    },
    close: write,
  };
}

async function store(db: Pick<Db, 'inTenant'>, tenantId: string, seen: readonly DeviceSeen[]): Promise<void> {
  const rows = seen.map(({ device, at, from, until, registrations }) => ({
    device_id: device,
    last_seen_at: new Date(at),
    address: from?.address ?? null,
    user_agent: from?.userAgent ?? null,
    registered_until: until === null ? null : new Date(until),
    registrations,
  }));
  await db.inTenant(tenantId, (trx) =>
    // A device may have been deleted while its phone was still heard; one that was only missed was seen when it was heard last.
    sql`insert into device_seen as kept (device_id, last_seen_at, address, user_agent, registered_until, registrations)
      select given.device_id, given.last_seen_at, coalesce(given.address, ''), coalesce(given.user_agent, ''),
        given.registered_until, given.registrations
      from json_populate_recordset(null::device_seen, ${JSON.stringify(rows)}::json) as given
      join device on device.id = given.device_id
      on conflict (tenant_id, device_id) do update set
        last_seen_at = case when excluded.address = '' then kept.last_seen_at else excluded.last_seen_at end,
        address = coalesce(nullif(excluded.address, ''), kept.address),
        user_agent = coalesce(nullif(excluded.user_agent, ''), kept.user_agent),
        registered_until = excluded.registered_until,
        registrations = excluded.registrations`.execute(trx),
  );
}
