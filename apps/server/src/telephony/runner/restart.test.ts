import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CallId, Event } from '@alo/call-core';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { customer, runnerBench } from '../../../testing/runner-bench.ts';
import { systemClock } from '../clock.ts';

const bench = runnerBench();

async function talks(): Promise<CallId> {
  const call = await bench.customerCalls();
  bench.engine.answers(call, '101');
  await bench.pass(10);
  bench.engine.ends(call, 'caller');
  await bench.runner.settled();
  return call;
}

/** Everything that the journal's files say. */
async function journalText(): Promise<string> {
  const names = await readdir(join(bench.folder, 'journal'), { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile());
  return (await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')))).join();
}

test('a start writes nothing that the history has', async () => {
  const call = await talks();
  const versions = async () =>
    (
      await bench.owner.query('select xmin from call where id = $1 union all select xmin from leg where call_id = $1', [
        call,
      ])
    ).rows;
  const before = await versions();
  await bench.killed();
  bench.runner = await bench.start();
  await bench.runner.settled();
  expect(await versions()).toEqual(before);
  expect(before.length).toBeGreaterThan(1);
  // What it did not have is still written.
  const going = await bench.customerCalls();
  bench.engine.answers(going, '101');
  await bench.runner.settled();
  expect(await bench.rows('call', 'started_at')).toMatchObject([{ id: call }, { id: going, status: 'in_progress' }]);
});

test('a call that is over does not begin anew at a start, though its arrival was told once more behind the last snapshot', async () => {
  await bench.runner.close();
  // What is over is remembered for twenty seconds: here for longer than any machine is slow.
  const after: typeof systemClock.after = (ms, act) => systemClock.after(ms < 20_000 ? ms : 100 * ms, act);
  bench.runner = await bench.start({ clock: { ...systemClock, now: () => bench.clock, after } });
  const arrivals: Event[] = [];
  bench.engine.onEvent((_, event, receipt) => {
    if (event.type === 'arrived') arrivals.push(event);
    bench.runner.take(event, receipt);
  });
  const call = await talks();
  const before = await bench.rows('call');
  await bench.runner.forgetErased();
  const told = async () => (await journalText()).split('\n').filter((line) => line.includes(call));
  await expect.poll(told).toEqual([expect.stringContaining('"part":"people"')]);
  for (const event of arrivals) bench.runner.take(event);
  await bench.runner.settled();
  await bench.killed();
  bench.runner = await bench.start();
  await bench.runner.settled();
  expect(arrivals).toHaveLength(1);
  expect(await bench.rows('call')).toEqual(before);
});

test('a start brings nothing back that was erased or is kept no longer, whoever was killed before', async () => {
  const [erased, expired] = [await talks(), await talks()];
  await bench.killed();
  const { rows: recordings } = await bench.owner.query<{ id: string }>(
    'select id from recording where tenant_id = $1 order by started_at',
    [bench.office.tenant],
  );
  await bench.database.db.inTenant(bench.office.tenant, async (trx) => {
    const ids = recordings.map(({ id }) => id);
    await sql`select expire_recordings(${ids}::text[], '2100-01-01')`.execute(trx);
    const before = new Date(bench.clock);
    await sql`select expire_calls(${before}, 1)`.execute(trx);
    await sql`select erase_calls(${[`+84${customer.slice(1)}`]}::text[], 10)`.execute(trx);
  });
  const left = await bench.rows('call');
  expect(left).toMatchObject([{ outside_number: '' }]);
  bench.runner = await bench.start();
  await bench.runner.settled();
  expect(await bench.rows('call')).toEqual(left);
  expect(await bench.rows('call_event', 'seq')).toEqual([]);
  expect(await bench.rows('recording')).toEqual([]);
  expect([erased, expired]).toContain(left[0].id);
});

test('a start reads what happened since, and not all that was: neither a kill nor an orderly end leaves what the history has', async () => {
  const [first, second] = [await talks(), await talks()];
  expect(await journalText()).toContain(second);
  await bench.runner.close();
  expect(await journalText()).not.toContain(first);
  bench.runner = await bench.start();
  const third = await talks();
  await bench.killed();
  expect(await journalText()).toContain(third);
  bench.runner = await bench.start();
  await bench.runner.settled();
  // Where it rang in vain it is known what rang there last, and nothing else of it.
  const told = async () => (await journalText()).split('\n').filter((line) => line.includes(third));
  await expect.poll(told).toEqual([expect.stringContaining('"part":"people"')]);
});

test('who is erased is not in the journal any more, neither while the process runs on nor after a kill', async () => {
  const digits = customer.slice(1);
  const erase = () =>
    bench.database.db.inTenant(bench.office.tenant, async (trx) => {
      await sql`select expire_recordings(array(select id from recording), '2100-01-01')`.execute(trx);
      await sql`select erase_calls(${[`+84${digits}`]}::text[], 10)`.execute(trx);
    });
  await talks();
  const colleague = await bench.customerCalls('0907654321');
  bench.engine.answers(colleague, '102');
  await bench.pass(5);
  bench.engine.ends(colleague, 'caller');
  await bench.runner.settled();
  expect(await journalText()).toContain(digits);
  // It hears of it too late.
  await erase();
  await bench.killed();
  expect(await journalText()).toContain(digits);
  bench.runner = await bench.start();
  await expect.poll(journalText).not.toContain(digits);
  // Nobody else is forgotten.
  expect(await journalText()).toContain('907654321');

  bench.engine.onEvent((_, event, receipt) => bench.runner.take(event, receipt));
  await talks();
  expect(await journalText()).toContain(digits);
  await erase();
  await bench.runner.forgetErased();
  await expect.poll(journalText).not.toContain(digits);
  await bench.runner.close();
  expect(await journalText()).not.toContain(digits);
  expect(await journalText()).toContain('907654321');
  bench.runner = await bench.start();
  await bench.runner.settled();
  const { rows } = await bench.owner.query(
    `select to_jsonb(call)::text as text from call where tenant_id = $1
    union all select to_jsonb(leg)::text from leg where tenant_id = $1
    union all select to_jsonb(call_event)::text from call_event where tenant_id = $1`,
    [bench.office.tenant],
  );
  expect(rows.filter(({ text }) => text.includes(digits))).toEqual([]);
  expect(rows.filter(({ text }) => text.includes('907654321')).length).toBeGreaterThan(0);
});

test('a caller about whom the company’s data was asked goes on after a start as those of whom nothing is known', async () => {
  const to = (extension: string) => ({ kind: 'direct', extension }) as const;
  const known = {
    id: 'known',
    name: 'Quen',
    tests: [{ kind: 'known', is: true }],
    to: to('101'),
    priority: null,
  } as const;
  const plan = {
    ...bench.plan,
    customerConditions: { kinds: { name: 'Khách là ai', rows: [known], otherwise: to('102') } },
    inboundRules: bench.plan.inboundRules.map((rule) => ({
      ...rule,
      destination: { kind: 'customer', condition: 'kinds' } as const,
    })),
  };
  await bench.runner.close();
  bench.runner = await bench.start({ plan });
  const call = await bench.customerCalls();
  await bench.runner.close();
  bench.clock += 2_000;
  bench.runner = await bench.start({ plan });
  await expect.poll(() => bench.engine.performed).toContain('dial 102');
  bench.engine.answers(call, '102');
  await bench.runner.settled();
  expect(bench.engine.performed).not.toContain('dial 101');
  expect(await bench.rows('call')).toMatchObject([{ id: call, status: 'in_progress' }]);
});
