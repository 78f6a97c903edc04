import { sql } from 'kysely';

import type { Bus } from '../../bus/bus.ts';
import type { Db } from '../../db/database.ts';

export interface MessageCounts {
  readonly waiting: number;
  readonly old: number;
}

/** Older messages light nobody's lamp. */
const keptDays = 30;

/** The messages of each extension's box, which is the one that its calls end in; heard is what somebody has listened to, or said so. */
export async function messagesByExtension(
  db: Pick<Db, 'inTenant'>,
  tenantId: string,
): Promise<ReadonlyMap<string, MessageCounts>> {
  const { rows } = await db.inTenant(tenantId, (trx) =>
    sql<{ number: string } & MessageCounts>`
      select extension.number, count(*) filter (where heard_at is null)::int as waiting,
        count(*) filter (where heard_at is not null)::int as old
      from extension
      join recording on recording.kind = 'message' and recording.state = 'ready'
        and recording.voicemail_box_id = box_of(extension)
        and recording.started_at > now() - make_interval(days => ${keptDays})
      left join voicemail_message on voicemail_message.recording_id = recording.id
      where voicemail_message.deleted_at is null
      group by extension.number order by extension.number`.execute(trx),
  );
  return new Map(rows.map(({ number, waiting, old }) => [number, { waiting, old }]));
}

const gatherMs = 2_000;
/** What another process did may not have been heard of. */
const lookMs = 60_000;

/** Sees to it that phones are told when messages come or are heard. Nothing is read of companies whose calls run elsewhere. */
export function watchMessages({
  db,
  bus,
  runsHere,
  changed,
  onError,
}: {
  db: Pick<Db, 'inTenant'>;
  bus: Pick<Bus, 'subscribe'>;
  runsHere: () => Iterable<string>;
  changed: (tenantId: string) => Promise<void>;
  onError: (error: unknown) => void;
}): { close(): Promise<void> } {
  const told = new Map<string, string>();
  const due = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let looking: Promise<void> = Promise.resolve();
  const everybody = setInterval(() => {
    for (const tenantId of runsHere()) notice(tenantId);
  }, lookMs);

  function notice(tenantId: string): void {
    due.add(tenantId);
    timer ??= setTimeout(() => {
      timer = undefined;
      const tenants = new Set(runsHere());
      const asked = [...due].filter((one) => tenants.has(one));
      due.clear();
      looking = looking.then(async () => {
        for (const one of asked) await look(one).catch(onError);
      });
    }, gatherMs);
  }

  async function look(tenantId: string): Promise<void> {
    const now = JSON.stringify([...(await messagesByExtension(db, tenantId))]);
    // With none from the beginning there is nothing to tell.
    const before = told.get(tenantId) ?? '[]';
    told.set(tenantId, now);
    if (now !== before) await changed(tenantId);
  }

  bus.subscribe('messages-left', (tenantId) => notice(tenantId));
  bus.subscribe('messages-changed', (tenantId) => notice(tenantId));
  return {
    async close() {
      clearInterval(everybody);
      clearTimeout(timer);
      await looking;
    },
  };
}
