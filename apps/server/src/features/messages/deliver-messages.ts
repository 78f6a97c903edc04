import { sql } from 'kysely';
import { z } from 'zod';

import type { Db, InTenant, Trx } from '../../db/database.ts';
import { nobody } from '../../db/over-share-told.ts';
import { tellInside } from '../../db/refused-told.ts';
import { clockIn } from '../../domain/company-clock.ts';
import { noLettersLeft, takeLetter } from '../../domain/letters-of-a-day.ts';
import { whyNotSent } from '../../domain/message-law.ts';
import { queueMessage } from '../../domain/outgoing-messages.ts';
import { whyLinkAsksNobody } from '../../domain/survey-links.ts';
import { postGuarded, TargetRefused } from '../../http/guarded-request.ts';
import type { Mailer } from '../../mail/mailer.ts';
import type { Sealer } from '../../storage/sealed.ts';
import { type OutgoingMessage, type ProviderWords, requestFor, saidBy } from './provider-request.ts';
import { messagePlaceOf } from './secret.ts';

interface Deps {
  readonly inTenant: InTenant;
  readonly sealer: Sealer;
  readonly sendMail: Mailer['send'];
  /** Hosts that the operator trusts; see `postGuarded`. */
  readonly allowed: readonly string[];
  readonly now?: () => number;
}

const minuteMs = 60_000;
/** Pauses after each try that failed; together about half a day: what is said later than that is not worth saying. */
const pausesMs = [10_000, minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 180 * minuteMs, 360 * minuteMs];

const messageKey = z.object({ tenantId: z.uuid(), messageId: z.uuid() });

/** How the sandbox says that nothing has left. */
const sandboxWords = 'Nhà mạng thử: tin chỉ nằm ở đây, không gửi ra ngoài';

type Prepared =
  | {
      readonly kind: 'http';
      readonly provider: ProviderWords;
      readonly secret: string;
      readonly carried: OutgoingMessage;
    }
  | { readonly kind: 'mail'; readonly carried: OutgoingMessage }
  | { readonly kind: 'sandbox' }
  | { readonly kind: 'refused'; readonly why: string }
  | { readonly kind: 'nothing' };

interface Outcome {
  readonly state: 'sent' | 'delivered' | 'failed' | 'refused';
  readonly answer: string;
  /** Worth another try. */
  readonly again: boolean;
  readonly ref: string;
  readonly cost: number | null;
  /** The address of the provider may not be asked: it is inside of our network, or not secure. */
  readonly isInside?: boolean;
}

/** The worker's task: has one message carried, and asks to be called again where nobody took it. */
export function messageDeliverer({ inTenant, sealer, sendMail, allowed, now = Date.now }: Deps) {
  return async (payload: unknown): Promise<void> => {
    const { tenantId, messageId } = messageKey.parse(payload);
    const prepared = await inTenant(tenantId, (trx) => prepare(trx, tenantId, messageId));
    if (prepared.kind === 'nothing') return;
    const outcome = await carry(prepared);
    await inTenant(tenantId, (trx) => record(trx, messageId, outcome));
  };

  async function prepare(trx: Trx, tenantId: string, id: string): Promise<Prepared> {
    const row = await trx
      .selectFrom('message')
      .leftJoin('message_provider', 'message_provider.id', 'message.provider_id')
      .leftJoin('message_secret', 'message_secret.message_provider_id', 'message.provider_id')
      .leftJoin('customer', 'customer.id', 'message.customer_id')
      .where('message.id', '=', id)
      .where('message.state', '=', 'waiting')
      .selectAll('message_provider')
      .select(['message.recipient', 'message.text', 'message.title', 'message.fields', 'message.purpose'])
      .select(['message_secret.sealed_secret', 'message.provider_id', 'customer.do_not_call', 'message.next_at'])
      .select(sql<string>`(select time_zone from tenant)`.as('time_zone'))
      .executeTakeFirst();
    if (row === undefined) return { kind: 'nothing' };
    if (row.next_at !== null && row.next_at.getTime() > now() + minuteMs) return { kind: 'nothing' };
    const refused = (why: string): Prepared => ({ kind: 'refused', why });
    if (row.carrier === null || row.active !== true) return refused('Nhà cung cấp đang tắt hoặc đã xoá');
    // Who has refused meanwhile is not written to, nor anybody at night because a provider was away; the day is already this message's.
    const facts = { purpose: row.purpose, refuses: row.do_not_call === true, advertised: null };
    const unlawful = whyNotSent(facts, clockIn(now(), row.time_zone));
    if (unlawful !== null) return refused(unlawful);
    const { recipient: to, text, title } = row;
    const fields = z.record(z.string(), z.string()).parse(row.fields);
    // Nor is anybody asked by a survey that has closed since.
    const closed = await whyLinkAsksNobody(trx, fields['khao_sat'] ?? '', clockIn(now(), row.time_zone).date);
    if (closed !== null) return refused(closed);
    const carried = { id, to, text, title, fields };
    switch (row.carrier) {
      case 'sandbox':
        return { kind: 'sandbox' };
      case 'mail':
        return (await takeLetter(trx)) ? { kind: 'mail', carried } : refused(noLettersLeft);
      case 'http': {
        const secret = row.sealed_secret && sealer.open(messagePlaceOf(tenantId, row.provider_id), row.sealed_secret);
        if (secret === undefined) return refused('Khoá của nhà cung cấp không còn mở được, hãy nhập lại');
        return { kind: 'http', provider: whole(row), secret: secret ?? '', carried };
      }
      default:
        return row.carrier satisfies never;
    }
  }

  async function carry(prepared: Exclude<Prepared, { kind: 'nothing' }>): Promise<Outcome> {
    const said = (state: Outcome['state'], answer: string, more: Partial<Outcome> = {}): Outcome => ({
      state,
      answer,
      again: false,
      ref: '',
      cost: null,
      ...more,
    });
    switch (prepared.kind) {
      case 'refused':
        return said('refused', prepared.why);
      case 'sandbox':
        return said('delivered', sandboxWords, { cost: 0 });
      case 'mail': {
        const { to, title, text } = prepared.carried;
        try {
          await sendMail({ to, subject: title, text });
          return said('sent', 'Máy chủ thư đã nhận');
        } catch {
          // What a mail server says may have the address in it; the log of the installation has it.
          return said('failed', 'Máy chủ thư không nhận', { again: true });
        }
      }
      case 'http': {
        const { provider, secret, carried } = prepared;
        try {
          const answer = await postGuarded(provider.url, { ...requestFor(provider, secret, carried), allowed });
          const { taken, ref, cost, words } = saidBy(provider, answer.status, answer.beginning, secret);
          return taken ? said('sent', words, { ref, cost }) : said('failed', words, { again: true });
        } catch (error) {
          const why = error instanceof Error ? error.message : String(error);
          const isInside = error instanceof TargetRefused;
          return said('failed', why.slice(0, 500), { again: !isInside, isInside });
        }
      }
      default:
        return prepared satisfies never;
    }
  }

  async function record(trx: Trx, id: string, outcome: Outcome): Promise<void> {
    const { state, answer, again, ref, cost } = outcome;
    const row = await trx
      .updateTable('message')
      .set((it) => ({
        attempts: it('attempts', '+', state === 'refused' ? 0 : 1),
        answer,
        updated_at: new Date(now()),
        ...(ref !== '' && { provider_ref: ref }),
        ...(cost !== null && { cost }),
      }))
      .where('id', '=', id)
      // A report may have come before the answer.
      .where('state', '=', 'waiting')
      .returning(['attempts', 'provider_id'])
      .executeTakeFirst();
    if (row === undefined) return;
    if (outcome.isInside === true) {
      const refused = { subject: 'message_provider', subjectId: row.provider_id, after: { message: answer } };
      await tellInside(trx, nobody, refused);
    }
    const pauseMs = again ? pausesMs[row.attempts - 1] : undefined;
    const at = new Date(now());
    if (pauseMs !== undefined) {
      const next = new Date(now() + pauseMs);
      await trx.updateTable('message').set({ next_at: next }).where('id', '=', id).execute();
      return queueMessage(trx, id, next);
    }
    await trx
      .updateTable('message')
      .set({
        state,
        next_at: null,
        ...((state === 'sent' || state === 'delivered') && { sent_at: at }),
        ...(state === 'delivered' && { delivered_at: at }),
      })
      .where('id', '=', id)
      .execute();
  }
}

/** A row of an outer join whose provider is there. */
const whole = (row: { [Name in keyof ProviderWords]: ProviderWords[Name] | null }): ProviderWords => ({
  sender: row.sender ?? '',
  url: row.url ?? '',
  format: row.format ?? 'json',
  headers: row.headers ?? '',
  body: row.body ?? '',
  taken_at: row.taken_at ?? '',
  taken_is: row.taken_is ?? '',
  id_at: row.id_at ?? '',
  cost_at: row.cost_at ?? '',
  report_id_at: row.report_id_at ?? '',
  report_state_at: row.report_state_at ?? '',
  report_delivered: row.report_delivered ?? '',
  report_failed: row.report_failed ?? '',
});

const overdueMs = 15 * minuteMs;
const keptDays = 400;

/** Now and then: messages that no worker has, and a log that does not grow for ever. */
export async function tidyMessages(db: Pick<Db, 'inTenant' | 'directory'>): Promise<void> {
  for (const { id: tenantId } of await db.directory.tenants()) {
    await db.inTenant(tenantId, async (trx) => {
      const overdue = await trx
        .selectFrom('message')
        .where('state', '=', 'waiting')
        .where('next_at', '<', new Date(Date.now() - overdueMs))
        .select('id')
        .limit(1_000)
        .execute();
      for (const { id } of overdue) await queueMessage(trx, id, new Date());
      await trx
        .deleteFrom('message')
        .where('created_at', '<', sql<Date>`now() - make_interval(days => ${keptDays})`)
        .execute();
    });
  }
}
