import { type CallEvent, callEvents, webhookEvent } from '@alo/contract';
import { type SqlBool, sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { hasHappened, isCallEvent } from './call-events.ts';

/** Something to be told to one webhook. */
interface NewDelivery {
  readonly webhookId: string;
  readonly event: string;
  /** What it is told of once only; '' of what may be told of again. */
  readonly subjectId?: string;
  readonly data: unknown;
}

/** Writes it into the log and hands it to the workers, in the transaction of what it tells of. Answers the ids of what is new. */
export async function addDeliveries(trx: Trx, deliveries: readonly NewDelivery[]): Promise<string[]> {
  if (deliveries.length === 0) return [];
  const added = await trx
    .insertInto('webhook_delivery')
    .values(
      deliveries.map(({ webhookId, event, subjectId = '', data }) => ({
        id: newId(),
        webhook_id: webhookId,
        event,
        subject_id: subjectId,
        data: JSON.stringify(data),
        next_at: sql<Date>`now()`,
      })),
    )
    .onConflict((row) => row.doNothing())
    .returning('id')
    .execute();
  for (const { id } of added) await queueDelivery(trx, id, new Date());
  return added.map(({ id }) => id);
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

/** Calls of so long ago are looked through for those that nobody told of. */
const caughtUpMs = 24 * 3_600_000;

/** Webhooks that are told of calls, each with what it wants to know of them. */
async function listeningToCalls(trx: Trx) {
  const rows = await trx
    .selectFrom('webhook')
    .where('active', '=', true)
    .where(sql<SqlBool>`events && ${[...callEvents]}::text[]`)
    .select(['id', 'created_at', 'events'])
    .execute();
  return rows.map(({ id, created_at, events }) => ({ id, since: created_at, events: events.filter(isCallEvent) }));
}

/** Tells of what has happened in conversations: in these, or in all of the last day of which was not told when it happened. */
export async function tellOfCalls(trx: Trx, calls: readonly string[] | 'all'): Promise<void> {
  for (const { id, since, events } of await listeningToCalls(trx)) {
    for (const event of events) await tellOfCall(trx, { webhookId: id, since, event }, calls);
  }
}

async function tellOfCall(
  trx: Trx,
  { webhookId, since, event }: { webhookId: string; since: Date; event: CallEvent },
  calls: readonly string[] | 'all',
): Promise<void> {
  const happened = trx
    .selectFrom('call')
    .where('started_at', '>', new Date(Date.now() - caughtUpMs))
    .where(hasHappened[event](since))
    .where((call) =>
      call.not(
        call.exists(
          call
            .selectFrom('webhook_delivery')
            .where('webhook_id', '=', webhookId)
            .where('event', '=', event)
            .whereRef('subject_id', '=', sql<string>`call.id::text`)
            .select('webhook_delivery.id'),
        ),
      ),
    )
    .select('call.id')
    .orderBy('call.started_at')
    .limit(1_000);
  const found = await (calls === 'all' ? happened : happened.where('call.id', 'in', calls)).execute();
  await addDeliveries(
    trx,
    found.map(({ id }) => ({ webhookId, event, subjectId: id, data: { call: id } })),
  );
}

/** Tells of a one-time password of which nothing more will come, in the transaction that says so. */
export async function tellOfOtp(trx: Trx, requestId: string): Promise<void> {
  const event = 'voice-otp.ended';
  const listening = await listeningTo(trx, event).execute();
  await addDeliveries(
    trx,
    listening.map(({ id }) => ({ webhookId: id, event, subjectId: requestId, data: { otp: requestId } })),
  );
}

const rememberedMs = 30_000;

/**
 * Listens for calls that were written, where the company has a webhook that wants to know. Each process with a console does, and a
 * call is told of once. Nothing is lost that is not heard: the workers look through the last day now and then.
 */
export function callFollower(db: Pick<Db, 'inTenant'>, onError: (error: unknown) => void) {
  const wanted = new Map<string, { readonly is: boolean; readonly until: number }>();
  async function follow(tenantId: string, callIds: readonly string[]): Promise<void> {
    const known = wanted.get(tenantId);
    if (known !== undefined && known.until > Date.now() && !known.is) return;
    await db.inTenant(tenantId, async (trx) => {
      const is = (await listeningToCalls(trx)).length > 0;
      wanted.set(tenantId, { is, until: Date.now() + rememberedMs });
      if (is) await tellOfCalls(trx, callIds);
    });
  }
  return (tenantId: string, callIds: readonly string[]): void => void follow(tenantId, callIds).catch(onError);
}

const overdueMs = 15 * 60_000;
const keptDays = 30;

/** Now and then: calls that nobody told of, deliveries that no worker has, and a log that does not grow for ever. */
export async function tidyDeliveries(db: Pick<Db, 'inTenant' | 'directory'>): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    await db.inTenant(tenantId, async (trx) => {
      await tellOfCalls(trx, 'all');
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
    });
  }
}
