import { type CallId, type EngineCommand, queueMember, queuePlan, type RoutingPlan } from '@alo/call-core';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../simulator/random.ts';
import { inProcessBus } from '../../../testing/bus.ts';
import { runnerBench } from '../../../testing/runner-bench.ts';
import { newId } from '../../kernel/new-id.ts';
import { floorOn } from '../../switchboard/calls-on-board.ts';
import { campaignDialler } from './dialler.ts';

/** A campaign on the real runner, journal and history, killed again and again at any moment. */
const bench = runnerBench();
const customers = 24;
const mostCalls = 2;

async function campaignWith(queue: string): Promise<string> {
  const id = newId();
  await bench.database.db.inTenant(bench.office.tenant, async (trx) => {
    const status = newId();
    await trx.insertInto('profile_status').values({ id: status, name: 'Mới', colour: '#2563eb' }).execute();
    await trx.insertInto('queue').values({ id: queue, name: 'Gọi ra', strategy: 'linear' }).execute();
    await trx
      .insertInto('campaign')
      .values({
        id,
        name: 'Gọi thay',
        kind: 'care',
        status: 'running',
        mode: 'progressive',
        queue_id: queue,
        calls_from: '00:00',
        calls_to: '24:00',
        max_attempts: mostCalls,
        pause_minutes: 1,
      })
      .execute();
    for (let n = 0; n < customers; n += 1) {
      const customer = newId();
      const number = `+8490${String(7_000_000 + n)}`;
      await trx
        .insertInto('customer')
        .values({ id: customer, name: `Khách ${n}`, status, numbers: [number] })
        .execute();
      await trx
        .insertInto('campaign_contact')
        .values({ id: newId(), campaign_id: id, customer_id: customer })
        .execute();
    }
  });
  return id;
}

/** Everybody may call out over the office's trunk, and two people take what the queue brings. */
const planWith = (plan: RoutingPlan, queue: string): RoutingPlan => ({
  ...plan,
  queues: {
    [queue]: queuePlan({ name: 'Gọi ra', strategy: 'linear', members: [queueMember('101'), queueMember('102')] }),
  },
  outboundRules: [
    {
      name: 'Mọi số',
      pattern: 'x*',
      extensions: 'all',
      strip: 0,
      prepend: '',
      routes: [{ trunk: bench.office.trunk, callerNumber: bench.office.number }],
    },
  ],
});

test.each([1, 2, 3])(
  'nobody is called more often than the rules say, nor twice at once, whenever it is killed (%i)',
  async (seed) => {
    const random = seededRandom(seed);
    const queue = newId();
    const campaign = await campaignWith(queue);
    const { tenant, trunk } = bench.office;
    const plan = planWith(bench.plan, queue);
    const restart = async () => {
      bench.engine.serverDies();
      bench.runner = await bench.start({ plan });
      bench.hearEngine(bench.runner);
      await bench.runner.settled();
    };
    await bench.killed();
    await restart();

    /** Calls to customers as the engine was told, and those that it still has. */
    const dialled: { call: CallId; number: string }[] = [];
    const open = new Map<CallId, 'rings' | 'up'>();
    const twiceAtOnce: string[] = [];
    const perform = bench.engine.perform.bind(bench.engine);
    bench.engine.perform = (of, call, command: EngineCommand) => {
      if (command.type === 'dial' && command.to.kind === 'trunk') {
        const { number } = command.to;
        const others = [...open.keys()].map((one) => dialled.find(({ call: its }) => its === one)?.number);
        if (others.includes(number)) twiceAtOnce.push(number);
        dialled.push({ call, number });
        open.set(call, 'rings');
      }
      // One that nobody picks up for a minute is given up.
      if (command.type === 'hang-up' && open.has(call) && bench.engine.legOf(call, trunk) === command.leg) {
        open.delete(call);
      }
      perform(of, call, command);
    };

    let dies = false;
    const begin = () =>
      campaignDialler({
        db: bench.database.db,
        bus: inProcessBus(),
        now: () => bench.clock,
        tickMs: 3_600_000,
        runsHere: () => [tenant],
        floorOf: () => floorOn(bench.runner.board),
        async request(_, asked) {
          if (dies) throw new Error('Killed before anything was asked.');
          const reply = await bench.runner.request({ type: 'requested', at: bench.clock, ...asked });
          if (random.chance(0.1)) throw new Error('Killed before the answer came.');
          return reply;
        },
        onError: () => undefined,
      });
    let dialler = begin();
    const looks = async () => {
      dialler.look(tenant);
      await dialler.settled();
      await bench.runner.settled();
    };
    /** What happens on the lines: customers answer, do not, or are busy; our people pick up, and hang up. */
    const happens = async () => {
      for (const [call, state] of open) {
        if (!random.chance(0.6)) continue;
        if (state === 'rings') {
          const answers = random.chance(0.5);
          if (answers) bench.engine.answers(call, trunk);
          else bench.engine.ends(call, trunk, random.chance(0.5) ? 'busy' : 'no-answer');
          if (answers) open.set(call, 'up');
          else open.delete(call);
        } else {
          for (const extension of ['101', '102']) {
            if (bench.engine.lastDialled(extension)?.call === call && random.chance(0.8)) {
              bench.engine.answers(call, extension);
              await bench.runner.settled();
              bench.clock += 5_000;
            }
          }
          bench.engine.ends(call, trunk);
          open.delete(call);
        }
        await bench.runner.settled();
      }
    };
    for (let step = 0; step < 60; step += 1) {
      dies = random.chance(0.1);
      await looks();
      dies = false;
      await happens();
      if (random.chance(0.2)) {
        await dialler.close();
        await bench.killed();
        await restart();
        dialler = begin();
      }
      await bench.pass(20);
    }
    for (let step = 0; step < 6; step += 1) {
      await happens();
      await bench.pass(5);
    }
    for (const call of open.keys()) bench.engine.ends(call, trunk);
    await bench.runner.settled();
    await bench.database.db.inTenant(tenant, (trx) =>
      sql`update campaign set status = 'paused' where id = ${campaign}`.execute(trx),
    );
    await expect
      .poll(async () => {
        await looks();
        const { rows } = await bench.owner.query(
          'select count(*)::int as n from campaign_attempt where campaign_id = $1 and ended_at is null',
          [campaign],
        );
        return rows[0].n;
      })
      .toBe(0);
    await dialler.close();

    expect(twiceAtOnce).toEqual([]);
    // Never more often than the rules say, and each call that was dialled is one that was counted.
    const calls = Map.groupBy(dialled, ({ number }) => number);
    expect(Math.max(...[...calls.values()].map(({ length }) => length))).toBeLessThanOrEqual(mostCalls);
    const { rows } = await bench.owner.query(
      `select attempts, state, (select count(*)::int from campaign_attempt as its
        where its.campaign_id = contact.campaign_id and its.customer_id = contact.customer_id) as placed
      from campaign_contact as contact where campaign_id = $1`,
      [campaign],
    );
    expect(rows.filter((row) => row.attempts !== row.placed || row.attempts > mostCalls)).toEqual([]);
    const { rows: attempts } = await bench.owner.query(
      `select call_id, result, account_id, (select agent_extension from call where call.id = call_id) as agent
      from campaign_attempt where campaign_id = $1`,
      [campaign],
    );
    expect(new Set(attempts.map((one) => one.call_id)).size).toBe(attempts.length);
    expect(attempts.map((one) => one.call_id)).toEqual(expect.arrayContaining(dialled.map(({ call }) => call)));
    // What each came to has a name: the network's, that nobody was free in time, or whoever spoke with them.
    expect(attempts.filter((one) => one.result === '' && !one.agent)).toEqual([]);
    expect(attempts.length).toBeGreaterThan(customers / 2);
  },
);
