import type { myCalls, ResultOf } from '@alo/contract';
import { expect, test } from 'vitest';

import { createApi } from '../../kit/api/client.ts';
import { callParty, myCall, plainWay } from '../testing/my-call.ts';
import { deskAgent } from './desk-agent.ts';

type MyCalls = ResultOf<typeof myCalls>;

const idle: MyCalls = {
  data: [],
  ringing: [],
  phone: 'idle',
  phones: 1,
  lacks: null,
  taken_over: null,
  rang: null,
  idle_since: null,
};
const ringsAtDesk: MyCalls = { ...idle, phone: 'ringing' };
const came = { ...plainWay, started_at: '2026-11-26T04:00:00Z' };
const customer = (state: 'ringing' | 'talking') =>
  callParty({ leg_id: 'c-1/2', name: 'An', number: '0901234567', state });
const call = (state: 'ringing' | 'talking', onHold = false, id = 'c-1', made = false): MyCalls => ({
  ...idle,
  phone: 'talking',
  data: [
    myCall({ ...came, id, direction: 'outbound', on_hold: onHold, made, recording: 'on', parties: [customer(state)] }),
  ],
});
const rings = (...ids: string[]): MyCalls => ({
  ...ringsAtDesk,
  ringing: ids.map((id) => ({ ...came, id, party: customer('talking') })),
});

/** Lan's telephone, a switchboard that answers as a test has it, and what the console is told. */
function desk({ mobile = '', refuses = '', status = 409, phone = 'ready' } = {}) {
  const asked: string[] = [];
  const told: string[] = [];
  const problems: unknown[] = [];
  let now = ringsAtDesk;
  const answers: Readonly<Record<string, () => unknown>> = {
    '/my-calls': () => now,
    '/colleagues': () => ({ data: [{ extension: '101', name: 'Lan', state: phone }] }),
    '/calls': () => ({ call_id: 'c-1', slot: null }),
  };
  const api = createApi({
    config: { identity: '', tenant: '', admin: '', telephony: '', etelecom: '', sip: '', live: '', sign_up: false },
    credentials: () => ({ token: 'x', tenantCode: 'demo' }),
    onExpired: () => undefined,
    fetch: async (url, init) => {
      // The client asks by addresses, and says everything in JSON.
      const path = url as string;
      if (init?.method === 'POST') asked.push(`${path} ${init.body as string}`);
      const refused = path === refuses;
      const body = refused ? { code: 'call_refused', message: 'Máy bạn đang tắt' } : (answers[path]?.() ?? {});
      return new Response(JSON.stringify(body), { status: refused ? status : 200 });
    },
  });
  const agent = deskAgent({ api, onProblem: (problem) => problems.push(problem) });
  const lan = { extension: '101', mobile };
  agent.told(idle, lan);
  agent.watch((standing) => {
    const of = standing !== null && 'call' in standing ? ` ${standing.call}` : '';
    told.push(`${standing?.state ?? 'null'}${of}`);
  });
  const becomes = (calls: MyCalls) => {
    now = calls;
    agent.told(calls, lan);
  };
  return { agent, asked, told, problems, becomes };
}

/** What was told, each thing once in a row. */
const inTurn = (told: readonly string[]) => told.filter((state, at) => state !== told[at - 1]);

test('the switchboard rings the desk, then the customer; hold and the end are asked for there', async () => {
  const { agent, asked, told, becomes } = desk();
  agent.call('0901234567');
  await expect.poll(() => asked).toEqual(['/calls {"to":"0901234567"}']);
  becomes(call('ringing'));
  becomes(call('talking'));
  agent.hold(true);
  becomes(call('talking', true));
  becomes(call('talking'));
  agent.key('5');
  agent.hangUp();
  await expect
    .poll(() => asked.slice(1))
    .toEqual(['/calls/c-1/hold {"on":true}', '/calls/c-1/keys {"digits":"5"}', '/calls/c-1/hang-up {}']);
  becomes(idle);
  expect(inTurn(told)).toEqual(['null', 'initiated', 'connected c-1', 'hold c-1', 'connected c-1', 'null']);
});

test('a call that nobody answers has failed', async () => {
  const { agent, told, asked, becomes } = desk();
  agent.call('0901234567');
  await expect.poll(() => asked).toHaveLength(1);
  becomes(call('ringing'));
  becomes(idle);
  expect(inTurn(told)).toEqual(['null', 'initiated', 'fail']);
});

test('what the switchboard refuses is told, and is no call', async () => {
  const { agent, told, problems } = desk({ refuses: '/calls' });
  agent.call('0901234567');
  await expect.poll(() => problems).toMatchObject([{ message: 'Máy bạn đang tắt' }]);
  expect(inTurn(told)).toEqual(['null', 'initiated', 'null']);
});

test('whoever hangs up at once ends the call that is being begun', async () => {
  const { agent, asked } = desk();
  agent.call('102');
  agent.hangUp();
  await expect.poll(() => asked).toEqual(['/calls {"to":"102"}', '/calls/c-1/hang-up {}']);
});

test('who has no telephone that is switched on is called at their mobile', async () => {
  const { agent, asked } = desk({ mobile: '0912345678', phone: 'offline' });
  agent.call('102');
  await expect.poll(() => asked).toEqual(['/calls {"to":"102","phone":"0912345678"}']);
  const there = desk({ mobile: '0912345678' });
  there.agent.call('102');
  await expect.poll(() => there.asked).toEqual(['/calls {"to":"102"}']);
});

test('a conversation that began on the telephone itself is told', () => {
  const { told, becomes } = desk();
  becomes(call('talking'));
  becomes(idle);
  expect(told).toEqual(['null', 'connected c-1', 'null']);
});

test('what rings there is told, and picked up it is the same call', () => {
  const { told, becomes } = desk();
  becomes(rings('c-7'));
  becomes(call('talking', false, 'c-7'));
  becomes(idle);
  expect(told).toEqual(['null', 'ringing c-7', 'connected c-7', 'null']);
});

test('what is declined is not told again, though the switchboard still does; should it ring once more, it is', async () => {
  const { agent, asked, told, becomes } = desk();
  becomes(rings('c-7', 'c-8'));
  agent.decline();
  await expect.poll(() => asked).toEqual(['/calls/c-7/hang-up {}']);
  becomes(rings('c-7', 'c-8'));
  becomes(idle);
  becomes(rings('c-7'));
  expect(inTurn(told)).toEqual(['null', 'ringing c-7', 'ringing c-8', 'null', 'ringing c-7']);
});

test('what could not be declined rings on, with a word of why; what a colleague took meanwhile is no trouble', async () => {
  const away = desk({ refuses: '/calls/c-7/hang-up', status: 503 });
  away.becomes(rings('c-7'));
  away.agent.decline();
  await expect.poll(() => away.problems).toHaveLength(1);
  expect(inTurn(away.told)).toEqual(['null', 'ringing c-7', 'null', 'ringing c-7']);
  const taken = desk({ refuses: '/calls/c-7/hang-up', status: 404 });
  taken.becomes(rings('c-7'));
  taken.agent.decline();
  taken.agent.call('102');
  await expect.poll(() => taken.asked).toEqual(['/calls/c-7/hang-up {}', '/calls {"to":"102"}']);
  expect(taken.problems).toEqual([]);
});

test('of two lines the one that talks counts, whichever began later', () => {
  const { told, becomes } = desk();
  const both = (held: string): MyCalls => ({
    ...call('talking'),
    data: ['c-1', 'c-2'].flatMap((id) => call('talking', id === held, id).data),
  });
  becomes(call('talking'));
  becomes(both('c-1'));
  becomes(both('c-2'));
  expect(told).toEqual(['null', 'connected c-1', 'connected c-2', 'connected c-1']);
});

test('whoever hangs up means the call that there is, not one that comes up before it is asked for', async () => {
  const { agent, asked, becomes } = desk();
  becomes(call('talking'));
  agent.hangUp();
  becomes(call('talking', false, 'c-2'));
  await expect.poll(() => asked).toEqual(['/calls/c-1/hang-up {}']);
});

test('what is dialled at the telephone itself is told by its name at once, what was asked for here only once it is answered', async () => {
  const { agent, asked, told, becomes } = desk();
  becomes(call('ringing', false, 'c-7', true));
  becomes(call('talking', false, 'c-7', true));
  becomes(idle);
  agent.call('0901234567');
  await expect.poll(() => asked).toEqual(['/calls {"to":"0901234567"}']);
  becomes(call('ringing', false, 'c-1', true));
  becomes(call('talking', false, 'c-1', true));
  expect(inTurn(told)).toEqual(['null', 'initiated c-7', 'connected c-7', 'null', 'initiated', 'connected c-1']);
});
