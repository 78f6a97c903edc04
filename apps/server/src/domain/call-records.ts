import { type callRow, type callTag, isAllowed, seesOutcomes } from '@alo/contract';
import { type AliasableExpression, type Expression, type ExpressionBuilder, sql } from 'kysely';
import type { z } from 'zod';

import type { Trx } from '../db/database.ts';
import type { Database } from '../db/tables.ts';
import type { Caller } from '../kernel/caller.ts';
import { reachOf } from '../kernel/reach.ts';
import type { VoiceTimes } from '../kernel/recorded-voices.ts';
import type { Within } from '../resource/within.ts';
import { callsWithin } from './call-scope.ts';
import { callSeconds } from './call-seconds.ts';
import { isHeard } from './heard-recordings.ts';
import { fullNumbers, type NumberView } from './number-view.ts';
import { goneQueue } from './queue-stays.ts';
import { voiceSummary } from './voice-summary.ts';

/** A conversation as it is stored, with the names that belong to it. */
export interface CallRecord {
  readonly id: string;
  readonly direction: 'inbound' | 'outbound' | 'internal';
  readonly purpose: z.output<typeof callRow>['purpose'];
  readonly status: z.output<typeof callRow>['status'];
  readonly started_at: Date;
  readonly answered_at: Date | null;
  readonly ended_at: Date | null;
  readonly dialled: string;
  readonly service_number: string;
  readonly outside_number: string;
  readonly from_extension: string;
  readonly to_extension: string;
  readonly wait_ms: number;
  readonly talk_ms: number;
  readonly cause: string;
  readonly network_said: z.output<typeof callRow>['network_said'];
  readonly broken: string;
  readonly name_prefix: string;
  readonly queues: string;
  readonly mos: number | null;
  readonly poor: boolean;
  readonly outcome: string;
  readonly outcome_name: string | null;
  readonly tags: readonly z.output<typeof callTag>[];
  readonly recording: z.output<typeof callRow>['recording'] | null;
  readonly recording_refused_at: Date | null;
  readonly voices: VoiceTimes | null;
  readonly customer_id: string | null;
  readonly customer_name: string | null;
  readonly from_name: string | null;
  readonly to_name: string | null;
  readonly others: string;
}

export interface CallKey {
  readonly id: string;
  readonly started_at: Date;
}

/**
 * Conversations chosen by their keys, with names. The outer part of every query about calls. Each is looked up by its key: joined,
 * PostgreSQL reads and sorts all calls where it does not know how many there are, as in a month that has just begun.
 */
export const recordsOf = (trx: Trx, chosen: (trx: Trx) => AliasableExpression<CallKey>) =>
  trx
    .selectFrom(chosen(trx).as('chosen'))
    .innerJoinLateral(
      ({ selectFrom }) =>
        selectFrom('call')
          .selectAll()
          .whereRef('call.id', '=', 'chosen.id')
          .whereRef('call.started_at', '=', 'chosen.started_at')
          .limit(1)
          .as('call'),
      (join) => join.onTrue(),
    )
    .leftJoin('customer_phone', (join) =>
      join.onRef('customer_phone.e164', '=', 'call.outside_number').on('call.outside_number', '<>', ''),
    )
    .leftJoin('customer', 'customer.id', 'customer_phone.customer_id')
    .select((call) => [
      'call.id',
      'call.direction',
      'call.purpose',
      'call.status',
      'call.started_at',
      'call.answered_at',
      'call.ended_at',
      'call.dialled',
      'call.service_number',
      'call.outside_number',
      'call.from_extension',
      'call.to_extension',
      'call.wait_ms',
      'call.talk_ms',
      'call.cause',
      saidOfCall.as('network_said'),
      'call.broken',
      'call.name_prefix',
      'call.outcome',
      call
        .selectFrom('disposition_outcome')
        .where('call.outcome', '<>', '')
        .whereRef('disposition_outcome.code', '=', 'call.outcome')
        .select('disposition_outcome.name')
        .as('outcome_name'),
      tagsOfCall.as('tags'),
      'call.mos',
      'call.poor',
      'call.recording_refused_at',
      queuesOf.as('queues'),
      'customer.id as customer_id',
      'customer.name as customer_name',
      nameOf(call, 'call.from_extension').as('from_name'),
      nameOf(call, 'call.to_extension').as('to_name'),
      othersOf.as('others'),
      call
        .selectFrom('recording')
        .whereRef('recording.call_id', '=', 'call.id')
        .whereRef('recording.call_started_at', '=', 'call.started_at')
        .where('recording.kind', '<>', 'proof')
        .orderBy('recording.started_at')
        .limit(1)
        .select(
          sql<z.output<typeof callRow>['recording']>`
          case when recording.dropped and recording.state = 'failed' then 'dropped'
            when recording.state = 'no-space' and recording.bytes = 0 then 'no-room' else recording.state end`.as(
            'state',
          ),
        )
        .as('recording'),
      voicesOfCall.as('voices'),
    ]);

/** The keys of the conversations that somebody sees, to be narrowed down, sorted and cut before anything is joined to them. */
export const callKeys = (trx: Trx, caller: Caller) => callKeysWithin(trx, reachOf(caller));

/** The same of whoever has this reach. */
export const callKeysWithin = (trx: Trx, reach: Within) => everyCallKey(trx).where(callsWithin(reach));

/** The same of the whole company, for what is shown to each as they may see it. */
export const everyCallKey = (trx: Trx) => trx.selectFrom('call').select(['call.id', 'call.started_at']);

/** As the contract shows it to somebody, who has this view of numbers. */
export function presentCall(
  record: CallRecord,
  view: NumberView,
  { role }: Pick<Caller, 'role'>,
): z.input<typeof callRow> {
  const { direction, outside_number: outside, from_extension: from, to_extension: to } = record;
  const seconds = callSeconds(record);
  const talkedBy = direction === 'outbound' ? 'from' : 'to';
  return {
    id: record.id,
    direction,
    purpose: record.purpose,
    status: record.status,
    started_at: record.started_at,
    answered_at: record.answered_at,
    ended_at: record.ended_at,
    phone: direction === 'internal' ? from : view.show(outside),
    customer_id: record.customer_id,
    customer_name: record.customer_name,
    hotline: fullNumbers.show(record.service_number),
    dialled: direction === 'outbound' ? view.show(record.dialled) : record.dialled,
    extension: talkedBy === 'from' ? from : to,
    agent_name: talkedBy === 'from' ? record.from_name : record.to_name,
    others: record.others,
    caller_extension: from,
    caller_name: record.from_name,
    wait_seconds: seconds.wait,
    talk_seconds: seconds.talk,
    total_seconds: seconds.total,
    cause: record.cause,
    network_said: record.network_said,
    broken: record.broken,
    name_prefix: record.name_prefix,
    queues: record.queues,
    mos: record.mos === null ? null : Math.round(record.mos * 10) / 10,
    poor: record.poor,
    recording: record.recording ?? 'none',
    recording_refused_after: refusedAfter(record),
    voices: record.voices && voiceSummary(record.voices, direction),
    ...(isAllowed(role, seesOutcomes)
      ? { outcome: record.outcome || null, outcome_name: record.outcome_name, tags: [...record.tags] }
      : { outcome: null, outcome_name: null, tags: [] }),
  };
}

function refusedAfter({ recording_refused_at: refused, answered_at: answered }: CallRecord): number | null {
  if (refused === null) return null;
  return answered === null ? 0 : Math.max(0, Math.round((refused.getTime() - answered.getTime()) / 1_000));
}

/** Of nearly every call nothing: one that was answered has no announcement. */
const saidOfCall = sql<
  CallRecord['network_said']
>`case when call.answered_at is null and call.direction = 'outbound' then (
  select saying.meaning from heard_saying as heard join network_saying as saying on saying.id = heard.saying_id
  where heard.call_id = call.id and saying.meaning not in ('', 'music') order by heard.at desc limit 1) end`;

/** How long each side of its recording spoke, where that is known. */
const voicesOfCall = sql<CallRecord['voices']>`(
  select json_build_object('left_ms', heard.left_ms, 'right_ms', heard.right_ms, 'both_ms', heard.both_ms,
    'silent_ms', heard.silent_ms, 'longest_silent_ms', heard.longest_silent_ms)
  from recording as heard where heard.call_id = call.id and heard.call_started_at = call.started_at and ${isHeard('heard')} limit 1)`;

/** In the company's order. */
const tagsOfCall = sql<CallRecord['tags']>`(
  select coalesce(json_agg(json_build_object('id', call_tag.id, 'name', call_tag.name, 'colour', call_tag.colour)
    order by call_tag.position, call_tag.name), '[]')
  from call_tagging join call_tag on call_tag.id = call_tagging.tag_id where call_tagging.call_id = call.id)`;

/** By the keys of both; what is no id is that of no queue. */
const queuesOf = sql<string>`(
  select coalesce(string_agg(coalesce(queue.name, ${sql.lit(goneQueue)}), ', ' order by queue.name), '')
  from queue_stay left join queue on queue.id =
    case when queue_stay.queue_id ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then queue_stay.queue_id::uuid end
  where queue_stay.call_id = call.id)`;

/** The name of who had an extension when a call began. */
const holderThen = (extension: Expression<unknown>) => sql`(
  select account.name from extension_holder as held join account on account.id = held.account_id
  where held.extension = ${extension} and call.started_at >= held.from_at and call.started_at < held.to_at)`;

/** Of nearly every call none. */
const othersOf = sql<string>`case when call.shares is null then '' else (
  select coalesce(string_agg(coalesce(${holderThen(sql`other`)}, nullif(extension.name, ''), other), ', ' order by other), '')
  from jsonb_object_keys(call.shares) as other left join extension on extension.number = other
  where other not in (call.from_extension, call.to_extension)) end`;

/** Whoever had the extension then; else what the extension is called. */
function nameOf(call: ExpressionBuilder<Database, 'call'>, column: 'call.from_extension' | 'call.to_extension') {
  return sql<string | null>`coalesce(
    ${holderThen(call.ref(column))},
    (select extension.name from extension where extension.number = ${call.ref(column)} limit 1))`;
}
