import { type callDetail, isAllowed, type legQuality, seesOutcomes, type traceEntry } from '@alo/contract';
import { levelOf, mosBothWays } from '@alo/voice-quality';
import { type InferResult, sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/database.ts';
import { type Placeholders, prepared } from '../../db/prepared.ts';
import { callNotesIn } from '../../domain/call-notes.ts';
import { callKeysWithin, presentCall, recordsOf } from '../../domain/call-records.ts';
import { unlessAway } from '../../domain/calls-now.ts';
import { customersWithin, dispositionsIn, keptWithin } from '../../domain/kept-of-calls.ts';
import { type NumberView, numberViewFrom, numberViewRead } from '../../domain/number-view.ts';
import { goneQueue } from '../../domain/queue-stays.ts';
import { responsesIn } from '../../domain/survey-responses.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Reach, reachOf } from '../../kernel/reach.ts';
import { idOf, preparedReach } from '../../resource/within.ts';

/** As call control writes it. */
const moment = z.number().transform((at) => new Date(at));

/** The trace as call control wrote it: its times are milliseconds. */
const storedTrace = z.array(
  z.object({
    at: moment,
    kind: z.string(),
    text: z.string(),
    detail: z.record(z.string(), z.string()).default({}),
  }),
);

const storedHolds = z.array(z.object({ from: moment, to: moment, why: z.enum(['hold', 'consultation', 'held']) }));

/** One conversation with its legs, its segments and its decision trace; undefined where there is none that the caller sees. */
export async function readCallDetail(
  db: Pick<Db, 'read'>,
  id: string,
  { caller, running }: { readonly caller: Caller; readonly running: () => Promise<unknown> },
): Promise<z.input<typeof callDetail.result> | undefined> {
  const reach = reachOf(caller);
  const { records, ...setting } = await db.read(caller.tenantId, () => ({
    records: recordSeen({ id, whose: idOf(reach) }, reach.kind),
    ...numberViewRead(caller),
  }));
  const [record] = records;
  if (record === undefined) return undefined;
  const view = numberViewFrom(setting);
  // Its moment says in which month's part of each table its rows are; told by a statement of its own, all parts would be opened.
  const key = { id, startedAt: record.started_at };
  const seen = { id, customer: record.customer_id, whose: idOf(reach) };
  const isTold = isAllowed(caller.role, seesOutcomes);
  const { traces, legs, segments, stays, recordings, holds, ...kept } = await db.read(caller.tenantId, () => ({
    traces: traceOf(key),
    legs: legsOf(key),
    segments: segmentsOf(key),
    recordings: recordingOf(key),
    stays: staysOf(key),
    holds: holdOf(key),
    ...(isTold
      ? {
          dispositions: dispositionsOf(seen, reach.kind),
          notes: notesOf(seen, reach.kind),
          surveys: surveysOf(seen, reach.kind),
          customers: customerSeen(seen, reach.kind),
        }
      : {}),
  }));
  const [stored] = traces;
  // Kept for as long as the company wants, which ended meanwhile.
  if (stored === undefined) return undefined;
  return {
    ...presentCall(record, view, caller),
    trace: storedTrace
      .parse((record.ended_at === null ? await running().catch(unlessAway) : undefined) ?? stored.trace)
      .map((entry) => shownTo(view, entry)),
    legs: legs.map((leg) => ({
      id: leg.id,
      party: leg.extension === '' ? view.show(leg.number) : leg.extension,
      name: (leg.extension === '' ? view.showName(leg.name) : leg.name) || null,
      started_at: leg.started_at,
      answered_at: leg.answered_at,
      ended_at: leg.ended_at,
      cause: leg.cause,
      device: leg.device,
      quality: qualityOf(leg),
    })),
    segments: segments.map(({ extension, how, ...segment }) => ({
      extension,
      how,
      through: segment.through_kind,
      from: segment.from_at,
      to: segment.to_at,
      leg_id: segment.leg_id,
      hold_seconds: segment.hold_ms / 1_000,
      holds: storedHolds.parse(segment.holds),
    })),
    queue_stays: stays.map(({ queue, outcome, wait_ms: waitMs }) => ({
      queue: queue ?? goneQueue,
      outcome,
      wait_seconds: Math.floor(waitMs / 1_000),
    })),
    recording_seconds: (recordings[0]?.duration_ms ?? 0) / 1_000,
    dispositions: kept.dispositions ?? [],
    notes: kept.notes ?? [],
    surveys: kept.surveys ?? [],
    customer_opens: (kept.customers ?? []).length > 0,
    held: holds[0] ?? null,
  };
}

const recordSeen = prepared((trx, { id, whose }: Placeholders<{ id: string; whose: string }>, kind: Reach['kind']) =>
  recordsOf(trx, () => callKeysWithin(trx, preparedReach(kind, whose)).where('call.id', '=', id)),
);

type Key = Placeholders<{ id: string; startedAt: Date }>;

const traceOf = prepared((trx, { id, startedAt }: Key) =>
  trx.selectFrom('call').where('id', '=', id).where('started_at', '=', startedAt).select('trace'),
);

const legsOf = prepared((trx, { id, startedAt }: Key) =>
  trx
    .selectFrom('leg')
    .leftJoin('device', (join) =>
      join.on(sql<boolean>`device.id = case when leg.device_id <> '' then leg.device_id::uuid end`),
    )
    .where('leg.call_id', '=', id)
    .where('leg.call_started_at', '=', startedAt)
    .orderBy('leg.position')
    .select([
      ...(['leg.id', 'leg.extension', 'leg.number', 'leg.name', 'leg.started_at', 'leg.answered_at'] as const),
      ...(['leg.ended_at', 'leg.cause', 'leg.loss_percent', 'leg.far_loss_percent', 'leg.jitter_ms'] as const),
      ...(['leg.round_trip_ms', 'leg.worst_mos', 'leg.poor', 'leg.codec', 'device.name as device'] as const),
    ]),
);

type StoredLeg = InferResult<ReturnType<typeof legsOf>>[number];

/** How all of a leg sounded, once it is over: until then the row has what was measured last. */
function qualityOf(leg: StoredLeg): z.input<typeof legQuality> | null {
  const { loss_percent: lossPercent, jitter_ms: jitterMs, ended_at: end } = leg;
  if (end === null || lossPercent === null || jitterMs === null) return null;
  const { far_loss_percent: farLossPercent, round_trip_ms: roundTripMs } = leg;
  const mos = mosBothWays({ lossPercent, farLossPercent, jitterMs, roundTripMs });
  return {
    mos,
    level: leg.poor ? 'poor' : levelOf(mos),
    worst_mos: leg.worst_mos,
    codec: leg.codec,
    loss_percent: lossPercent,
    far_loss_percent: farLossPercent,
    jitter_ms: jitterMs,
    round_trip_ms: roundTripMs,
  };
}

const segmentsOf = prepared((trx, { id, startedAt }: Key) =>
  trx
    .selectFrom('call_segment')
    .where('call_id', '=', id)
    .where('call_started_at', '=', startedAt)
    .orderBy('position')
    .select(['extension', 'leg_id', 'how', 'through_kind', 'from_at', 'to_at', 'hold_ms', 'holds']),
);

const staysOf = prepared((trx, { id }: Key) =>
  trx
    .selectFrom('queue_stay')
    .leftJoin('queue', (join) => join.on(sql<boolean>`queue.id::text = queue_stay.queue_id`))
    .where('queue_stay.call_id', '=', id)
    .orderBy('queue.name')
    .select(['queue.name as queue', 'queue_stay.outcome', 'queue_stay.wait_ms']),
);

const recordingOf = prepared((trx, { id, startedAt }: Key) =>
  trx
    .selectFrom('recording')
    .where('call_id', '=', id)
    .where('call_started_at', '=', startedAt)
    .where('kind', '<>', 'proof')
    .orderBy('started_at')
    .limit(1)
    .select('duration_ms'),
);

const holdOf = prepared((trx, { id }: Placeholders<{ id: string }>) =>
  trx
    .selectFrom('call_hold')
    .leftJoin('account', 'account.id', 'call_hold.created_by')
    .where('call_hold.call_id', '=', id)
    .select(['call_hold.reason', 'call_hold.created_at as since', 'account.name as by']),
);

interface Seen {
  readonly id: string;
  readonly customer: string | null;
  readonly whose: string;
}

/** Whoever has a card open may keep something again and again. */
const keptAtMost = 20;

const dispositionsOf = prepared((trx, { id, whose }: Placeholders<Seen>, kind: Reach['kind']) =>
  dispositionsIn(trx)
    .leftJoin('customer', 'customer.id', 'disposition.customer_id')
    .where('disposition.call_id', '=', id)
    .where(keptWithin(preparedReach(kind, whose), 'disposition.created_by'))
    .limit(keptAtMost),
);

const notesOf = prepared((trx, { id, whose }: Placeholders<Seen>, kind: Reach['kind']) =>
  callNotesIn(trx)
    .leftJoin('customer', 'customer.id', 'call_note.customer_id')
    .where('call_note.call_id', '=', id)
    .where(keptWithin(preparedReach(kind, whose), 'call_note.created_by'))
    .limit(keptAtMost),
);

const surveysOf = prepared((trx, { id, whose }: Placeholders<Seen>, kind: Reach['kind']) =>
  responsesIn(trx)
    .leftJoin('customer', 'customer.id', 'survey_response.customer_id')
    .where('survey_response.call_id', '=', id)
    .where(keptWithin(preparedReach(kind, whose), 'survey_response.created_by'))
    .orderBy('survey_response.created_at', 'desc')
    .orderBy('survey_response.id', 'desc')
    .limit(keptAtMost),
);

const customerSeen = prepared((trx, { customer, whose }: Placeholders<Seen>, kind: Reach['kind']) =>
  trx
    .selectFrom('customer')
    .where('customer.id', '=', sql<string>`${customer}`)
    .where(customersWithin(preparedReach(kind, whose)))
    .select('customer.id'),
);

/** Customers' numbers stand in a step's detail only; the company's own are no secret, but cannot be told apart here. */
function shownTo(view: NumberView, entry: z.input<typeof traceEntry>): z.input<typeof traceEntry> {
  const shown = Object.entries(entry.detail ?? {}).map(([name, value]) => [
    name,
    looksLikeNumber(value) ? view.show(value) : value,
  ]);
  return { ...entry, detail: Object.fromEntries(shown) };
}

const looksLikeNumber = (value: string) => /^\+?\d{7,}$/.test(value);
