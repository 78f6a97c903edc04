import { type CallId, type EngineEvent, getFrom } from '@alo/call-core';
import { describe, expect, test } from 'vitest';
import { virtualTime } from '../../../simulator/virtual-time.ts';
import { customer, runnerBench } from '../../../testing/runner-bench.ts';
import { openTestOffice } from '../../../testing/small-company.ts';
import { openDatabase } from '../../db/database.ts';

const bench = runnerBench();

describe('the history', () => {
  test('has one exact row for a call that a group answers, with its legs, events and recording', async () => {
    const call = await bench.customerCalls();
    bench.engine.rings(call, '101');
    bench.engine.rings(call, '102');
    await bench.pass(6);
    expect((await bench.rows('call'))[0]).toMatchObject({ status: 'in_progress', stage: 'ringing', ended_at: null });
    bench.engine.answers(call, '102');
    await bench.pass(62);
    bench.engine.ends(call, 'caller');
    await bench.runner.settled();
    expect(await bench.rows('call')).toEqual([
      {
        tenant_id: bench.office.tenant,
        id: call,
        started_at: new Date(bench.clock - 68_000),
        revision: expect.any(String),
        direction: 'inbound',
        status: 'answered',
        stage: 'ended',
        answered_at: new Date(bench.clock - 62_000),
        ended_at: new Date(bench.clock),
        dialled: bench.office.number,
        service_number: `+84${bench.office.number.slice(1)}`,
        outside_number: '+84901234567',
        purpose: 'people',
        from_extension: '',
        to_extension: '102',
        agent_extension: '102',
        broken: '',
        name_prefix: '',
        outcome: '',
        blocked: '',
        led_by: [expect.any(String)],
        trunk_id: bench.office.trunk,
        wait_ms: '6000',
        ring_ms: '6000',
        talk_ms: '62000',
        hold_ms: '0',
        cause: 'normal',
        ended_by: 'customer',
        ended_by_extension: '',
        rang: ['101', '102'],
        // Whoever took it talked for all of its talk.
        shares: null,
        mos: null,
        poor: false,
        recording_refused_at: null,
        recording_refused: '',
        trace: expect.arrayContaining([
          expect.objectContaining({ kind: 'rule', text: expect.stringContaining('khớp') }),
        ]),
      },
    ]);
    const legs = await bench.rows('leg', 'position');
    expect(legs.map(({ side, extension, number, cause }) => [side, extension, number, cause])).toEqual([
      ['arrived', '', '+84901234567', 'normal'],
      ['dialled', '101', '', 'answered-elsewhere'],
      ['dialled', '102', '', 'normal'],
    ]);
    expect(await bench.rows('recording')).toMatchObject([
      { id: `${call}-4`, call_id: call, kind: 'conversation', state: 'ready', duration_ms: '62000' },
    ]);
    const types = (await bench.rows('call_event', 'seq')).map(({ type }) => type);
    expect(types).toEqual(['arrived', 'ringing', 'ringing', 'answered', 'ended', 'ended', 'ended', 'recorded']);
  });

  test.each([
    [
      'who gives up',
      async (call: CallId) => bench.engine.ends(call, 'caller', 'cancelled'),
      { status: 'abandoned', wait_ms: '5000' },
    ],
    [
      'who leaves a message',
      async (call: CallId) => {
        bench.engine.ends(call, '101', 'rejected');
        bench.engine.ends(call, '102', 'busy');
        await bench.runner.settled();
        bench.engine.heardAll(call, 'caller');
        await bench.runner.settled();
        bench.engine.heardAll(call, 'caller');
        await bench.pass(9);
        bench.engine.on(call, 'caller', { type: 'digit', digit: '#' });
      },
      { status: 'voicemail', ring_ms: '5000', talk_ms: '0', answered_at: null },
    ],
    [
      'who is put on hold',
      async (call: CallId) => {
        bench.engine.answers(call, '101');
        await bench.pass(10);
        bench.engine.on(call, '101', { type: 'held', on: true });
        await bench.pass(20);
        bench.engine.on(call, '101', { type: 'held', on: false });
        await bench.pass(1);
        bench.engine.ends(call, '101');
      },
      {
        status: 'answered',
        talk_ms: '31000',
        hold_ms: '20000',
        ended_by: 'agent',
        ended_by_extension: '101',
        agent_extension: '101',
      },
    ],
  ])('shows a customer %s', async (_, story, expected) => {
    const call = await bench.customerCalls();
    bench.engine.rings(call, '101');
    await bench.pass(5);
    await story(call);
    await bench.runner.settled();
    expect(await bench.rows('call')).toMatchObject([expected]);
  });

  test('shows when somebody was put on hold in a stay, and by whom', async () => {
    const call = await bench.customerCalls();
    bench.engine.answers(call, '101');
    await bench.pass(10);
    bench.engine.on(call, '101', { type: 'held', on: true });
    await bench.pass(20);
    bench.engine.ends(call, '101');
    await bench.runner.settled();
    const [stay] = await bench.rows('call_segment', 'position');
    const from = Number(stay?.['from_at']) + 10_000;
    expect(stay).toMatchObject({ hold_ms: '20000', holds: [{ from, to: from + 20_000, why: 'hold' }] });
  });

  test.each([
    ['answers', (call: CallId) => bench.engine.answers(call, '102'), { status: 'answered', agent_extension: '101' }],
    ['rejects', (call: CallId) => bench.engine.ends(call, '102', 'rejected'), { status: 'busy', cause: 'rejected' }],
    ['is busy', (call: CallId) => bench.engine.ends(call, '102', 'busy'), { status: 'busy' }],
    ['does not answer', (call: CallId) => bench.engine.ends(call, '102', 'no-answer'), { status: 'no_answer' }],
    ['cannot be reached', (call: CallId) => bench.engine.ends(call, '102', 'unreachable'), { status: 'failed' }],
  ])('shows a colleague who %s', async (_, happens, expected) => {
    const call = bench.engine.extensionCalls(bench.office.tenant, '101', '102');
    await bench.runner.settled();
    happens(call);
    await bench.pass(3);
    if (expected.status === 'answered') bench.engine.ends(call, 'caller');
    await bench.runner.settled();
    expect(await bench.rows('call')).toMatchObject([
      { ...expected, direction: 'internal', from_extension: '101', to_extension: '102', outside_number: '' },
    ]);
  });

  test('has whose a call is while it goes on, and what each talked when it has ended', async () => {
    const call = await bench.customerCalls();
    bench.engine.answers(call, '101');
    await bench.pass(30);
    await bench.transfers(call, '101', '102');
    await bench.pass(12);
    expect(await bench.rows('call')).toMatchObject([
      { status: 'in_progress', to_extension: '101', shares: { 101: 30_000, 102: 0 } },
    ]);
    bench.engine.ends(call, 'caller');
    await bench.runner.settled();
    expect(await bench.rows('call')).toMatchObject([
      { status: 'answered', to_extension: '101', talk_ms: '42000', shares: { 101: 30_000, 102: 12_000 } },
    ]);
    expect((await bench.rows('call_segment', 'position')).map(({ extension, joined }) => [extension, joined])).toEqual([
      ['101', false],
      ['102', true],
    ]);
    // The same as the database makes of the stays, of calls that no process ends.
    const { rows: made } = await bench.owner.query(
      'select shares_of(tenant_id, id, started_at, from_extension, to_extension, talk_ms) as shares from call where id = $1',
      [call],
    );
    expect(made).toEqual([{ shares: { 101: 30_000, 102: 12_000 } }]);
  });

  test('shows a caller on the block list, and a call out that no rule allows', async () => {
    await bench.customerCalls('0999 999 999');
    await bench.pass(1);
    bench.engine.extensionCalls(bench.office.tenant, '102', customer);
    await bench.runner.settled();
    expect(await bench.rows('call')).toMatchObject([
      { status: 'blocked', direction: 'inbound' },
      { status: 'failed', cause: 'forbidden', direction: 'outbound' },
    ]);
  });

  test('is the same when every event comes three times', async () => {
    const said: EngineEvent[] = [];
    bench.engine.onEvent((_, event) => said.push(event));
    const call = await bench.customerCalls();
    bench.engine.answers(call, '101');
    await bench.pass(7);
    bench.engine.ends(call, '101');
    await bench.runner.settled();
    const history = async () => [
      await bench.rows('call'),
      await bench.rows('leg', 'id'),
      await bench.rows('recording'),
    ];
    const once = await history();
    bench.clock += 60_000;
    for (const event of [...said, ...said]) bench.engine.say(bench.office.tenant, event);
    await bench.runner.settled();
    expect(await history()).toEqual(once);
  });

  test('how a line sounds, which every leg tells again and again, is written with the next thing that happens', async () => {
    const call = await bench.customerCalls();
    bench.engine.answers(call, '101');
    await bench.runner.settled();
    const heard = async () => (await bench.rows('leg', 'position')).map((leg) => leg.loss_percent);
    for (const lossPercent of [3, 2]) {
      bench.engine.on(call, '101', {
        type: 'quality',
        lossPercent,
        farLossPercent: null,
        jitterMs: 4,
        roundTripMs: null,
      });
      await bench.runner.settled();
      expect(await heard()).toEqual([null, null, null]);
    }
    bench.engine.ends(call, '101');
    await bench.runner.settled();
    expect(await heard()).toEqual([null, 2, null]);
  });

  test('that a line sounds bad is news once it has done so for a while, and measurements are none', async () => {
    const call = await bench.customerCalls();
    bench.engine.answers(call, '101');
    await bench.runner.settled();
    const news: number[] = [];
    for (const lossPercent of [0, 20, 20, 20, 0, 0, 0]) {
      bench.changes = [];
      bench.engine.on(call, '101', {
        type: 'quality',
        lossPercent,
        farLossPercent: null,
        jitterMs: 4,
        roundTripMs: null,
      });
      await bench.runner.settled();
      news.push(bench.changes.flatMap(({ calls }) => calls).length);
    }
    expect(news).toEqual([0, 0, 1, 0, 0, 0, 1]);
  });

  test('a ring time that runs out ends the attempt by the clock of the process', async () => {
    const [group] = Object.entries(bench.plan.groups);
    if (group === undefined) throw new Error('no group');
    const quick = { ...group[1], ringSeconds: 0.05, otherwise: null };
    bench.runner.take({
      type: 'plan-changed',
      plan: { ...bench.plan, groups: { [group[0]]: quick } },
      at: bench.clock,
    });
    await bench.runner.acted();
    await bench.customerCalls();
    await expect.poll(async () => (await bench.rows('call'))[0]?.status).toBe('missed');
  });
});

test('a call that is over is on the board until the history has it, and for a moment more', async () => {
  await bench.runner.close();
  const time = virtualTime(bench.clock);
  bench.runner = await bench.start({ clock: time.clockOf({ alive: true, frozenUntil: 0 }) });
  bench.hearEngine(bench.runner);
  const call = bench.engine.customerCalls(bench.office.tenant, bench.office.trunk, customer, bench.office.number);
  await bench.runner.acted();
  bench.engine.ends(call, 'caller');
  await bench.runner.acted();
  const isKnown = () => getFrom(bench.runner.board.calls, call) !== undefined;
  const whenWritten = async () => {
    await time.run(20);
    return (await bench.rows('call')).map(({ stage }) => stage);
  };
  await expect.poll(whenWritten).toEqual(['ended']);
  expect(isKnown()).toBe(true);
  await expect.poll(() => time.run(1_000).then(isKnown)).toBe(false);
});

test('what a database connection of its own would see is what the runner wrote: nothing of another tenant', async () => {
  await bench.customerCalls();
  const other = await openTestOffice(bench.database.db, `khac-1`);
  const db = openDatabase({ url: bench.database.url, size: 1 });
  const seen = await db.inTenant(other.tenant, (trx) => trx.selectFrom('call').select('id').execute());
  await db.close();
  expect(seen).toEqual([]);
});
