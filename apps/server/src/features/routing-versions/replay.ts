import { setImmediate } from 'node:timers/promises';
import { wayThroughMenus } from '@alo/call-core';
import { type ResultOf, routingReplay, startReplay } from '@alo/contract';
import { sql } from 'kysely';
import { z } from 'zod';

import { startJob } from '../../background/job-rows.ts';
import type { JobKind, JobWork } from '../../background/job-work.ts';
import { afterCommit } from '../../db/after-commit.ts';
import type { Db, InTenant, Trx } from '../../db/database.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import { answeredBy, customersAt } from '../../domain/customer-kinds.ts';
import { fullNumbers, numberView } from '../../domain/number-view.ts';
import { type Whereabouts, whereaboutsBy } from '../../domain/whereabouts.ts';
import { type Route, route } from '../../http/route.ts';
import { loadTelephonyConfig } from '../../telephony/routing-plan.ts';
import { inDraftOf } from './draft.ts';

type Replay = NonNullable<ResultOf<typeof routingReplay>['replay']>;

const daysBack = 30;
const atOnce = 500;
const shownMoves = 1_000;
const shownPlaces = 50;

/** Asks for the calls of the last days to be played through the draft, and tells what came of it to whoever asked. */
export const replayRoutes = ({
  db,
  announceJob,
}: {
  db: Db;
  announceJob: (key: { tenantId: string; jobId: string }) => void;
}): Route[] => [
  route(startReplay, (by) =>
    db.inTenant(by.caller.tenantId, async (trx) => {
      const job = await startJob(trx, by, {
        kind: 'routing-replay',
        title: 'Chạy lại cuộc gọi qua bản nháp',
        permission: 'routing-versions.update',
        input: {},
      });
      const { tenantId } = by.caller;
      afterCommit(trx, () => announceJob({ tenantId, jobId: job.id }));
      return { job_id: job.id };
    }),
  ),
  route(routingReplay, (by) =>
    db.inTenant(by.caller.tenantId, async (trx) => {
      const found = await trx
        .selectFrom('routing_replay')
        .where('created_by', '=', by.caller.accountId)
        .select(['id', 'since', 'until', 'calls', 'moved', 'places', 'moves'])
        .orderBy('created_at', 'desc')
        .limit(1)
        .executeTakeFirst();
      if (found === undefined) return { replay: null };
      const view = await numberView(trx, by.caller);
      const { id, since, until, calls, moved } = found;
      // Both were written by the job below.
      const [places, moves] = [found.places as Replay['places'], found.moves as Replay['moves']];
      const shown = moves.map((move) => ({
        ...move,
        caller: view.show(move.caller),
        number: fullNumbers.show(move.number),
        // A way may name whom it leads to outside.
        ...(view.masked ? { live: hideNumbers(move.live), draft: hideNumbers(move.draft) } : {}),
      }));
      return { replay: { job_id: id, since, until, calls, moved, places, moves: shown } };
    }),
  ),
];

const hideNumbers = (words: string) => words.replaceAll(/\+?\d{8,}/g, (digits) => `${digits.slice(0, 4)}***`);

/** Where a call of the past came in. */
interface Past {
  readonly id: string;
  readonly started_at: Date;
  readonly dialled: string;
  readonly service_number: string;
  readonly outside_number: string;
  readonly trace: unknown;
}

const traceOf = z.array(z.object({ kind: z.string(), detail: z.record(z.string(), z.string()).default({}) }));

/** Everybody answers: it is the way that is compared, not what people did. Callers press what they pressed then. */
export const replayJob: JobKind = async (work) => {
  const { tenantId } = work.by.caller;
  const until = new Date();
  const since = new Date(until.getTime() - daysBack * 86_400_000);
  const inTenant: InTenant = (_, inside) => work.inTenant(inside);
  const { plan: live } = await loadTelephonyConfig(inTenant, tenantId);
  const { plan: draft } = await loadTelephonyConfig(inDraftOf(inTenant), tenantId);
  const byLive = whereaboutsBy(live, {}, since.getTime());
  const byDraft = whereaboutsBy(draft, {}, since.getTime());

  const asksOfCustomers = [live, draft].some(({ customerConditions }) => Object.keys(customerConditions).length > 0);

  const total = await countPast(work, since, until);
  const places = new Map<string, { draft: number; live: number }>();
  const moves: Replay['moves'] = [];
  let [calls, moved] = [0, 0];
  let last: Past | undefined;
  for (;;) {
    const some = await pastCalls(work, since, until, last);
    if (some.length === 0) break;
    // As customers are known today: what they were then nobody has kept.
    const data = asksOfCustomers
      ? answeredBy(await work.inTenant((trx) => customersAt(trx, numbersIn(some))))
      : undefined;
    for (const call of some) {
      await setImmediate();
      const [now, then] = [where(byLive, call, data), where(byDraft, call, data)];
      calls += 1;
      if (now.key === then.key) continue;
      moved += 1;
      countIn(places, now.place, 'live');
      countIn(places, then.place, 'draft');
      if (moves.length < shownMoves) {
        moves.push({
          call_id: call.id,
          at: call.started_at.toISOString(),
          number: call.service_number || call.dialled,
          caller: call.outside_number,
          live: now.words,
          draft: then.words,
        });
      }
    }
    last = some.at(-1);
    await work.progress(calls, total);
  }
  const most = [...places]
    .map(([place, counts]) => ({ place, ...counts }))
    .toSorted((a, b) => b.draft + b.live - (a.draft + a.live))
    .slice(0, shownPlaces);
  await work.inTenant(async (trx) => {
    await sql`insert into routing_replay (id, since, until, calls, moved, places, moves, created_by)
      values (${work.jobId}, ${since}, ${until}, ${calls}, ${moved}, ${JSON.stringify(most)}::jsonb,
        ${JSON.stringify(moves)}::jsonb, ${work.by.caller.accountId})
      on conflict (tenant_id, id) do update set calls = excluded.calls, moved = excluded.moved,
        places = excluded.places, moves = excluded.moves`.execute(trx);
    await work.advance(trx, calls, { calls, moved });
  });
  return { report: { calls, moved } };
};

function countIn(places: Map<string, { draft: number; live: number }>, place: string, side: 'draft' | 'live'): void {
  const counts = places.get(place) ?? { draft: 0, live: 0 };
  places.set(place, { ...counts, [side]: counts[side] + 1 });
}

const numbersIn = (calls: readonly Past[]): string[] => [...new Set(calls.map((call) => call.outside_number))];

function where(
  by: ReturnType<typeof whereaboutsBy>,
  call: Past,
  data: ReturnType<typeof answeredBy> | undefined,
): Whereabouts {
  const trace = traceOf.safeParse(call.trace);
  const steps = wayThroughMenus({ trace: trace.success ? trace.data : [] });
  return by({
    from: { kind: 'outside', number: call.outside_number },
    dialled: call.service_number || call.dialled,
    at: call.started_at.getTime(),
    keys: steps.map(({ keys }) => keys).filter(Boolean),
    outside: 'answers',
    ...(data !== undefined && { data }),
  });
}

const came = (trx: Trx, { by }: JobWork, since: Date, until: Date) =>
  trx
    .selectFrom('call')
    .where('direction', '=', 'inbound')
    .where('started_at', '>=', since)
    .where('started_at', '<', until)
    .where(callsSeenBy(by.caller));

const countPast = (work: JobWork, since: Date, until: Date): Promise<number> =>
  work.inTenant(async (trx) => {
    const { n } = await came(trx, work, since, until)
      .select((call) => call.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    return Number(n);
  });

const pastCalls = (work: JobWork, since: Date, until: Date, last: Past | undefined): Promise<Past[]> =>
  work.inTenant(async (trx) => {
    const all = came(trx, work, since, until);
    return (
      last === undefined
        ? all
        : all.where(sql<boolean>`(started_at, id) > (${last.started_at}::timestamptz, ${last.id}::uuid)`)
    )
      .select(['id', 'started_at', 'dialled', 'service_number', 'outside_number', 'trace'])
      .orderBy('started_at')
      .orderBy('id')
      .limit(atOnce)
      .execute();
  });
