import type { AutomationTrigger } from '@alo/contract';
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import { customersAt } from '../../domain/customer-kinds.ts';
import { isUnserved } from '../../domain/unserved.ts';
import type { Occurrence } from './decide.ts';

interface CallRow {
  readonly id: string;
  readonly at: Date;
  readonly direction: string;
  readonly talk_ms: number;
  readonly number: string;
  readonly queues: string[];
}

/** Which calls set each off. Live it is asked of the call of an event, in a rehearsal of all calls of some time. */
const setOff: Readonly<Partial<Record<AutomationTrigger, RawBuilder<SqlBool>>>> = {
  'call.missed': isUnserved,
  'call.abandoned': sql<SqlBool>`${isUnserved} and call.status = 'abandoned'`,
  'call.ended': sql<SqlBool>`call.status <> 'in_progress' and call.direction <> 'internal'
    and call.purpose not in ('survey', 'otp', 'test')`,
  'call.voicemail': sql<SqlBool>`exists (select from recording where recording.call_id = call.id
    and recording.call_started_at = call.started_at and recording.kind = 'message' and recording.bytes > 0)`,
};

/** The event by which each is told, where it is one of a call. */
export const eventOf: Readonly<Partial<Record<AutomationTrigger, string>>> = {
  'call.missed': 'call.missed',
  'call.abandoned': 'call.missed',
  'call.ended': 'call.ended',
  'call.voicemail': 'call.voicemail',
  'outcome.kept': 'outcome.kept',
  'consent.changed': 'consent.changed',
  'customer.status': 'customer.status',
  'customer.added': 'customer.added',
};

export const isOfCall = (trigger: AutomationTrigger): boolean => trigger in setOff;

/** Calls that set an automation off, oldest first, as they are known now. */
export async function happenedInCalls(
  trx: Trx,
  trigger: AutomationTrigger,
  { which, keyOf, atMost }: { which: RawBuilder<SqlBool>; keyOf: (callId: string) => string; atMost: number },
): Promise<Occurrence[]> {
  const { rows } = await sql<CallRow>`
    select call.id, coalesce(call.ended_at, call.started_at) as at, call.direction, call.talk_ms, call.outside_number as number,
      array(select distinct queue_id from queue_stay where queue_stay.call_id = call.id
        and queue_stay.call_started_at = call.started_at) as queues
    from call where ${setOff[trigger] ?? sql`false`} and ${which} order by call.started_at limit ${atMost}`.execute(
    trx,
  );
  const known = await peopleAt(trx, { numbers: rows.map(({ number }) => number) });
  return rows.map((row) => {
    const person = known.get(row.number);
    return {
      key: keyOf(row.id),
      at: row.at.getTime(),
      depth: 0,
      party: person?.id ?? row.number,
      numbers: person?.numbers ?? (row.number === '' ? [] : [row.number]),
      call: { id: row.id, direction: row.direction, seconds: Math.floor(row.talk_ms / 1_000), queues: row.queues },
      customer: person === undefined ? null : { id: person.id, name: person.name, facts: person.facts },
      outcome: null,
      words: '',
    };
  });
}

/** Something that was kept of a customer: what came of a call, a consent, a status. */
export interface KeptOf {
  readonly key: string;
  readonly at: Date;
  readonly customer: string;
  readonly outcome: string | null;
  readonly depth: number;
}

export async function happenedToCustomers(trx: Trx, kept: readonly KeptOf[]): Promise<Occurrence[]> {
  const known = await peopleAt(trx, { ids: kept.map(({ customer }) => customer) });
  return kept.flatMap(({ key, at, customer, outcome, depth }) => {
    const person = known.get(customer);
    if (person === undefined) return [];
    const { id, name, facts, numbers } = person;
    const about = { id, name, facts };
    return [{ key, at: at.getTime(), depth, party: id, numbers, call: null, customer: about, outcome, words: '' }];
  });
}

/** What an event says that is of no call. */
export const keptDetail = z.object({
  customer_id: z.uuid().nullable(),
  outcome_id: z.uuid().nullish(),
  depth: z.int().default(0),
});

/** Customers by one of these numbers, or by their ids. */
async function peopleAt(
  trx: Trx,
  which: { readonly numbers: readonly string[] } | { readonly ids: readonly string[] },
) {
  const byNumber = 'numbers' in which;
  const wanted = [...new Set(byNumber ? which.numbers : which.ids)].filter((one) => one !== '');
  if (wanted.length === 0) return new Map<string, never>();
  const { rows } = await (byNumber
    ? sql<{ key: string; id: string; name: string; numbers: string[] }>`
        select phone.e164 as key, customer.id, customer.name, customer.numbers
        from customer_phone as phone join customer on customer.id = phone.customer_id where phone.e164 = any(${wanted})`
    : sql<{ key: string; id: string; name: string; numbers: string[] }>`
        select id::text as key, id, name, numbers from customer where id = any(${wanted}::uuid[])`
  ).execute(trx);
  const facts = await customersAt(
    trx,
    rows.flatMap(({ numbers: [first] }) => (first === undefined ? [] : [first])),
  );
  return new Map(
    rows.flatMap(({ key, id, name, numbers }) => {
      const its = facts.get(numbers[0] ?? '');
      return its === undefined ? [] : [[key, { id, name, numbers, facts: its.facts }]];
    }),
  );
}
