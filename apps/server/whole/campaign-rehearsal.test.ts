import type { CallId } from '@alo/call-core';
import type { CampaignMode, ContactState, ResultOf, rehearseCampaign } from '@alo/contract';
import { inDepth } from '@alo/testing/in-depth';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { seededRandom } from '../simulator/random.ts';
import type { Trx } from '../src/db/database.ts';
import { campaignDialler } from '../src/features/campaigns/dialler.ts';
import type { World, WorldCall } from '../src/features/campaigns/rehearsal/rehearsal-plan.ts';
import { rehearseToEnd } from '../src/features/campaigns/rehearsal/rehearse.ts';
import { withPeople } from '../src/features/campaigns/rehearsal/rehearse-often.ts';
import { readRehearsal } from '../src/features/campaigns/rehearsal/routes.ts';
import { newId } from '../src/kernel/new-id.ts';
import type { TestPerson } from '../testing/app.ts';
import { type CampaignCompany, campaignCompany, ten } from '../testing/campaign-company.ts';
import { storeCall } from '../testing/stored-calls.ts';

/** A rehearsal goes as the campaign does once it runs: where customers and people do the same, it calls the same and ends in the same second. */
let company: CampaignCompany;
let queue: string;
const agents: TestPerson[] = [];
const timeZone = 'Asia/Ho_Chi_Minh';
const extensions = ['171', '172', '173'];
const outcomes: { readonly id: string; readonly code: string; readonly leaves: ContactState }[] = [];

beforeAll(async () => {
  company = await campaignCompany();
  for (const extension of extensions) {
    const may = ['campaign.call', 'campaign.view', 'customer.update', 'customer.view'] as const;
    agents.push(await company.tenant.person(`nhan${extension}`, [...may], extension));
  }
  queue = newId();
  await inCompany(async (trx) => {
    await trx.insertInto('queue').values({ id: queue, name: 'Gọi ra', strategy: 'longest-idle' }).execute();
    for (const { leaves } of [{ leaves: 'done' }, { leaves: 'missed' }] as const) {
      const { rows } = await sql<(typeof outcomes)[number]>`
        select id, code, campaign_state as leaves from disposition_outcome where campaign_state = ${leaves} order by code limit 1`.execute(
        trx,
      );
      outcomes.push(...rows);
    }
  });
});
afterAll(() => company.close());

const inCompany = <Answer>(work: (trx: Trx) => Promise<Answer>) => company.app.db.inTenant(company.tenant.id, work);

let made = 0;
async function campaignOf(many: number, given: object = {}) {
  const { app, tenant, add, put, status } = company;
  const { id } = await add('/campaign', {
    name: `Thử ${(made += 1)}`,
    kind: 'care',
    mode: 'progressive',
    queue_id: queue,
    calls_from: '00:00',
    calls_to: '24:00',
    ...given,
  });
  const ids: string[] = [];
  for (let n = 0; n < many; n += 1) {
    const phone = `09${String(50_000_000 + (made += 1))}`;
    ids.push((await add('/customer', { name: `Khách ${n}`, phone, status })).id);
  }
  if (many > 0) await put(id, ids);
  return { campaign: id as string, customers: ids, app, tenant };
}

/** What each customer does, call by call, in whole seconds. */
function worldFrom(seed: number): World {
  return {
    callOf(contact, nth): WorldCall {
      const random = seededRandom(seed * 1_000_003 + contact * 101 + nth);
      const seconds = (from: number, to: number) => random.between(from, to) * 1_000;
      const usual = { wrapMs: seconds(1, 9), said: '', heard: '', leaves: 'missed' as const, talkMs: seconds(5, 40) };
      if (random.chance(0.4)) {
        const network = random.pick(['no_answer', 'busy', 'failed']);
        return { ...usual, network, ringMs: seconds(2, 20) };
      }
      const said = outcomes[random.chance(0.8) ? 0 : 1];
      return { ...usual, network: '', ringMs: seconds(2, 12), said: said?.code ?? '', leaves: said?.leaves ?? 'done' };
    },
  };
}

interface Placed {
  readonly call: string;
  readonly contact: number;
  readonly customer: string;
  readonly at: number;
  readonly its: WorldCall;
  /** What happens to it next, and when. */
  next: 'over' | 'picks-up' | 'gives-up' | 'talked' | 'said';
  due: number;
  agent: number | null;
}
/** Of one second: who is free again before who picks up, and they before who has waited long enough. */
const turn = ['said', 'talked', 'over', 'picks-up', 'gives-up'] as const;

/** The real dialler calls on a floor of the test's, a second after the other, until nobody is left. */
async function liveOf(campaign: string, world: World, contactOf: ReadonlyMap<string, number>, waitSeconds: number) {
  const { app, tenant } = company;
  const busy = new Set<number>();
  const calls = new Map<string, Placed>();
  const placed: { readonly contact: number; readonly at: number }[] = [];
  let [abandoned, end] = [0, 0];
  const nths = new Map<number, number>();
  const free = () => extensions.filter((_, agent) => !busy.has(agent));
  const dialler = campaignDialler({
    db: app.db,
    bus: app.bus,
    now: () => app.clock.now,
    tickMs: 3_600_000,
    runsHere: () => [tenant.id],
    floorOf: (id) =>
      id === tenant.id
        ? {
            freeIn: (of) => (of === queue ? free() : []),
            soonFreeIn: () => 0,
            stageOf: (call) => stageOf(calls.get(call)),
          }
        : undefined,
    async request(_, { id, what }) {
      if (what.kind !== 'reach') throw new Error('Something else was asked for.');
      const contact = contactOf.get(what.number) ?? -1;
      const nth = (nths.get(contact) ?? 0) + 1;
      nths.set(contact, nth);
      const its = world.callOf(contact, nth, app.clock.now);
      const call: CallId = what.call;
      placed.push({ contact, at: app.clock.now });
      const [{ customer_id: customer } = { customer_id: '' }] = (
        await inCompany((trx) =>
          sql<{ customer_id: string }>`select customer_id from campaign_attempt where call_id = ${call}`.execute(trx),
        )
      ).rows;
      const next = its.network === '' ? 'picks-up' : 'over';
      calls.set(call, {
        call,
        contact,
        customer,
        at: app.clock.now,
        its,
        next,
        due: app.clock.now + its.ringMs,
        agent: null,
      });
      return { id, ok: true, call: null };
    },
    onError: (error) => {
      throw error;
    },
  });
  const ended = (one: Placed, status: 'answered' | 'busy' | 'failed' | 'no_answer') =>
    storeCall(app.db, tenant.id, {
      id: one.call,
      direction: 'outbound',
      purpose: 'campaign',
      status,
      to_extension: '',
      agent_extension: '',
      started_at: new Date(one.at),
      ended_at: new Date(app.clock.now),
    });
  const givesWaiting = async () => {
    for (const one of calls.values()) {
      const agent = extensions.findIndex((_, nth) => !busy.has(nth));
      if (agent === -1) return;
      if (one.next !== 'gives-up') continue;
      busy.add(agent);
      Object.assign(one, { agent, next: 'talked', due: app.clock.now + one.its.talkMs });
      await storeCall(app.db, tenant.id, {
        id: one.call,
        direction: 'outbound',
        purpose: 'campaign',
        status: 'in_progress',
        to_extension: '',
        agent_extension: extensions[agent] ?? '',
        started_at: new Date(one.at),
      });
    }
  };
  const happens = async (one: Placed) => {
    switch (one.next) {
      case 'over':
        await ended(one, one.its.network === 'busy' || one.its.network === 'failed' ? one.its.network : 'no_answer');
        calls.delete(one.call);
        end = app.clock.now;
        return;
      case 'picks-up':
        Object.assign(one, { next: 'gives-up', due: app.clock.now + waitSeconds * 1_000 });
        return givesWaiting();
      case 'gives-up':
        abandoned += 1;
        await ended(one, 'answered');
        calls.delete(one.call);
        end = app.clock.now;
        return;
      case 'talked':
        await inCompany((trx) =>
          trx
            .updateTable('call')
            .set({ status: 'answered', stage: 'ended', ended_at: new Date(app.clock.now), cause: 'normal' })
            .where('id', '=', one.call)
            .execute(),
        );
        Object.assign(one, { next: 'said', due: app.clock.now + one.its.wrapMs });
        return;
      case 'said': {
        const outcome = outcomes.find(({ code }) => code === one.its.said);
        await inCompany((trx) =>
          sql`insert into disposition (id, customer_id, outcome, outcome_id, created_by)
            values (${newId()}, ${one.customer}, ${outcome?.code}, ${outcome?.id}, ${agents[one.agent ?? 0]?.accountId})`.execute(
            trx,
          ),
        );
        calls.delete(one.call);
        busy.delete(one.agent ?? -1);
        end = app.clock.now;
        return givesWaiting();
      }
      default:
        return one.next satisfies never;
    }
  };
  const left = async () => {
    const { rows } = await inCompany((trx) =>
      sql<{
        left: number;
        next: Date | null;
      }>`select count(*)::int as left, min(nullif(next_at, '-infinity')) as next from campaign_contact
        where campaign_id = ${campaign} and state in ('new', 'missed', 'call-again', 'calling')`.execute(trx),
    );
    return rows[0] ?? { left: 0, next: null };
  };
  for (;;) {
    for (;;) {
      const due = [...calls.values()].filter((one) => one.due <= app.clock.now);
      const [first] = due.toSorted((a, b) => a.due - b.due || turn.indexOf(a.next) - turn.indexOf(b.next));
      if (first === undefined) break;
      await happens(first);
    }
    const { left: n, next } = await left();
    if (n === 0 && calls.size === 0) break;
    dialler.look(tenant.id);
    await dialler.settled();
    // Where nobody is called, the next look that matters is the one at which somebody has their turn.
    const isStill = calls.size === 0 && next !== null && next.getTime() > app.clock.now;
    app.clock.now += isStill ? Math.ceil((next.getTime() - app.clock.now) / 1_000) * 1_000 : 1_000;
  }
  await dialler.close();
  return { end, placed, abandoned };
}

const stageOf = (one: Placed | undefined) =>
  one === undefined || one.next === 'said'
    ? undefined
    : one.next === 'talked'
      ? ('talking' as const)
      : ('called' as const);

async function goesAsRehearsed(mode: CampaignMode, seed: number, many: number, given: object = {}) {
  const { app } = company;
  app.clock.now = ten;
  // Calls of before are of another day: only those of this one count for its pace.
  await inCompany(async (trx) => {
    await trx.deleteFrom('campaign_attempt').execute();
    await trx.updateTable('campaign').set({ status: 'ended' }).execute();
  });
  const { campaign } = await campaignOf(many, {
    mode,
    lines_per_agent: 2,
    status: 'running',
    max_attempts: 3,
    pause_minutes: 2,
    wait_seconds: 3,
    retries: [
      { result: 'busy', step: 'again', minutes: 1, most: 1 },
      { result: 'failed', step: 'stop', minutes: 1, most: 1 },
    ],
    ...given,
  });
  const world = worldFrom(seed);
  const wanted = { id: campaign, by: null, people: null, seed: 1 };
  const { asked } = await inCompany((trx) => readRehearsal(trx, wanted, { now: app.clock.now, timeZone }));
  const plan = withPeople(asked.plan, extensions.length);
  const contactOf = new Map(plan.contacts.map(({ number }, contact) => [number, contact]));
  const foreseen = rehearseToEnd({ ...plan, handledMs: 0 }, world);
  const lived = await liveOf(campaign, world, contactOf, 3);
  return {
    foreseen: { end: foreseen.end, calls: foreseen.calls, abandoned: foreseen.abandoned, begins: foreseen.begins },
    lived: { end: lived.end, calls: lived.placed.length, abandoned: lived.abandoned, begins: lived.placed[0]?.at },
  };
}

test('a campaign ends in the second that its rehearsal says, where the world is the same', async () => {
  const { foreseen, lived } = await goesAsRehearsed('progressive', 1, 12);
  expect(foreseen).toEqual(lived);
  expect(lived.calls).toBeGreaterThan(12);
});

test('so it does where two are called for one who is free, and customers find nobody', async () => {
  const { foreseen, lived } = await goesAsRehearsed('ratio', 2, 14);
  expect(foreseen).toEqual(lived);
  expect(lived.abandoned).toBeGreaterThan(0);
});

inDepth(
  'so it does with more customers, by other chances',
  async () => {
    for (const seed of [3, 4, 5]) {
      for (const [mode, many] of [
        ['progressive', 40],
        ['ratio', 60],
      ] as const) {
        const { foreseen, lived } = await goesAsRehearsed(mode, seed, many);
        expect({ seed, mode, ...foreseen }).toEqual({ seed, mode, ...lived });
      }
    }
  },
  900_000,
);

type Told = ResultOf<typeof rehearseCampaign>;
const rehearsed = async (campaign: string, body: object = {}): Promise<Told> => {
  const answer = await company.admin.call('POST', `/campaign/${campaign}/rehearsal`, body);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
};

test('it says who is never called and by which rule, what it takes for granted, and changes nothing', async () => {
  const { app } = company;
  app.clock.now = ten;
  const { campaign, customers } = await campaignOf(20, {
    kind: 'advertising',
    calls_from: '08:00',
    calls_to: '17:00',
  });
  await inCompany(async (trx) => {
    // They have refused since; and of another the company lets nobody call the number.
    await sql`update customer set do_not_call = true where id = any(${customers.slice(0, 3)}::uuid[])`.execute(trx);
    await sql`insert into block_list (id, direction, kind, value)
      select ${newId()}, 'out', 'number', numbers[1] from customer where id = ${customers[3]}`.execute(trx);
  });
  const rows = () =>
    inCompany(async (trx) => [
      (await sql`select * from campaign_contact where campaign_id = ${campaign} order by id`.execute(trx)).rows,
      (await sql`select count(*) from campaign_attempt where campaign_id = ${campaign}`.execute(trx)).rows,
      (await sql`select status, version from campaign where id = ${campaign}`.execute(trx)).rows,
    ]);
  const before = await rows();
  const told = await rehearsed(campaign, { people: 2 });
  expect(await rows()).toEqual(before);
  expect(told).toMatchObject({ contacts: 20, people: 2, left: 0, callable: 16 });
  expect(told.kept_out).toContainEqual({
    why: 'Từ chối quảng cáo (Nghị định 91/2020, Điều 13)',
    customers: 3,
    later: false,
  });
  expect(told.kept_out).toContainEqual({ why: 'Số nằm trong danh sách chặn gọi ra', customers: 1, later: false });
  // Without a history every figure says that it is a guess.
  expect(told.taken.find(({ what }) => what === 'Gặp khách')).toMatchObject({ guessed: true });
  expect(Date.parse(told.ends_early ?? '')).toBeLessThanOrEqual(Date.parse(told.ends_at ?? ''));
  expect(Date.parse(told.ends_at ?? '')).toBeLessThanOrEqual(Date.parse(told.ends_late ?? ''));
  expect(told.days.reduce((sum, { calls }) => sum + calls, 0)).toBe(told.calls);
  // The same question has the same answer; other chances have another.
  expect(await rehearsed(campaign, { people: 2 })).toEqual(told);
  const others = await rehearsed(campaign, { people: 2, seed: 99 });
  expect([others.callable, others.ended]).toEqual([told.callable, told.ended]);
});

test('it says how many people end it by a day, and that none do where the rules are in the way', async () => {
  const { app } = company;
  app.clock.now = ten;
  const day = (days: number) => new Date(ten + days * 86_400_000 + 7 * 3_600_000).toISOString().slice(0, 10);
  const { campaign } = await campaignOf(150, {
    calls_from: '09:00',
    calls_to: '11:00',
    pause_minutes: 30,
    max_attempts: 2,
  });
  const few = await rehearsed(campaign, { people: 1, by: day(1) });
  expect(few.days.length).toBeGreaterThan(2);
  const needed = few.wished?.people ?? 0;
  expect(needed).toBeGreaterThan(1);
  const enough = await rehearsed(campaign, { people: needed * 2 });
  expect(enough.days.at(-1)?.day).toBe(day(1));
  // Who was not reached is left alone for longer than the day has hours.
  const { campaign: slow } = await campaignOf(40, { pause_minutes: 1_440, max_attempts: 2 });
  expect((await rehearsed(slow, { people: 5, by: day(0) })).wished).toEqual({ by: day(0), people: null });
  const past = await company.admin.call('POST', `/campaign/${slow}/rehearsal`, { by: day(-1) });
  expect([past.statusCode, Object.keys(past.json().fields)]).toEqual([422, ['by']]);
});

test('a campaign of which nobody can be called says so, and one with nobody to talk does not end', async () => {
  const { campaign: empty } = await campaignOf(0);
  expect(await rehearsed(empty)).toMatchObject({ contacts: 0, callable: 0, ends_at: null, calls: 0, left: 0 });
  const { campaign } = await campaignOf(5);
  // Nobody is in its queue.
  expect(await rehearsed(campaign)).toMatchObject({ people: 0, ended: 0, ends_at: null, left: 5, calls: 0 });
  const answer = await company.admin.call('PUT', `/campaign/${campaign}`, {
    ...(await company.admin.call('GET', `/campaign/${campaign}`)).json(),
    status: 'ended',
  });
  expect(answer.statusCode).toBe(200);
  expect((await company.admin.call('POST', `/campaign/${campaign}/rehearsal`, {})).statusCode).toBe(409);
});
