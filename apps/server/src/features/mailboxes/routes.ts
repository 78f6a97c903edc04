import { boxMessages, deleteBoxMessage, isAllowed, markBoxMessage, seesOutcomes } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { customersWithin } from '../../domain/kept-of-calls.ts';
import { numberView } from '../../domain/number-view.ts';
import { forgetHeard, noteMessage, type VoiceMessage, voiceMessage } from '../../domain/voice-messages.ts';
import { type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';

const shownAtOnce = 50;

interface MailboxDeps {
  readonly db: Db;
  /** Whoever shows the box, and the lamps of phones, hear of it. */
  readonly messagesChanged: (tenantId: string, box: string) => void;
}

interface Message {
  readonly id: string;
  readonly call_id: string;
  readonly at: Date;
  readonly number: string;
  readonly extension: string;
  readonly ms: number;
  readonly heard: boolean;
  readonly customer_id: string | null;
  readonly customer_name: string | null;
}

/** What is in a voicemail box, and what becomes of it. */
export const mailboxRoutes = ({ db, messagesChanged }: MailboxDeps): Route[] => {
  /** Changes a message of a box; whoever shows it is told where there is news. */
  async function change(
    { caller, params }: By & { readonly params: { readonly id: string; readonly message: string } },
    work: (trx: Trx, found: VoiceMessage) => Promise<boolean>,
  ): Promise<Record<string, never>> {
    const isNews = await db.inTenant(caller.tenantId, async (trx) => {
      const found = await voiceMessage(trx, params.message);
      if (found?.voicemail_box_id !== params.id) throw Problem.notFound();
      return work(trx, found);
    });
    if (isNews) messagesChanged(caller.tenantId, params.id);
    return {};
  }

  return [
    route(boxMessages, ({ caller, params, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const box = await trx.selectFrom('voicemail_box').select('id').where('id', '=', params.id).executeTakeFirst();
        if (box === undefined) throw Problem.notFound();
        const view = await numberView(trx, caller);
        const isShown = isAllowed(caller.role, seesOutcomes) ? customersWithin(reachOf(caller)) : sql`false`;
        const before =
          query.before === undefined
            ? sql``
            : sql`and (recording.started_at, recording.id) < (
          select its.started_at, its.id from recording as its where its.id = ${query.before} and its.kind = 'message')`;
        const { rows } = await sql<Message>`
          select recording.id, recording.call_id, recording.started_at as at, call.outside_number as number,
            call.from_extension as extension, recording.duration_ms::float8 as ms,
            voicemail_message.heard_at is not null as heard, customer.id as customer_id, customer.name as customer_name
          from recording
          join call on call.id = recording.call_id and call.started_at = recording.call_started_at
          left join customer_phone on customer_phone.e164 = call.outside_number and call.outside_number <> ''
          left join customer on customer.id = customer_phone.customer_id and ${isShown}
          left join voicemail_message on voicemail_message.recording_id = recording.id
          where recording.kind = 'message' and recording.voicemail_box_id = ${params.id}
            and voicemail_message.deleted_at is null ${before}
          order by recording.started_at desc, recording.id desc limit ${shownAtOnce + 1}`.execute(trx);
        const data = rows
          .slice(0, shownAtOnce)
          .map(({ number, extension, ms, customer_id, customer_name, ...row }) => ({
            ...row,
            number: number === '' ? extension || null : view.show(number),
            customer: customer_id === null ? null : { id: customer_id, name: customer_name ?? '' },
            seconds: Math.round(ms / 1_000),
          }));
        return { data, more: rows.length > shownAtOnce };
      }),
    ),

    route(markBoxMessage, (request) =>
      change(request, async (trx, { call_id: callId }) => {
        const { params, body } = request;
        const isNews = body.heard
          ? await noteMessage(trx, params.message, 'heard_at')
          : await forgetHeard(trx, params.message);
        // Whoever only says so has listened to nothing.
        const entry = { action: 'mark-message', subject: 'call', subjectId: callId, after: body };
        if (isNews) await audit(trx, actorOf(request), entry);
        return isNews;
      }),
    ),

    route(deleteBoxMessage, (request) =>
      change(request, async (trx, { call_id: callId }) => {
        const isNews = await noteMessage(trx, request.params.message, 'deleted_at');
        const entry = { action: 'delete-message', subject: 'call', subjectId: callId };
        if (isNews) await audit(trx, actorOf(request), entry);
        return isNews;
      }),
    ),
  ];
};
