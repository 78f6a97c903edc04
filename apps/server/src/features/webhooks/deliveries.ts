import { eventsKeptDays, webhookEvent } from '@alo/contract';
import { type SqlBool, sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { tellPrograms } from '../../domain/company-events.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AnnounceChange } from '../../resource/announce.ts';

/** Something to be told to one webhook. */
interface NewDelivery {
  readonly webhookId: string;
  readonly event: string;
  /** What it is told of once only; '' of what may be told of again. */
  readonly subjectId?: string;
  /** The event that it tells of. */
  readonly of?: { readonly number: number; readonly callId: string | null };
  readonly data: unknown;
}

/** Writes it into the log and hands it to the workers, in the transaction of what it tells of. Answers the ids of what is new. */
export async function addDeliveries(trx: Trx, deliveries: readonly NewDelivery[]): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const added = await trx
    .insertInto('webhook_delivery')
    .values(
      deliveries.map(({ webhookId, event, subjectId = '', of, data }) => ({
        id: newId(),
        webhook_id: webhookId,
        event,
        subject_id: subjectId,
        number: of?.number ?? null,
        call_id: of?.callId ?? null,
        data: JSON.stringify(data),
        next_at: sql<Date>`now()`,
      })),
    )
    .onConflict((row) => row.doNothing())
    .returning('id')
    .execute();
  const ids = added.map(({ id }) => id);
  if (ids.length > 0)
    await sql`select queue_delivery(id, ${new Date()}) from unnest(${ids}::uuid[]) as added (id)`.execute(trx);
  return ids;
}

export async function queueDelivery(trx: Trx, id: string, at: Date): Promise<void> {
  await sql`select queue_delivery(${id}, ${at})`.execute(trx);
}

const listeningTo = (trx: Trx, event: string) =>
  trx
    .selectFrom('webhook')
    .where('active', '=', true)
    .where(sql<SqlBool>`events @> array[${event}]`)
    .select(['id', 'created_at']);

/** More rows than this are told of without their names. */
const namedAtMost = 100;

/** Tells webhooks of changed rows besides the consoles. */
export const tellingWebhooks =
  (announce: AnnounceChange): AnnounceChange =>
  async (trx, change) => {
    await announce(trx, change);
    const event = webhookEvent.safeParse(`${change.subject}.changed`);
    if (!event.success) return;
    const listening = await listeningTo(trx, event.data).execute();
    const data = { ids: change.ids.length > namedAtMost ? [] : change.ids };
    await addDeliveries(
      trx,
      listening.map(({ id }) => ({ webhookId: id, event: event.data, data })),
    );
  };

/** Read at once; what is more has its turn after that. */
const eventsAtOnce = 500;

/** Writes a delivery for each webhook that wants to know of what happened since it was told last. Answers whether there is any webhook. */
export async function tellOfEvents(trx: Trx): Promise<boolean> {
  const { rows: hooks } = await sql<Hook>`
    select webhook.id, webhook.active, webhook.created_at as since, webhook.events, coalesce(told.number, 0) as told_to
    from webhook left join webhook_told as told on told.webhook_id = webhook.id order by webhook.id`.execute(trx);
  if (hooks.length === 0) return false;
  const { rows: heads } = await sql<{ last: number }>`select last from event_head`.execute(trx);
  const head = Number(heads[0]?.last ?? 0);
  for (const hook of hooks) if (Number(hook.told_to) < head) await tellOne(trx, hook, head);
  return true;
}

interface Hook {
  readonly id: string;
  readonly active: boolean;
  readonly since: Date;
  readonly events: readonly string[];
  readonly told_to: number;
}

async function tellOne(trx: Trx, { id, active, since, events }: Hook, head: number): Promise<void> {
  await sql`insert into webhook_told (webhook_id, number) values (${id}, 0) on conflict do nothing`.execute(trx);
  // Another process may tell it of the same at this moment.
  const { rows: told } = await sql<{ number: number }>`
    select number from webhook_told where webhook_id = ${id} for update`.execute(trx);
  let from = Number(told[0]?.number ?? head);
  // Whoever is switched off misses what happens meanwhile.
  while (active && from < head) {
    const due = await trx
      .selectFrom('company_event')
      .where('number', '>', from)
      .where('number', '<=', head)
      .where('told_at', '>', since)
      .where(sql<SqlBool>`type = any (${[...events]}::text[])`)
      .select(['number', 'type', 'call_id', 'detail'])
      .orderBy('number')
      .limit(eventsAtOnce)
      .execute();
    await addDeliveries(
      trx,
      due.map(({ number, type, call_id: callId, detail }) => ({
        webhookId: id,
        event: type,
        subjectId: String(number),
        of: { number, callId },
        data: detail,
      })),
    );
    from = due.length < eventsAtOnce ? head : (due.at(-1)?.number ?? head);
  }
  await sql`update webhook_told set number = ${head} where webhook_id = ${id}`.execute(trx);
}

/** Tells of a one-time password of which nothing more will come, in the transaction that says so. */
export async function tellOfOtp(trx: Trx, requestId: string): Promise<void> {
  const { state, call_id } = await trx
    .selectFrom('otp_request')
    .where('id', '=', requestId)
    .select(['state', 'call_id'])
    .executeTakeFirstOrThrow();
  const detail = { otp_id: requestId, state, call_id };
  await tellPrograms(trx, { type: 'voice-otp.ended', key: `otp/${requestId}`, at: new Date(), detail });
}

const rememberedMs = 30_000;

/**
 * Hears that something has happened, and tells the company's webhooks, where there are any. Each process with a console does, and each event is
 * told of once. Nothing is lost that is not heard: the workers look now and then.
 */
export function eventFollower(db: Pick<Db, 'inTenant'>, onError: (error: unknown) => void) {
  const wanted = new Map<string, { readonly is: boolean; readonly until: number }>();
  const telling = new Map<string, 'once' | 'again'>();
  async function follow(tenantId: string): Promise<void> {
    const known = wanted.get(tenantId);
    if (known !== undefined && known.until > Date.now() && !known.is) return;
    const is = await db.inTenant(tenantId, tellOfEvents);
    wanted.set(tenantId, { is, until: Date.now() + rememberedMs });
  }
  async function tell(tenantId: string): Promise<void> {
    do {
      telling.set(tenantId, 'once');
      await follow(tenantId).catch(onError);
    } while (telling.get(tenantId) === 'again');
    telling.delete(tenantId);
  }
  return (tenantId: string): void => {
    if (telling.has(tenantId)) telling.set(tenantId, 'again');
    else void tell(tenantId);
  };
}
const overdueMs = 15 * 60_000;
const keptDays = 30;

/** Now and then: events that nobody told of, deliveries that no worker has, and a log that does not grow for ever. */
export async function tidyDeliveries(db: Pick<Db, 'inTenant' | 'directory'>): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    await db.inTenant(tenantId, async (trx) => {
      await tellOfEvents(trx);
      const overdue = await trx
        .selectFrom('webhook_delivery')
        .where('state', '=', 'waiting')
        .where('next_at', '<', new Date(Date.now() - overdueMs))
        .select('id')
        .limit(1_000)
        .execute();
      for (const { id } of overdue) await queueDelivery(trx, id, new Date());
      await trx
        .deleteFrom('webhook_delivery')
        .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
        .execute();
      await forgetEvents(trx);
    });
  }
}

const forgottenAtOnce = 10_000;

/** Events that are kept no longer, the oldest first. */
async function forgetEvents(trx: Trx): Promise<void> {
  for (let gone = forgottenAtOnce; gone === forgottenAtOnce; ) {
    const { rows } = await sql<{ gone: number }>`
      with oldest as (select number, told_at from company_event order by number limit ${forgottenAtOnce}),
        forgotten as (
          delete from company_event using oldest where company_event.number = oldest.number
            and oldest.told_at < now() - make_interval(days => ${eventsKeptDays}) returning 1)
      select count(*)::int as gone from forgotten`.execute(trx);
    gone = rows[0]?.gone ?? 0;
  }
}
