import { formatPhone } from '@alo/phone-number';
import { sql } from 'kysely';

import type { Trx } from '../../db/database.ts';
import type { NumberView } from '../../domain/number-view.ts';
import type { Caller } from '../../kernel/caller.ts';
import type { BellNotice } from './notice.ts';

const shownAtMost = 50;

/**
 * Outcomes of which nobody has to be told: one that a colleague answered was not missed, and of a customer who wants to be
 * called back the queue takes care.
 */
export const notMissed = ['in_progress', 'answered', 'callback'] as const;

/**
 * Conversations that rang at the person's phone and that nobody took, and those of colleagues that found them busy, newest
 * first.
 */
export async function missedCalls(
  trx: Trx,
  { extension }: Pick<Caller, 'extension'>,
  { since, view }: { since: Date; view: NumberView },
): Promise<BellNotice[]> {
  if (extension === null) return [];
  const calls = await trx
    .selectFrom('call')
    .where('call.started_at', '>', since)
    .where('call.status', 'not in', notMissed)
    .where((call) =>
      call.or([
        call.and([
          call('call.status', '=', 'busy'),
          call('call.direction', '=', 'internal'),
          call('call.dialled', '=', extension),
        ]),
        call.exists(
          call
            .selectFrom('leg')
            .whereRef('leg.call_id', '=', 'call.id')
            .whereRef('leg.call_started_at', '=', 'call.started_at')
            .where('leg.extension', '=', extension)
            .where('leg.side', '=', 'dialled')
            .where('leg.ringing_at', 'is not', null)
            .where('leg.answered_at', 'is', null)
            .select('leg.id'),
        ),
      ]),
    )
    .leftJoin('customer_phone', 'customer_phone.e164', 'call.outside_number')
    .leftJoin('customer', 'customer.id', 'customer_phone.customer_id')
    .select(['call.id', 'call.direction', 'call.outside_number', 'call.from_extension'])
    .select(sql<boolean>`${extension} = any(call.rang)`.as('rang'))
    // It was none while it rang: who looked at the bell then has not seen it.
    .select(sql<Date>`coalesce(call.ended_at, call.started_at)`.as('at'))
    .select(['customer.name', 'customer.id as customer_id'])
    .orderBy('call.started_at', 'desc')
    .limit(shownAtMost)
    .execute();
  return calls.map((call) => ({
    id: call.id,
    kind: 'missed-call',
    at: call.at,
    call_id: call.id,
    ...from(call.rang ? 'Cuộc gọi nhỡ từ' : 'Gọi khi bạn đang bận:', call.id, call, view),
  }));
}

/** Messages in the box that the person's extension leads to. */
export async function messagesInBox(
  trx: Trx,
  { extension }: Pick<Caller, 'extension'>,
  { since, view }: { since: Date; view: NumberView },
): Promise<BellNotice[]> {
  if (extension === null) return [];
  const { rows } = await sql<Party & { id: string; call_id: string; at: Date }>`
    select recording.id, recording.call_id,
        recording.started_at + recording.duration_ms * interval '1 ms' as at, call.direction, call.outside_number, call.from_extension,
        customer.name, customer.id as customer_id
      from extension
      join recording on recording.kind = 'message' and recording.state = 'ready'
        and recording.voicemail_box_id = box_of(extension) and recording.call_started_at > ${since}
      join call on call.id = recording.call_id and call.started_at = recording.call_started_at
      left join customer_phone on customer_phone.e164 = call.outside_number
      left join customer on customer.id = customer_phone.customer_id
      where extension.number = ${extension}
      order by recording.started_at desc limit ${shownAtMost}`.execute(trx);
  return rows.map((row) => ({
    id: row.id,
    kind: 'voicemail',
    at: row.at,
    call_id: row.call_id,
    ...from('Tin nhắn thoại từ', row.call_id, row, view),
  }));
}

interface Party {
  readonly direction: string;
  readonly outside_number: string;
  readonly from_extension: string;
  readonly name: string | null;
  readonly customer_id: string | null;
}

/** Who it was, and what is dialled to call them: a number that is hidden is called by the call that it came from. */
function from(
  what: string,
  callId: string,
  { direction, outside_number, from_extension, name, customer_id }: Party,
  view: NumberView,
) {
  const number = direction === 'internal' ? from_extension : view.show(outside_number);
  const isHidden = direction !== 'internal' && view.masked;
  return {
    customer_id,
    text: `${what} ${name ?? (number === '' ? 'số ẩn' : formatPhone(number))}`,
    call_back: number === '' ? null : isHidden ? (customer_id ?? `call/${callId}`) : number,
  };
}
