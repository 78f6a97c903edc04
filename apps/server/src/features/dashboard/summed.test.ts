import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import type { Trx } from '../../db/database.ts';

let app: TestApp;
let demo: TestTenant;
const morning = new Date('2026-03-09T00:00:00+07:00').getTime();
const minute = 60_000;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  for (const extension of ['101', '102', '103']) await demo.person(`may-${extension}`, [], extension);
});

afterAll(() => app.close());

const inDemo = <T>(work: (trx: Trx) => Promise<T>) => app.db.inTenant(demo.id, work);

/** What the figures, the hours and the people come to, counted from calls and legs alone. */
async function counted(to: number, which: 'counted' | 'all' = 'counted') {
  const those = which === 'all' ? sql`true` : sql`purpose not in ('otp', 'test')`;
  const { rows: figures } = await inDemo((trx) =>
    sql`select count(*) as total, count(*) filter (where direction = 'inbound') as inbound,
        count(*) filter (where direction = 'outbound') as outbound,
        count(*) filter (where direction = 'inbound' and status = 'missed') as missed,
        round(avg(wait_ms) filter (where direction = 'inbound' and status = 'answered') / 100) / 10 as wait,
        round(avg(talk_ms) filter (where status = 'answered') / 100) / 10 as talk
      from call where started_at >= ${new Date(morning)} and started_at < ${new Date(to)} and ${those}`.execute(trx),
  );
  const { rows: people } = await inDemo((trx) =>
    sql`select extension,
        (select count(*) from call where (account.extension in (from_extension, to_extension) or shares ? account.extension)
          and status = 'answered' and purpose not in ('otp', 'test') and started_at >= ${new Date(morning)} and started_at < ${new Date(to)}) as answered,
        (select coalesce(round(sum(case when shares is null then talk_ms else coalesce((shares ->> account.extension)::int, 0) end)
            / 1000.0), 0)::int
          from call where (account.extension in (from_extension, to_extension) or shares ? account.extension)
          and status = 'answered' and purpose not in ('otp', 'test') and started_at >= ${new Date(morning)} and started_at < ${new Date(to)}) as talk_seconds,
        (select count(distinct call_id) from leg join call on call.id = call_id and call.started_at = call_started_at
          where leg.extension = account.extension and side = 'dialled' and ringing_at is not null
          and direction = 'inbound' and status not in ('in_progress', 'answered') and purpose not in ('otp', 'test')
          and call.started_at >= ${new Date(morning)} and call.started_at < ${new Date(to)}) as rang_unanswered
      from account where extension is not null order by extension`.execute(trx),
  );
  return { figures: numbers(figures[0]), people };
}

const numbers = (row: unknown) =>
  Object.fromEntries(Object.entries(row ?? {}).map(([name, value]) => [name, value === null ? null : Number(value)]));

/** The same as the dashboard shows it at a moment. */
async function shown(at: number, which: 'counted' | 'all' = 'counted') {
  app.clock.now = at;
  const board = (await demo.admin.call('GET', `/dashboard?date=2026-03-09&purpose=${which}`)).json();
  const wanted = ['total', 'inbound', 'outbound', 'missed', 'wait', 'talk'];
  return {
    figures: Object.fromEntries(
      board.figures
        .filter(({ key }: { key: string }) => wanted.includes(key))
        .map(({ key, value }: { key: string; value: number | null }) => [key, value]),
    ),
    people: board.agents.map(({ extension, answered, rang_unanswered, talk_seconds }: Record<string, unknown>) => ({
      extension,
      answered,
      rang_unanswered,
      talk_seconds,
    })),
  };
}

const status = fc.constantFrom('answered', 'missed', 'abandoned', 'blocked', 'in_progress', 'failed');
const direction = fc.constantFrom('inbound', 'outbound', 'internal');
const extension = fc.constantFrom('101', '102', '103');
const purpose = fc.constantFrom('people', 'people', 'campaign', 'survey', 'otp', 'test');
const call = fc.record({
  after: fc.integer({ min: 0, max: 3 * 60 * minute }),
  status,
  direction,
  purpose,
  wait_ms: fc.oneof(fc.integer({ min: 0, max: 40_000 }), fc.constantFrom(20_000, 20_001)),
  talk_ms: fc.integer({ min: 0, max: 90_000 }),
  rang: fc.array(extension, { maxLength: 4 }),
  from_extension: fc.oneof(extension, fc.constant('')),
  to_extension: fc.oneof(extension, fc.constant('')),
});
/** Nearly all calls stay with whoever placed and took them. */
const handedOn = fc.oneof(
  { weight: 2, arbitrary: fc.constant(undefined) },
  fc.dictionary(extension, fc.integer({ min: 0, max: 90_000 })),
);
const change = fc.oneof(
  { weight: 3, arbitrary: fc.record({ calls: fc.array(fc.tuple(call, handedOn), { minLength: 1, maxLength: 5 }) }) },
  fc.record({ to: status, talk_ms: fc.integer({ min: 0, max: 90_000 }), of: fc.integer({ min: 1, max: 3 }) }),
);

test('figures from sums are those of the calls, with and without codes and bots, whatever was written and changed, to the minute', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 5 }), async (changes) => {
      for (const one of changes) {
        if ('calls' in one) {
          for (const [{ after, rang, ...fields }, shares] of one.calls) {
            await storeCall(app.db, demo.id, {
              ...fields,
              ...(fields.status === 'answered' && shares && { shares }),
              started_at: new Date(morning + after),
              rang: rang.map((number) => ({ extension: number })),
            });
          }
        } else {
          // Several at a time, as a batch of the history has them.
          await inDemo((trx) =>
            sql`update call set status = ${one.to}, talk_ms = ${one.talk_ms},
                ended_at = case when ${one.to} = 'in_progress' then null else now() end
              where (hashtext(id::text) & 3) < ${one.of}`.execute(trx),
          );
        }
      }
      for (const at of [
        morning + 61.5 * minute,
        morning + 2 * minute,
        morning + 100 * minute,
        morning + 30 * 60 * minute,
      ]) {
        const to = Math.min(at, morning + 24 * 60 * minute);
        expect(await shown(at)).toEqual(await counted(to));
        expect(await shown(at, 'all')).toEqual(await counted(to, 'all'));
      }
    }),
    { numRuns: 8 },
  );
});

test('sums that are not what the calls come to are found and made anew', async () => {
  await storeCall(app.db, demo.id, { started_at: new Date(morning + minute) });
  const rebuild = async () => {
    const day = [new Date(morning), new Date(morning + 24 * 60 * minute)] as const;
    const { rows } = await inDemo((trx) =>
      sql<{ wrong: boolean }>`select rebuild_call_sums(${day[0]}, ${day[1]}) as wrong`.execute(trx),
    );
    return rows[0]?.wrong;
  };
  const right = await shown(morning + 24 * 60 * minute);
  expect(await rebuild()).toBe(false);
  await inDemo((trx) => sql`update call_sum set n = n + 1`.execute(trx));
  expect(await shown(morning + 24 * 60 * minute)).not.toEqual(right);
  expect(await rebuild()).toBe(true);
  expect(await shown(morning + 24 * 60 * minute)).toEqual(right);
});
