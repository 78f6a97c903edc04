import { isAllowed, webhookBody } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import type { InTenant, Trx } from '../../db/database.ts';
import { nobody } from '../../db/over-share-told.ts';
import { tellInside } from '../../db/refused-told.ts';
import { callKeys, presentCall, recordsOf } from '../../domain/call-records.ts';
import { eventColumns, eventsAsSeen, isCompanyEvent } from '../../domain/company-events.ts';
import { addNotice } from '../../domain/notices.ts';
import { numberView } from '../../domain/number-view.ts';
import { otpRequestsIn, presentOtp } from '../../domain/otp-requests.ts';
import { type GuardedAnswer, postGuarded, TargetRefused } from '../../http/guarded-request.ts';
import type { Caller } from '../../kernel/caller.ts';
import { signatureOf } from '../../kernel/signature.ts';
import type { Sealer } from '../../storage/sealed.ts';
import { queueDelivery } from './deliveries.ts';
import { permissionFor } from './maker.ts';
import { hasRefused, hasTaken, restOf } from './receiver-rest.ts';
import { webhookPlaceOf } from './secret.ts';

export interface DeliverDeps {
  readonly inTenant: InTenant;
  readonly sealer: Sealer;
  /** Who somebody is and what they may do now. */
  readonly callerOf: (trx: Trx, accountId: string) => Promise<Caller | undefined>;
  /** Hosts that the operator trusts; see `postGuarded`. */
  readonly allowed: readonly string[];
  readonly onNotice: (tenantId: string, noticeId: string) => void;
  readonly now?: () => number;
}

const minuteMs = 60_000;
/** Pauses after each try that failed; together about a day. */
const pausesMs = [10_000, 30_000, 2 * minuteMs, 10 * minuteMs, 30 * minuteMs, 60 * minuteMs, 120 * minuteMs].concat([
  240 * minuteMs,
  480 * minuteMs,
  480 * minuteMs,
]);
/** So long something waits for a receiver that rests. */
const longestWaitMs = 24 * 60 * minuteMs;
const shownAtMost = 500;
/** What waits for an event before it looks again so soon, should nobody tell it. */
const turnMs = 10_000;
const resting = 'Nơi nhận nhiều lần không nhận tin nên được nghỉ; sẽ thử lại sau';

const deliveryKey = z.object({ tenantId: z.uuid(), deliveryId: z.uuid() });

/** What is to be posted, or why nothing is. */
type Prepared =
  | {
      readonly kind: 'letter';
      readonly webhook: string;
      readonly url: string;
      readonly secret: string;
      readonly body: string;
    }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'nothing' };

/** The worker's task: delivers one thing to one webhook, and asks to be called again where that failed. */
export function webhookDeliverer({ inTenant, sealer, callerOf, allowed, onNotice, now = Date.now }: DeliverDeps) {
  return async (payload: unknown): Promise<void> => {
    const { tenantId, deliveryId } = deliveryKey.parse(payload);
    const prepared = await inTenant(tenantId, (trx) => prepare(trx, tenantId, deliveryId));
    if (prepared.kind === 'nothing') return;
    const outcome = prepared.kind === 'refused' ? { final: prepared.why } : await post(prepared, deliveryId);
    const noticeId = await inTenant(tenantId, async (trx) => {
      const told = await record(trx, deliveryId, outcome);
      return prepared.kind === 'letter' ? ((await follow(trx, prepared.webhook, outcome)) ?? told) : told;
    });
    if (noticeId !== undefined) onNotice(tenantId, noticeId);
  };

  async function prepare(trx: Trx, tenantId: string, id: string): Promise<Prepared> {
    const row = await trx
      .selectFrom('webhook_delivery')
      .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
      .where('webhook_delivery.id', '=', id)
      .where('webhook_delivery.state', '=', 'waiting')
      .select(['webhook.id as webhook', 'webhook.url', 'webhook.active', 'webhook.sealed_secret'])
      .select(['webhook.created_by', 'webhook_delivery.event', 'webhook_delivery.data', 'webhook_delivery.created_at'])
      .select(['webhook_delivery.number', 'webhook_delivery.call_id'])
      .executeTakeFirst();
    if (row === undefined) return { kind: 'nothing' };
    const refused = (why: string): Prepared => ({ kind: 'refused', why });
    if (!row.active) return refused('Webhook đang tắt');
    const rest = await restOf(trx, row.webhook, now());
    if (rest !== undefined) return later(trx, id, row, { at: rest, why: resting });
    const before = await earlierOf(trx, row);
    if (before !== undefined) return later(trx, id, row, before);
    const secret = row.sealed_secret && sealer.open(webhookPlaceOf(tenantId, row.webhook), row.sealed_secret);
    if (secret === null || secret === undefined) return refused('Chưa tạo khoá ký cho webhook này');
    const owner = row.created_by === null ? undefined : await callerOf(trx, row.created_by);
    if (owner === undefined) return refused('Người tạo webhook không còn tài khoản');
    const told = await dataFor(trx, owner, row);
    if (told === undefined) return refused('Người tạo webhook không có quyền xem sự kiện này');
    const { event, created_at } = row;
    const body = JSON.stringify(webhookBody.parse({ id, event, created_at, company: owner.tenantCode, ...told }));
    return { kind: 'letter', webhook: row.webhook, url: row.url, secret, body };
  }

  /**
   * What a call's earlier event is waiting for. Whoever says that it waits no more does so before or after this transaction, and finds what
   * this one has put off.
   */
  async function earlierOf(trx: Trx, row: { webhook: string; call_id: string | null; number: number | null }) {
    if (row.call_id === null || row.number === null) return undefined;
    const { rows } = await sql<{ next_at: Date | null }>`
      select next_at from webhook_delivery
      where webhook_id = ${row.webhook} and call_id = ${row.call_id} and number < ${row.number} and state = 'waiting'
      order by number limit 1 for share`.execute(trx);
    const [earlier] = rows;
    if (earlier === undefined) return undefined;
    return { at: new Date(Math.max(now() + turnMs, earlier.next_at?.getTime() ?? 0)), why: '' };
  }

  /** The receiver rests, or has not taken what was before: tries are not used up, but after a day there is no more sense in it. */
  async function later(
    trx: Trx,
    id: string,
    { created_at }: { created_at: Date },
    { at, why: answer }: { readonly at: Date; readonly why: string },
  ): Promise<Prepared> {
    if (now() - created_at.getTime() > longestWaitMs) return { kind: 'refused', why: 'Nơi nhận không trả lời cả ngày' };
    await trx.updateTable('webhook_delivery').set({ answer, next_at: at }).where('id', '=', id).execute();
    await queueDelivery(trx, id, at);
    return { kind: 'nothing' };
  }

  async function post(letter: Extract<Prepared, { kind: 'letter' }>, deliveryId: string): Promise<Outcome> {
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Alo-Webhook/1',
      'alo-delivery': deliveryId,
      'alo-signature': signatureOf(letter.secret, now(), letter.body),
    };
    try {
      return { answer: await postGuarded(letter.url, { headers, body: letter.body, allowed }) };
    } catch (error) {
      // Whatever their server and the way to it do is theirs, and told in the log that they read.
      const why = error instanceof Error ? error.message : String(error);
      return error instanceof TargetRefused ? { final: why, inside: letter.webhook } : { trouble: why };
    }
  }

  /** What an outcome says of the receiver. Answers the notice that was put into bells, if any. */
  async function follow(trx: Trx, webhookId: string, outcome: Outcome): Promise<string | undefined> {
    if ('final' in outcome) return undefined;
    if ('answer' in outcome && isTaken(outcome.answer)) {
      await hasTaken(trx, webhookId, now());
      return undefined;
    }
    if (!(await hasRefused(trx, webhookId, now()))) return undefined;
    const { name } = await trx
      .selectFrom('webhook')
      .where('id', '=', webhookId)
      .select('name')
      .executeTakeFirstOrThrow();
    const text = `Webhook ${name} nhiều lần không nhận tin nên tạm nghỉ gửi; xem nhật ký gửi để biết lý do`;
    const about = `webhook ${webhookId}`;
    return addNotice(trx, { kind: 'webhook', text, permission: 'webhooks.update', about }, new Date(now()));
  }

  /** Answers the notice that was put into bells, if any. */
  async function record(trx: Trx, id: string, outcome: Outcome): Promise<string | undefined> {
    const { attempts } = await trx
      .updateTable('webhook_delivery')
      .set((row) => ({
        attempts: row('attempts', '+', 1),
        status: 'answer' in outcome ? outcome.answer.status : null,
        answer: wordsOf(outcome).replaceAll('\0', '').slice(0, shownAtMost),
        last_at: new Date(now()),
      }))
      .where('id', '=', id)
      .returning('attempts')
      .executeTakeFirstOrThrow();
    const pauseMs = 'final' in outcome ? undefined : pausesMs[attempts - 1];
    if ('answer' in outcome && isTaken(outcome.answer)) {
      await setState(trx, id, 'delivered', null);
      await nextInCall(trx, id);
      return undefined;
    }
    if (pauseMs !== undefined) {
      const at = new Date(now() + pauseMs);
      await setState(trx, id, 'waiting', at);
      await queueDelivery(trx, id, at);
      return undefined;
    }
    await setState(trx, id, 'failed', null);
    await nextInCall(trx, id);
    if ('final' in outcome && outcome.inside !== undefined) {
      const refused = { subject: 'webhook', subjectId: outcome.inside, after: { message: outcome.final } };
      await tellInside(trx, nobody, refused);
    }
    const { webhook_id, name } = await trx
      .selectFrom('webhook_delivery')
      .innerJoin('webhook', 'webhook.id', 'webhook_delivery.webhook_id')
      .where('webhook_delivery.id', '=', id)
      .select(['webhook_delivery.webhook_id', 'webhook.name'])
      .executeTakeFirstOrThrow();
    const text = `Webhook ${name} không nhận được tin; xem nhật ký gửi để biết lý do`;
    const about = `webhook ${webhook_id}`;
    const notice = { kind: 'webhook', text, permission: 'webhooks.update', about } as const;
    return addNotice(trx, notice, new Date(now()));
  }
}

type Outcome =
  | { readonly answer: GuardedAnswer }
  | { readonly trouble: string }
  /** `inside` is the webhook whose address must not be asked. */
  | { readonly final: string; readonly inside?: string };

const isTaken = ({ status }: GuardedAnswer): boolean => status >= 200 && status < 300;

function wordsOf(outcome: Outcome): string {
  if ('answer' in outcome) return outcome.answer.beginning;
  return 'final' in outcome ? outcome.final : outcome.trouble;
}

/** The event of the same call that was put off until this one was through has its turn. */
async function nextInCall(trx: Trx, id: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select next.id from webhook_delivery as this join webhook_delivery as next
      on next.webhook_id = this.webhook_id and next.call_id = this.call_id and next.number > this.number
    where this.id = ${id} and next.state = 'waiting' and next.attempts = 0 and next.next_at > now()
    order by next.number limit 1`.execute(trx);
  const [next] = rows;
  if (next === undefined) return;
  await trx.updateTable('webhook_delivery').set({ next_at: new Date() }).where('id', '=', next.id).execute();
  await queueDelivery(trx, next.id, new Date());
}

const setState = (trx: Trx, id: string, state: 'waiting' | 'delivered' | 'failed', nextAt: Date | null) =>
  trx.updateTable('webhook_delivery').set({ state, next_at: nextAt }).where('id', '=', id).execute();

const ofOtp = z.object({ otp_id: z.uuid() });
/** What waits since an earlier version tells of it by its id. */
const beforeNumbers = z.union([z.object({ call: z.uuid() }), z.object({ otp: z.uuid() })]);

interface Told {
  readonly event: string;
  readonly data: unknown;
  readonly number: number | null;
}

/** What the webhook's maker may see of it; undefined where that is nothing. Numbers are hidden from it as from them. */
async function dataFor(trx: Trx, owner: Caller, { event, data, number }: Told) {
  const nowhere = { number: null, at: null };
  if (event === 'test') return { ...nowhere, data };
  const needed = permissionFor(event);
  if (needed === undefined || !isAllowed(owner.role, needed)) return undefined;
  if (number === null) {
    const told = isCompanyEvent(event) ? await toldBefore(trx, owner, beforeNumbers.parse(data)) : data;
    return told && { ...nowhere, data: told };
  }
  const row = await trx
    .selectFrom('company_event')
    .where('number', '=', number)
    .select(eventColumns)
    .executeTakeFirst();
  const [seen] = row === undefined ? [] : await eventsAsSeen(trx, owner, [row]);
  if (seen === undefined) return undefined;
  const { at, detail } = seen;
  if (seen.type === 'voice-otp.ended') {
    const told = await toldBefore(trx, owner, { otp: ofOtp.parse(detail).otp_id });
    return told && { number, at, data: told };
  }
  return { number, at, data: 'call' in seen ? { call: seen.call, detail } : { detail } };
}

async function toldBefore(trx: Trx, owner: Caller, of: z.output<typeof beforeNumbers>) {
  const view = await numberView(trx, owner);
  if ('otp' in of) {
    const request = await otpRequestsIn(trx).where('otp_request.id', '=', of.otp).executeTakeFirst();
    return request && { otp: presentOtp(request, view) };
  }
  const record = await recordsOf(trx, () => callKeys(trx, owner).where('call.id', '=', of.call)).executeTakeFirst();
  return record && { call: presentCall(record, view, owner), detail: {} };
}
