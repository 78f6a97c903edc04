import type { CallToReturn } from '@alo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { listenLive } from '../../../testing/live-listener.ts';
import { storeCall, storeCustomer } from '../../../testing/stored-calls.ts';

/** Who called and was not served, by orders of events. */
let app: TestApp;
let demo: TestTenant;
let codes = 0;

beforeAll(async () => {
  app = await testApp();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  codes += 1;
  demo = await app.tenant(`tra-goi-${codes}`);
});
afterAll(() => app.close());

const minute = 60_000;
/** So many minutes ago. */
const ago = (minutes: number) => new Date(app.clock.now - minutes * minute);
const an = '+84901000001';
const binh = '+84901000002';

type Called = NonNullable<Parameters<typeof storeCall>[2]>;
const missed = async (number: string, minutes: number, more: Called = {}) =>
  (await storeCall(app.db, demo.id, { outside_number: number, status: 'missed', started_at: ago(minutes), ...more }))
    .id;
const calledBack = (number: string, minutes: number, more: Called = {}) =>
  storeCall(app.db, demo.id, {
    direction: 'outbound',
    outside_number: number,
    from_extension: '102',
    to_extension: '',
    started_at: ago(minutes),
    ...more,
  });

type Asker = Pick<TestTenant['admin'], 'call'>;
async function waiting(query = '', by: Asker = demo.admin): Promise<CallToReturn[]> {
  const answer = await by.call('GET', `/calls-to-return?per_page=100&${query}`);
  expect(answer.statusCode).toBe(200);
  return answer.json().data;
}
const figures = async (query = '') => (await demo.admin.call('GET', `/calls-to-return/figures?${query}`)).json();

/** Somebody who sees their own calls, and hidden numbers where the company hides them. */
async function seesOwn(name: string, extension: string) {
  const person = await demo.person(name, ['call-history.view'], extension);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', `Vai trò của ${name}`).execute(),
  );
  return person;
}

test('who was missed waits until a colleague has called them back, and again when they are missed anew', async () => {
  const first = await missed(an, 60);
  expect(await waiting()).toMatchObject([
    { id: first, phone: '0901000001', calls: 1, status: 'missed', hotline: '02871000101', last_try: null, claim: null },
  ]);
  const tried = await calledBack(an, 50, { status: 'no_answer', answered_at: null });
  expect(await waiting()).toMatchObject([{ id: first, last_try: { call_id: tried.id, status: 'no_answer' } }]);
  await calledBack(an, 40);
  expect(await waiting()).toEqual([]);
  const again = await missed(an, 30);
  expect(await waiting()).toMatchObject([{ id: again, calls: 1, since: ago(30).toISOString() }]);
});

test('missed twice and then answered is one customer, served; who waits longest comes first', async () => {
  await missed(an, 60);
  const last = await missed(an, 50, { status: 'abandoned' });
  await missed(binh, 70, { status: 'stopped_ivr' });
  const rows = await waiting();
  expect(rows.map(({ phone, calls }) => [phone, calls])).toEqual([
    ['0901000002', 1],
    ['0901000001', 2],
  ]);
  expect(rows[1]).toMatchObject({ id: last, status: 'abandoned', since: ago(60).toISOString() });
  await storeCall(app.db, demo.id, { outside_number: an, started_at: ago(45) });
  expect((await waiting()).map(({ phone }) => phone)).toEqual(['0901000002']);
});

test('an answer counts from when it is given: one to a call that rang while they called, none from before', async () => {
  await calledBack(an, 61, { answered_at: ago(59) });
  await calledBack(binh, 62, { answered_at: ago(61) });
  await missed(an, 60);
  await missed(binh, 60);
  expect((await waiting()).map(({ phone }) => phone)).toEqual(['0901000002']);
});

test('a machine that says something to them has talked with nobody', async () => {
  await missed(an, 60);
  await calledBack(an, 50, { from_extension: '', to_extension: '', agent_extension: '' });
  expect(await waiting()).toHaveLength(1);
});

test.each(['test', 'survey', 'otp'] as const)(
  'nobody has to be called back for what a program did: %s',
  async (purpose) => {
    const own = await missed(an, 60, { purpose });
    expect(await waiting()).toEqual([]);
    expect((await demo.admin.call('POST', `/calls-to-return/${own}/claim`)).statusCode).toBe(404);
    const from = new Date(app.clock.now - 86_400_000).toISOString().slice(0, 10);
    expect(await figures(`from=${from}`)).toMatchObject({ unserved: 0, open: 0 });
    // Nor is the customer whose number it has any less waiting for it, or tried.
    const theirs = await missed(an, 50);
    await calledBack(an, 40, { purpose, from_extension: '', to_extension: '', agent_extension: '' });
    expect(await waiting()).toMatchObject([{ id: theirs, calls: 1, last_try: null }]);
  },
);

test('a bot that is answered is not the customer whose number it calls by; somebody of a campaign is a person', async () => {
  const theirs = await missed(an, 60);
  await storeCall(app.db, demo.id, { outside_number: an, started_at: ago(50), purpose: 'test' });
  const theirOwn = await missed(binh, 40, { purpose: 'campaign' });
  expect((await waiting()).map(({ id }) => id)).toEqual([theirs, theirOwn]);
  await calledBack(an, 30, { purpose: 'campaign' });
  expect((await waiting()).map(({ id }) => id)).toEqual([theirOwn]);
});

test('a message that was left is heard by the row, until it is deleted', async () => {
  const left = await missed(an, 60, { status: 'voicemail', recording: { kind: 'message' } });
  const after = await missed(an, 50);
  expect(await waiting()).toMatchObject([{ id: after, calls: 2, message: { call_id: left, heard: false } }]);
});

test('two numbers of a customer are one row, closed by an answer at the other one', async () => {
  const customer = await storeCustomer(app.db, demo.id, { name: 'Trần An', e164: an });
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('customer')
      .set({ numbers: [an, binh] })
      .where('id', '=', customer)
      .execute(),
  );
  await missed(an, 60);
  const last = await missed(binh, 50);
  expect(await waiting()).toMatchObject([{ id: last, customer_id: customer, customer_name: 'Trần An', calls: 2 }]);
  expect(await waiting('search=tran')).toHaveLength(1);
  expect(await waiting('search=0901000001')).toHaveLength(1);
  expect(await waiting('search=0901000009')).toEqual([]);
  await calledBack(an, 40);
  expect(await waiting()).toEqual([]);
});

test('who takes a customer on is seen by others at once, is refused to a second, and may let go', async () => {
  const id = await missed(an, 60);
  const lan = await seesOwn('lan', '101');
  const others = await listenLive(app, demo.admin, ['resources']);
  expect((await lan.call('POST', `/calls-to-return/${id}/claim`)).statusCode).toBe(404);
  await demo.admin.call('POST', `/calls-to-return/${id}/claim`);
  await expect
    .poll(() => others.events)
    .toContainEqual(
      expect.objectContaining({ type: 'resource-changed', data: { subject: 'call-history', ids: [id] } }),
    );
  others.socket.terminate();
  expect(await waiting()).toMatchObject([{ claim: { account_id: demo.admin.accountId } }]);
  expect(await waiting('taken_by=me')).toHaveLength(1);
  expect(await waiting('taken_by=nobody')).toEqual([]);
  const boss = await demo.person('sep', ['call-history.view', 'customer.full-phone'], '103');
  expect(await waiting('taken_by=others', boss)).toHaveLength(1);
  expect((await boss.call('POST', `/calls-to-return/${id}/claim`)).statusCode).toBe(409);
  expect((await boss.call('DELETE', `/calls-to-return/${id}/claim`)).statusCode).toBe(200);
  expect(await waiting()).toMatchObject([{ claim: null }]);
  expect((await boss.call('POST', `/calls-to-return/${id}/claim`)).statusCode).toBe(200);
  // Reached and missed anew: whoever had taken them on has done so no more.
  await calledBack(an, -1);
  await missed(an, -2);
  expect(await waiting()).toMatchObject([{ calls: 1, claim: null }]);
});

test('whose phone rang sees the row, with the number hidden where it is; nobody of another company does', async () => {
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const own = await missed(an, 60, { rang: [{ extension: '101' }] });
  await missed(binh, 50, { rang: [{ extension: '102' }] });
  const lan = await seesOwn('lan', '101');
  const rows = await waiting('', lan);
  expect(rows).toMatchObject([{ id: own, call_back: `call/${own}` }]);
  expect(JSON.stringify(rows)).not.toContain('901000001');
  const stranger = await app.tenant(`nguoi-la-${codes}`);
  expect(await waiting('', stranger.admin)).toEqual([]);
  expect((await stranger.admin.call('POST', `/calls-to-return/${own}/close`, { reason: 'x' })).statusCode).toBe(404);
});

test('by hand a customer is closed up to the call that was seen: what comes late from before is, what comes after is not', async () => {
  const seen = await missed(an, 60);
  // They are calling at this moment, and are missed after the row was closed.
  const during = await storeCall(app.db, demo.id, { outside_number: an, started_at: ago(59), status: 'in_progress' });
  expect((await demo.admin.call('POST', `/calls-to-return/${seen}/close`, {})).statusCode).toBe(422);
  const answer = await demo.admin.call('POST', `/calls-to-return/${seen}/close`, { reason: 'không cần gọi lại' });
  expect(answer.statusCode).toBe(200);
  expect(await waiting()).toEqual([]);
  await missed(an, 90);
  expect(await waiting()).toEqual([]);
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('call')
      .set({ status: 'missed', stage: 'ended', ended_at: ago(58) })
      .where('id', '=', during.id)
      .execute(),
  );
  expect(await waiting()).toMatchObject([{ id: during.id, calls: 1 }]);
});

test('a row of the history that comes late opens or closes as if it had come in time', async () => {
  await missed(an, 60);
  await missed(binh, 60);
  await calledBack(binh, 30);
  expect((await waiting()).map(({ phone }) => phone)).toEqual(['0901000001']);
  await calledBack(an, 55);
  await missed(binh, 20);
  expect((await waiting()).map(({ phone }) => phone)).toEqual(['0901000002']);
});

test('figures count each time that a customer was not served, and how soon they were talked with', async () => {
  const day = (minutes: number) => 24 * 60 + minutes;
  await missed(an, day(600));
  await missed(an, day(595));
  await calledBack(an, day(590));
  await missed(an, day(500));
  await calledBack(an, day(450));
  await missed(binh, day(400));
  const closed = await missed('+84901000003', day(300));
  await demo.admin.call('POST', `/calls-to-return/${closed}/close`, { reason: 'gọi nhầm' });
  const from = new Date(app.clock.now - 3 * 86_400_000).toISOString().slice(0, 10);
  expect(await figures(`from=${from}`)).toEqual({
    unserved: 3,
    open: 1,
    within_15_minutes: 1,
    within_hour: 2,
    within_day: 2,
  });
});

test('of any history each unserved call is in exactly one row, or somebody has talked with them after it', async () => {
  const numbers = [an, binh, '+84901000003'];
  const next = seeded(20_261_129);
  const calls: { number: string; at: number; served: boolean }[] = [];
  for (let n = 0; n < 60; n += 1) {
    const number = numbers[next(3)] ?? an;
    // In no order, and no two at once.
    const at = next(10_000) * 100 + n + 100;
    const kind = next(4);
    if (kind === 0) await calledBack(number, at);
    else if (kind === 1) await storeCall(app.db, demo.id, { outside_number: number, started_at: ago(at) });
    else await missed(number, at, { status: kind === 2 ? 'missed' : 'abandoned' });
    calls.push({ number, at: ago(at).getTime(), served: kind < 2 });
    if (n % 10 !== 9) continue;
    const rows = await waiting('from=2000-01-01');
    const expected = numbers.flatMap((one) => {
      const theirs = calls.filter((call) => call.number === one);
      const last = Math.max(0, ...theirs.filter(({ served }) => served).map(({ at: when }) => when));
      const open = theirs.filter((call) => !call.served && call.at > last).map((call) => call.at);
      return open.length === 0
        ? []
        : [{ phone: one.replace('+84', '0'), calls: open.length, since: Math.min(...open) }];
    });
    expect(rows.map(({ phone, calls: count, since }) => ({ phone, calls: count, since: Date.parse(since) }))).toEqual(
      expected.toSorted((a, b) => a.since - b.since),
    );
  }
});

/** Whole numbers below one that come again with the same seed (mulberry32). */
function seeded(seed: number) {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
