import { timingSafeEqual } from 'node:crypto';
import {
  type message,
  messageFigures,
  previewMessage,
  renewReportAddress,
  reportMessages,
  sendMessage,
  sendMessageAgain,
  sentMessages,
  setMessageSecret,
  totalCap,
} from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { customersWithin } from '../../domain/kept-of-calls.ts';
import { lastCallWith } from '../../domain/last-call-with.ts';
import { hiddenFor } from '../../domain/messages-of.ts';
import type { NumberBudget } from '../../domain/number-budget.ts';
import { type NumberView, numberView } from '../../domain/number-view.ts';
import { putMessage, queueMessage, withSampleLink, writtenMessage } from '../../domain/outgoing-messages.ts';
import { publicRoute, type Route, route } from '../../http/route.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { ServerKey } from '../../kernel/key-ring.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import { reachOf } from '../../kernel/reach.ts';
import { newSigningSecret } from '../../kernel/signature.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import { reportedBy } from './provider-request.ts';
import { messageChoiceRoutes } from './resources.ts';
import { messagePlaceOf, messageSealer, reportDigest } from './secret.ts';
import { oneAtATimeFor, surveyBroughtBy, whyNotAskedBy } from './survey-brought.ts';

interface Deps {
  readonly db: Db;
  readonly serverKey: ServerKey;
  readonly announce: AnnounceChange;
  readonly budget: NumberBudget;
  readonly now: () => number;
  readonly consoleUrl: () => string;
}

/** Messages to customers: who carries them, what was sent, what came of it. */
export function messageRoutes({ db, serverKey, announce, budget, now, consoleUrl }: Deps): Route[] {
  const sealer = messageSealer(serverKey);
  return [
    ...messageChoiceRoutes(db, now),

    route(setMessageSecret, async (request) => {
      const { caller, params, body } = request;
      const sealed = sealer.seal(messagePlaceOf(caller.tenantId, params.id), body.secret);
      await db.inTenant(caller.tenantId, (trx) => keepSecret(trx, request, params.id, { sealed_secret: sealed }));
      return {};
    }),

    route(renewReportAddress, async (request) => {
      const { caller, params } = request;
      const secret = newSigningSecret();
      await db.inTenant(caller.tenantId, (trx) =>
        keepSecret(trx, request, params.id, { report_digest: reportDigest(secret) }),
      );
      const path = `/identity/message-report/${caller.tenantId}/${params.id}/${encodeURIComponent(secret)}`;
      return { url: `${consoleUrl()}${path}` };
    }),

    publicRoute(reportMessages, ({ params, body }) =>
      db.inTenant(params.tenant, async (trx) => {
        const provider = await trx
          .selectFrom('message_provider')
          .innerJoin('message_secret', 'message_secret.message_provider_id', 'message_provider.id')
          .where('message_provider.id', '=', params.provider)
          .selectAll('message_provider')
          .select('message_secret.report_digest')
          .executeTakeFirst();
        const digest = reportDigest(params.secret);
        if (!provider?.report_digest || !timingSafeEqual(provider.report_digest, digest)) throw Problem.notFound();
        const reported = reportedBy(provider, body);
        if (reported === undefined) return { known: false };
        const changed = await trx
          .updateTable('message')
          .set({
            state: reported.arrived ? 'delivered' : 'failed',
            next_at: null,
            updated_at: new Date(now()),
            ...(reported.arrived && { delivered_at: new Date(now()) }),
          })
          .where('provider_id', '=', params.provider)
          .where('provider_ref', '=', reported.ref)
          // What has arrived does not become lost by a report that comes late.
          .where('state', 'in', ['waiting', 'sent'])
          .returning('id')
          .execute();
        return { known: changed.length > 0 };
      }),
    ),

    route(sentMessages, async (request) => {
      const { caller, query } = request;
      await budget.spend(request, query.search);
      return db.inTenant(caller.tenantId, async (trx) => {
        const where = narrowed(query, caller);
        const { rows } = await sql<StoredMessage>`${messagesWhere(where)}
          order by message.created_at desc, message.id desc
          limit ${query.per_page} offset ${(query.page - 1) * query.per_page}`.execute(trx);
        const { rows: counted } = await sql<{ n: number }>`
          select count(*)::int as n from (select 1 from message left join customer on customer.id = message.customer_id
            where ${where} limit ${totalCap + 1}) as its`.execute(trx);
        const total = counted[0]?.n ?? 0;
        const view = await numberView(trx, caller);
        return {
          data: rows.map((row) => presented(row, view)),
          total: Math.min(total, totalCap),
          total_capped: total > totalCap,
        };
      });
    }),

    route(messageFigures, ({ caller, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const { rows } = await sql<Record<'total' | 'sent' | 'delivered' | 'failed' | 'refused' | 'cost', number>>`
          select count(*)::int as total, coalesce(sum(message.cost), 0)::float8 as cost,
            (count(*) filter (where message.state in ('sent', 'delivered')))::int as sent,
            (count(*) filter (where message.state = 'delivered'))::int as delivered,
            (count(*) filter (where message.state = 'failed'))::int as failed,
            (count(*) filter (where message.state = 'refused'))::int as refused
          from message left join customer on customer.id = message.customer_id
          where ${narrowed({ ...query, search: '' }, caller)}`.execute(trx);
        const [figures] = rows;
        if (figures === undefined) throw new Error('A count has no row.');
        return figures;
      }),
    ),

    route(previewMessage, ({ caller, params, body }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        await mustSee(trx, caller, params.id);
        const written = await writtenMessage(trx, {
          templateId: body.template_id,
          customerId: params.id,
          callId: null,
          accountId: caller.accountId,
          at: new Date(now()),
        });
        if (written === undefined) throw Problem.noSuchChoice({ template_id: 'Mẫu tin này không còn' });
        const survey = await surveyBroughtBy(trx, body.template_id);
        const asked =
          survey === undefined ? null : await whyNotAskedBy(trx, caller, { survey, customerId: params.id, now: now() });
        const view = await numberView(trx, caller);
        const { template, recipient, refused } = written;
        const text = withSampleLink(written.text, consoleUrl());
        return {
          text: hiddenFor({ text, answer: '', state: 'waiting', said_number: written.fields['so'] ?? '' }, view).text,
          recipient: shownTo(view, template.channel, recipient),
          sandbox: template.carrier === 'sandbox',
          refused: asked ?? refused,
        };
      }),
    ),

    route(sendMessage, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params, body, requestId } = request;
        await mustSee(trx, caller, params.id);
        const survey = await surveyBroughtBy(trx, body.template_id);
        if (survey !== undefined) {
          await oneAtATimeFor(trx, params.id);
          const why = await whyNotAskedBy(trx, caller, { survey, customerId: params.id, now: now() });
          if (why !== null) throw Problem.invalid({ template_id: why });
        }
        // What is answered counts for the conversation that it follows from.
        const talked = survey === undefined ? null : await lastCallWith(trx, request, params.id);
        const put = await putMessage(trx, {
          templateId: body.template_id,
          customerId: params.id,
          callId: body.call_id ?? talked,
          source: body.source,
          accountId: caller.accountId,
          key: `person/${requestId}`,
          at: new Date(now()),
          consoleUrl: consoleUrl(),
        });
        if (put === undefined) throw Problem.noSuchChoice({ template_id: 'Mẫu tin này không còn' });
        await audit(trx, actorOf(request), { action: 'send-message', subject: 'customer', subjectId: params.id });
        await announce(trx, { tenantId: caller.tenantId, subject: 'customer', ids: [params.id] });
        return messageBy(trx, caller, put.id);
      }),
    ),

    route(sendMessageAgain, (request) =>
      db.inTenant(request.caller.tenantId, async (trx) => {
        const { caller, params } = request;
        const { customer_id: customer } = await messageBy(trx, caller, params.id);
        const again = await trx
          .updateTable('message')
          .set({ state: 'waiting', attempts: 0, next_at: new Date(now()) })
          .where('id', '=', params.id)
          .where('state', '=', 'failed')
          .returning('id')
          .executeTakeFirst();
        if (again === undefined) throw Problem.invalid({ state: 'Chỉ gửi lại được tin không gửi được' });
        await queueMessage(trx, params.id, new Date(now()));
        await audit(trx, actorOf(request), { action: 'replay', subject: 'message', subjectId: params.id });
        if (customer !== null) {
          await announce(trx, { tenantId: caller.tenantId, subject: 'customer', ids: [customer] });
        }
        return messageBy(trx, caller, params.id);
      }),
    ),
  ];
}

async function keepSecret(
  trx: Trx,
  by: By,
  id: string,
  kept: { readonly sealed_secret: Buffer } | { readonly report_digest: Buffer },
): Promise<void> {
  const there = await trx.selectFrom('message_provider').where('id', '=', id).select('id').executeTakeFirst();
  if (there === undefined) throw Problem.notFound();
  await trx
    .insertInto('message_secret')
    .values({ id: newId(), message_provider_id: id, ...kept })
    .onConflict((row) => row.columns(['tenant_id', 'message_provider_id']).doUpdateSet(kept))
    .execute();
  await audit(trx, actorOf(by), { action: 'renew-secret', subject: 'message_provider', subjectId: id });
}

type Asked = Omit<z.output<typeof sentMessages.query>, 'page' | 'per_page'>;

/** Messages of customers whom somebody sees; what went to nobody's card is seen by who sees everybody. */
function narrowed({ from, to, channel, state, source, search }: Asked, caller: Caller): RawBuilder<SqlBool> {
  const midnight = (date: string, plus: number) =>
    sql`((${date}::date + ${plus}::int)::timestamp at time zone ${caller.timeZone})`;
  const read = parsePhone(search);
  const all: RawBuilder<SqlBool>[] = [
    ...(from === undefined ? [] : [sql<SqlBool>`message.created_at >= ${midnight(from, 0)}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`message.created_at < ${midnight(to, 1)}`]),
    ...(channel === undefined ? [] : [sql<SqlBool>`message.channel = ${channel}`]),
    ...(state === undefined ? [] : [sql<SqlBool>`message.state = ${state}`]),
    ...(source === undefined ? [] : [sql<SqlBool>`message.source = ${source}`]),
    ...(search === ''
      ? []
      : read.ok
        ? [sql<SqlBool>`message.recipient = ${read.phone.canonical}`]
        : [sql<SqlBool>`strpos(lower(customer.name), lower(${search})) > 0`]),
    customersWithin(reachOf(caller)),
  ];
  return sql.join(all, sql` and `);
}

const messagesWhere = (where: RawBuilder<SqlBool>) => sql`
  select message.id, message.customer_id, coalesce(customer.name, '') as customer_name, message.recipient, message.channel,
    message.purpose, message.template_name, message.provider_name, message.sandbox, message.title, message.text, message.state,
    message.answer, message.attempts, message.cost, message.source, account.name as by_name, message.created_at,
    message.sent_at, message.delivered_at, message.next_at, message.fields ->> 'so' as said_number
  from message left join customer on customer.id = message.customer_id
    left join account on account.id = message.created_by
  where ${where}`;

type StoredMessage = Omit<z.input<typeof message>, 'recipient'> & {
  readonly recipient: string;
  readonly said_number: string | null;
};

const presented = (row: StoredMessage, view: NumberView): z.input<typeof message> => ({
  ...hiddenFor(row, view),
  recipient: shownTo(view, row.channel, row.recipient),
});

const shownTo = (view: NumberView, channel: string, recipient: string): string =>
  channel === 'mail' ? (view.masked ? recipient.replace(/^.*(?=@)/, '***') : recipient) : view.show(recipient);

async function messageBy(trx: Trx, caller: Caller, id: string): Promise<z.input<typeof message>> {
  const mine = sql<SqlBool>`message.id = ${id} and ${customersWithin(reachOf(caller))}`;
  const { rows } = await sql<StoredMessage>`${messagesWhere(mine)}`.execute(trx);
  const [row] = rows;
  if (row === undefined) throw Problem.notFound();
  return presented(row, await numberView(trx, caller));
}

async function mustSee(trx: Trx, caller: Caller, customerId: string): Promise<void> {
  const { rows } = await sql`
    select from customer where customer.id = ${customerId} and ${customersWithin(reachOf(caller))}`.execute(trx);
  if (rows.length === 0) throw Problem.notFound();
}
