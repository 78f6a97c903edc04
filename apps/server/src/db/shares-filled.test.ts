import pg from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../../testing/postgres.ts';
import { newId } from '../kernel/new-id.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations/index.ts';

type Told = Record<'direction' | 'from' | 'to' | 'agent', string> & { trace: object[] };
type Stay = readonly [extension: string, how: string, from: number, to: number | null];

test('calls of before tell by their stays who talked for how long, and everybody’s sums are made of that', async () => {
  const database = await testDatabase();
  const before = migrations.findIndex(({ name }) => name === '0410-shares-of-talk');
  await migrate(database.url, migrations.slice(0, before));
  const owner = new pg.Client({ connectionString: database.url });
  await owner.connect();
  const tenant = newId();
  await owner.query(`insert into tenant (id, code, name, sip_domain) values ($1, 'mot', 'mot', 'mot')`, [tenant]);
  await owner.query(`select create_call_month('2026-03-01')`);
  const began = Date.parse('2026-03-02T03:00:00Z');
  const at = (seconds: number) => new Date(began + seconds * 1_000);

  /** Answered after ten seconds, and over after seventy, where nothing else is said. */
  const call = async (
    { direction = 'inbound', from = '', to = '101', agent, trace = [] }: Partial<Told>,
    stays: readonly Stay[],
  ) => {
    const id = newId();
    await owner.query(
      `insert into call (tenant_id, id, started_at, revision, direction, status, stage, answered_at, ended_at, dialled,
          from_extension, to_extension, agent_extension, talk_ms, trace)
        values ($1, $2, $3, 1, $4, 'answered', 'ended', $5, $6, '', $7, $8, $9, $10, $11)`,
      [tenant, id, at(0), direction, at(10), at(70), from, to, agent ?? (from || to), 60_000, JSON.stringify(trace)],
    );
    for (const [position, [extension, how, since, until]] of stays.entries())
      await owner.query(
        `insert into call_segment (tenant_id, call_id, call_started_at, id, position, extension, leg_id, how, from_at, to_at)
          values ($1, $2, $3, $4, $5, $6, 'l', $7, $8, $9)`,
        [
          tenant,
          id,
          at(0),
          `${id}/s${position}`,
          position,
          extension,
          how,
          at(since),
          until === null ? null : at(until),
        ],
      );
    return id;
  };
  const taken = { at: at(30).getTime(), kind: 'talk', text: 'Máy nhánh 103 nhận thay máy nhánh 101' };
  const calls = {
    'of one': await call({}, [['101', 'answered', 10, 70]]),
    'from before there were stays': await call({}, []),
    transferred: await call({}, [
      ['101', 'answered', 10, 20],
      ['102', 'transfer', 22, 70],
    ]),
    'after a consultation': await call({}, [
      ['101', 'answered', 10, 40],
      ['101', 'consultation', 20, 40],
      ['102', 'consultation', 20, 40],
      ['102', 'transfer', 40, 70],
    ]),
    recalled: await call({}, [
      ['101', 'answered', 10, 20],
      ['101', 'transfer', 50, 70],
    ]),
    'of a conference on two phones': await call({}, [
      ['101', 'answered', 10, 70],
      ['102', 'conference', 30, 50],
      ['102', 'conference', 40, 70],
    ]),
    'taken over': await call({ trace: [taken] }, [
      ['101', 'answered', 10, 30],
      ['103', 'supervision', 15, 70],
    ]),
    'listened to': await call({}, [
      ['101', 'answered', 10, 70],
      ['103', 'supervision', 15, 70],
    ]),
    'among colleagues': await call({ direction: 'internal', from: '101', to: '102' }, [
      ['101', 'called', 10, 70],
      ['102', 'answered', 10, 70],
    ]),
    'forwarded outside': await call({ agent: '' }, []),
    'out, transferred in vain': await call({ direction: 'outbound', from: '101', to: '102' }, [
      ['101', 'called', 10, 70],
    ]),
    'out, transferred': await call({ direction: 'outbound', from: '101', to: '102' }, [
      ['101', 'called', 10, 30],
      ['102', 'transfer', 30, 70],
    ]),
  };
  // What somebody reached stays when the call is gone.
  const gone = await call({ to: '109' }, [['109', 'answered', 10, 70]]);
  await owner.query('delete from call where id = $1', [gone]);

  expect(await migrate(database.url)).toContain('0410-shares-of-talk');
  const { rows } = await owner.query<{ id: string; took: string; shares: unknown; joined: string[] }>(
    `select id, to_extension as took, shares, array(select extension from call_segment
        where call_id = call.id and joined order by position) as joined from call`,
  );
  const found = Object.entries(calls).map(([what, id]) => {
    const row = rows.find((one) => one.id === id);
    return [what, row?.took, row?.shares, row?.joined];
  });
  expect(found).toEqual([
    ['of one', '101', null, []],
    ['from before there were stays', '101', null, []],
    ['transferred', '101', { 101: 10_000, 102: 48_000 }, ['102']],
    ['after a consultation', '101', { 101: 30_000, 102: 30_000 }, ['102']],
    ['recalled', '101', { 101: 30_000 }, []],
    ['of a conference on two phones', '101', { 101: 60_000, 102: 40_000 }, ['102', '102']],
    ['taken over', '101', { 101: 20_000, 103: 40_000 }, ['103']],
    ['listened to', '101', null, []],
    ['among colleagues', '102', null, []],
    ['forwarded outside', '', null, []],
    ['out, transferred in vain', '', null, []],
    ['out, transferred', '', { 101: 20_000, 102: 40_000 }, ['102']],
  ]);
  const sums = async (what: string) => (await owner.query(`select ${what}`)).rows;
  const people = await sums(
    `extension, sum(answered)::int as answered, sum(inbound)::int as inbound, sum(outbound)::int as outbound,
      sum(met)::int as met, (sum(talk_ms) / 1000)::int as talk from person_sum group by 1 order by 1`,
  );
  expect(people).toEqual([
    { extension: '101', answered: 11, inbound: 8, outbound: 2, met: 2, talk: 470 },
    { extension: '102', answered: 5, inbound: 3, outbound: 0, met: 0, talk: 218 },
    { extension: '103', answered: 1, inbound: 1, outbound: 0, met: 0, talk: 40 },
    { extension: '109', answered: 1, inbound: 1, outbound: 0, met: 0, talk: 60 },
  ]);
  expect(
    await sums(`extension, (sum(talk_ms) / 1000)::int as talk from talk_sum where talk_ms > 0 group by 1 order by 1`),
  ).toEqual(people.slice(0, 3).map(({ extension, talk }) => ({ extension, talk })));
  expect(await sums(`others, sum(n)::int as n from party_sum group by 1 having sum(n) > 0 order by 1`)).toEqual([
    { others: [], n: 7 },
    { others: ['102'], n: 4 },
    { others: ['103'], n: 1 },
  ]);
  // And the sums are kept from here on as they were made.
  await owner.query(`select set_config('app.tenant', $1, false)`, [tenant]);
  for (const table of ['party', 'talk', 'call'])
    expect(await sums(`rebuild_${table}_sums('2026-03-01', '2026-04-01') as wrong`)).toEqual([{ wrong: false }]);
  await owner.end();
  await database.drop();
});
