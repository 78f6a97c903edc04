import { type CallToReturn, type callsToReturn, returnedWithinDays, type UnservedStatus } from '@alo/contract';
import { parsePhone } from '@alo/phone-number';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import { fullNumbers, type NumberView } from '../../domain/number-view.ts';
import { claimOf, isUnreturned, type ReturnCounts, returnCounts, waitingCalls } from '../../domain/unserved.ts';
import type { Caller } from '../../kernel/caller.ts';

type Query = Omit<z.output<typeof callsToReturn.query>, 'page' | 'per_page'>;

interface Span {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** The calls of these days, by the company's clock, that somebody sees. */
function calledIn({ from, to }: Span, caller: Caller, earliest: RawBuilder<unknown>): RawBuilder<SqlBool> {
  const midnight = (date: string, plus: number) =>
    sql`((${date}::date + ${plus}::int)::timestamp at time zone ${caller.timeZone})`;
  return sql`call.started_at >= ${from === undefined ? earliest : midnight(from, 0)}
    and ${to === undefined ? sql`true` : sql`call.started_at < ${midnight(to, 1)}`} and ${callsSeenBy(caller)}`;
}

interface Waiting {
  readonly id: string;
  readonly customer_id: string | null;
  readonly customer_name: string | null;
  readonly e164: string;
  readonly calls: number;
  readonly since: Date;
  readonly last_at: Date;
  readonly status: UnservedStatus;
  readonly service_number: string;
  readonly queues: string;
  readonly message: { readonly call_id: string; readonly heard: boolean } | null;
  readonly last_try: CallToReturn['last_try'];
  readonly claimed_by: string | null;
  readonly claimed_at: Date | null;
  readonly claimer: string | null;
  readonly total: number;
}

export interface PageRequest {
  readonly page: number;
  readonly per_page: number;
}

/** Who is still to be called, who waits longest first. */
export async function readWaiting(
  trx: Trx,
  { page, per_page: perPage, ...query }: Query & PageRequest,
  { caller, now, view }: { readonly caller: Caller; readonly now: number; readonly view: NumberView },
) {
  const earliest = sql`${new Date(now - returnedWithinDays * dayMs)}::timestamptz`;
  const { rows } = await sql<Waiting>`
    with ${waitingCalls(calledIn(query, caller, earliest))}, chosen as (
      select waiting.*, customer.name as customer_name, claim.claimed_by, claim.claimed_at, claim.name as claimer,
        count(*) over ()::int as total
      from waiting
      left join customer on customer.id = waiting.customer_id
      left join lateral (${claimOf}) as claim on true
      where ${isUnreturned} and ${narrowed(query, caller)}
      order by waiting.since, waiting.id
      limit ${perPage} offset ${(page - 1) * perPage}
    )
    select chosen.id, chosen.customer_id, chosen.customer_name, chosen.e164, chosen.calls, chosen.since, chosen.last_at, chosen.status,
      last.service_number, ${queues} as queues, ${message} as message, ${lastTry} as last_try,
      chosen.claimed_by, chosen.claimed_at, chosen.claimer, chosen.total
    from chosen join call as last on last.id = chosen.id and last.started_at = chosen.last_at
    order by chosen.since, chosen.id`.execute(trx);
  return { data: rows.map((row) => presented(row, view, caller)), total: rows[0]?.total ?? 0, total_capped: false };
}

const dayMs = 86_400_000;

function narrowed({ status, taken_by: takenBy, search }: Query, caller: Caller): RawBuilder<SqlBool> {
  const read = parsePhone(search);
  const bySearch =
    search === ''
      ? sql`true`
      : read.ok
        ? sql`${read.phone.canonical} = any(waiting.called_from)`
        : sql`position(fold(${search}) in fold(customer.name)) > 0`;
  const byTaker = {
    nobody: sql`claim.claimed_by is null`,
    me: sql`claim.claimed_by = ${caller.accountId}`,
    others: sql`claim.claimed_by <> ${caller.accountId}`,
  };
  return sql`${bySearch} and ${status === undefined ? sql`true` : sql`waiting.status = ${status}`}
    and ${takenBy === undefined ? sql`true` : byTaker[takenBy]}`;
}

const queues = sql`(
  select coalesce(string_agg(queue.name, ', ' order by queue.name), '')
  from queue_stay join queue on queue.id::text = queue_stay.queue_id
  where queue_stay.call_id = chosen.id)`;

const message = sql`(
  select json_build_object('call_id', recording.call_id, 'heard', voicemail_message.heard_at is not null)
  from recording left join voicemail_message on voicemail_message.recording_id = recording.id
  where recording.kind = 'message' and recording.state in ('ready', 'incomplete', 'no-space') and recording.bytes > 0
    and recording.call_id = any(chosen.ids) and recording.call_started_at between chosen.since and chosen.last_at
    and voicemail_message.deleted_at is null
  order by recording.started_at desc limit 1)`;

const lastTry = sql`(
  select json_build_object('call_id', tried.id, 'at', tried.started_at, 'status', tried.status, 'by_name', (
    select account.name from extension_holder as held join account on account.id = held.account_id
    where held.extension = coalesce(nullif(tried.from_extension, ''), tried.to_extension)
      and tried.started_at >= held.from_at and tried.started_at < held.to_at limit 1))
  from call as tried
  where tried.direction = 'outbound' and tried.started_at >= chosen.since
    and tried.purpose not in ('survey', 'otp', 'test')
    and tried.outside_number = any(chosen.called_from || array(
      select e164 from customer_phone where customer_phone.customer_id = chosen.customer_id))
  order by tried.started_at desc limit 1)`;

function presented(
  row: Waiting,
  view: NumberView,
  { accountId }: Caller,
): z.input<typeof callsToReturn.result>['data'][number] {
  const { id, customer_id, customer_name, calls, since, last_at, status, queues: came, message: left } = row;
  const { claimed_by: account, claimed_at: at, claimer } = row;
  return {
    id,
    customer_id,
    customer_name,
    phone: view.show(row.e164),
    call_back: view.masked ? `call/${id}` : view.show(row.e164),
    calls,
    since,
    last_at,
    status,
    hotline: fullNumbers.show(row.service_number),
    queues: came,
    message: left,
    last_try: row.last_try,
    claim:
      account === null || at === null
        ? null
        : { account_id: account, name: claimer ?? '', at, mine: account === accountId },
  };
}

/** How soon customers who were not served in these days were talked with. Who was closed by hand counts nowhere. */
export async function readFigures(trx: Trx, span: Span, { caller, now }: { caller: Caller; now: number }) {
  const today = sql`date_trunc('day', ${new Date(now)}::timestamptz, ${caller.timeZone})`;
  const { rows } = await sql<ReturnCounts>`
    with ${waitingCalls(calledIn(span, caller, today))} select ${returnCounts} from waiting`.execute(trx);
  const [figures] = rows;
  if (figures === undefined) throw new Error('A count has no row.');
  return figures;
}
