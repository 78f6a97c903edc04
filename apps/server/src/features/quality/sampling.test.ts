import type { EvaluationRow } from '@alo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { newId } from '../../kernel/new-id.ts';
import { sampleDueCalls } from './sample-calls.ts';

/** Rules choose calls to be scored. */
let app: TestApp;
let demo: TestTenant;
let codes = 0;
let [scorer, other]: TestPerson[] = [];
let sheet = '';
/** Of a Wednesday, so that the week has days behind it. */
const now = new Date('2026-11-25T05:00:00Z');

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  codes += 1;
  demo = await app.tenant(`lay-mau-${codes}`);
  for (const [at, name] of ['lan', 'minh'].entries()) await demo.person(name, ['quality.view'], `10${at + 1}`);
  scorer = await demo.person('cham', ['quality.view', 'quality.score', 'call-history.view'], '110');
  other = await demo.person('cham-hai', ['quality.view', 'quality.score', 'call-history.view'], '111');
  const questions = [{ text: 'Chào khách?' }];
  const made = await demo.admin.call('POST', '/score-sheet', {
    name: 'Phiếu',
    sections: [{ name: 'Chung', questions }],
  });
  sheet = made.json().id;
});
afterAll(() => app.close());

type Called = NonNullable<Parameters<typeof storeCall>[2]>;
const called = (extension: string, hoursAgo: number, more: Called = {}) =>
  storeCall(app.db, demo.id, {
    to_extension: extension,
    agent_extension: extension,
    rang: [{ extension, answered: true }],
    started_at: new Date(now.getTime() - hoursAgo * 3_600_000),
    ...more,
  });
async function rule(over: object = {}): Promise<string> {
  const scorer_ids = [scorer, other].flatMap((one) => one?.accountId ?? []);
  const made = await demo.admin.call('POST', '/sampling-rule', {
    name: 'Mỗi ngày hai cuộc',
    score_sheet_id: sheet,
    period: 'day',
    calls: 2,
    scorer_ids,
    ...over,
  });
  expect(made.statusCode).toBe(200);
  return made.json().id;
}
const told: string[] = [];
const sample = () =>
  sampleDueCalls(app.db, {
    now,
    told: (tenantId, ids) => {
      if (tenantId === demo.id) told.push(...ids);
    },
  });
const waiting = async (): Promise<EvaluationRow[]> =>
  (await demo.admin.call('GET', '/evaluations?state=due&per_page=100')).json().data;
/** Noon of yesterday by the company's clock, and so many hours around it. */
const yesterday = 24;

test('of each person so many of yesterday’s answered calls are drawn by lot, once, and why is said', async () => {
  for (let n = 0; n < 6; n += 1) await called('101', yesterday + n / 10);
  await called('102', yesterday);
  // None of these: nobody answered, today, too short, from inside, another sheet's by hand.
  await called('101', yesterday, { status: 'missed', agent_extension: '' });
  await called('102', 1);
  await called('102', yesterday, { talk_ms: 5_000 });
  await called('102', yesterday, { direction: 'internal' });
  await rule();
  await sample();
  const rows = await waiting();
  const named = (name: string) => rows.filter(({ agent }) => agent?.name === name).length;
  expect([rows.length, named('lan'), named('minh')]).toEqual([3, 2, 1]);
  expect(new Set(rows.map(({ reason }) => reason))).toEqual(
    new Set([
      'Bốc thăm 2 trong 6 cuộc của lan, kỳ từ 24/11/2026',
      'Bốc thăm 1 trong 1 cuộc của minh, kỳ từ 24/11/2026',
    ]),
  );
  // Again and again it is the same draw.
  await sample();
  expect((await waiting()).map(({ call_id: id }) => id).toSorted()).toEqual(
    rows.map(({ call_id: id }) => id).toSorted(),
  );
  expect(told.length).toBeGreaterThanOrEqual(3);
});

test('they are dealt out evenly, and nobody scores their own', async () => {
  const ids = [scorer, other].flatMap((one) => one?.accountId ?? []);
  for (let n = 0; n < 8; n += 1) await called('101', yesterday + n / 10);
  await called('110', yesterday);
  await rule({ calls: 8 });
  await sample();
  const rows = await waiting();
  const shares = ids.map((id) => rows.filter(({ scorer: its }) => its?.id === id).length);
  expect(shares.toSorted((a, b) => a - b)).toEqual([4, 5]);
  expect(rows.filter(({ agent, scorer: its }) => agent?.id === its?.id)).toEqual([]);
});

test('two rules choose no call twice, and one that was scored by hand is chosen by neither', async () => {
  const calls = [
    await called('101', yesterday),
    await called('101', yesterday + 1),
    await called('101', yesterday + 2),
  ];
  const begun = { call_id: calls[0]?.id, sheet_id: sheet };
  expect((await scorer?.call('POST', '/evaluations', begun))?.statusCode).toBe(200);
  const second = await demo.admin.call('POST', '/score-sheet', {
    name: 'Phiếu hai',
    sections: [{ name: 'Chung', questions: [{ text: 'Kết thúc?' }] }],
  });
  await rule({ calls: 1 });
  await rule({ name: 'Luật hai', calls: 5, score_sheet_id: second.json().id });
  await sample();
  const rows = await waiting();
  expect(rows).toHaveLength(2);
  expect(new Set(rows.map(({ call_id: id }) => id))).toEqual(new Set([calls[1]?.id, calls[2]?.id]));
});

test('low satisfaction, long silence and overtalk are found as soon as they are known, the worst first', async () => {
  const heard = (fields: object) => ({ recording: { heard: 'done', left_ms: 20_000, right_ms: 20_000, ...fields } });
  const silent = await called('101', 1, heard({ both_ms: 0, silent_ms: 30_000, longest_silent_ms: 25_000 }));
  const worse = await called('101', 2, heard({ both_ms: 0, silent_ms: 60_000, longest_silent_ms: 55_000 }));
  const cutting = await called('102', 1, heard({ both_ms: 8_000, silent_ms: 0, longest_silent_ms: 0 }));
  await rule({ name: 'Im lặng', kind: 'silence', threshold: 20, calls: 1 });
  await rule({ name: 'Nói chen', kind: 'overtalk', threshold: 20 });
  await sample();
  const rows = await waiting();
  expect(new Set(rows.map(({ call_id: id, reason }) => [id, reason]))).toEqual(
    new Set([
      [worse.id, 'Im lặng 55 giây liền'],
      [cutting.id, 'Nói chen 25%'],
    ]),
  );
  expect(rows.map(({ call_id: id }) => id)).not.toContain(silent.id);
});

test('a rule is tried before it runs, run before its time, and gives nobody more than it says', async () => {
  // Around noon of the day that it is by the company's clock.
  const day = new Date(app.clock.now + 7 * 3_600_000).toISOString().slice(0, 10);
  const today = (minutes: number) => ({ started_at: new Date(Date.parse(`${day}T05:00:00Z`) + minutes * 60_000) });
  for (let n = 0; n < 4; n += 1) await called('101', 0, today(n));
  const id = await rule();
  const tried = (await demo.admin.call('GET', `/sampling-rule/${id}/try`)).json();
  expect([tried.calls, tried.data[0].agent_name]).toEqual([2, 'lan']);
  expect(await waiting()).toEqual([]);
  expect((await demo.admin.call('POST', `/sampling-rule/${id}/run`)).json()).toEqual({ chosen: 2 });
  // What was tried is what was chosen.
  expect((await waiting()).map(({ call_id: call }) => call).toSorted()).toEqual(
    tried.data.map(({ call_id: call }: { call_id: string }) => call).toSorted(),
  );
  await called('101', 0, today(9));
  expect((await demo.admin.call('POST', `/sampling-rule/${id}/run`)).json()).toEqual({ chosen: 0 });
  const [listed] = (await demo.admin.call('GET', '/sampling-rules')).json().data;
  expect(listed).toMatchObject({ chosen: 2, waiting: 2, sheet_name: 'Phiếu', scorer_names: ['cham', 'cham-hai'] });
  const stranger = await app.tenant(`la-mau-${codes}`);
  expect((await stranger.admin.call('GET', `/sampling-rule/${id}/try`)).statusCode).toBe(404);
  expect((await stranger.admin.call('POST', `/sampling-rule/${id}/run`)).statusCode).toBe(404);
});

test('a rule by queue and direction finds only these', async () => {
  const queueId = newId();
  await app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('queue').values({ id: queueId, name: 'CSKH', number: '801' }).execute(),
  );
  const through = await called('101', yesterday, {
    stays: [{ queue_id: queueId, outcome: 'answered', wait_ms: 1_000, counts: true }],
  });
  await called('101', yesterday + 0.1);
  await called('101', yesterday + 0.2, { direction: 'outbound', from_extension: '101', to_extension: '' });
  await rule({ calls: 9, queue_id: queueId, direction: 'inbound' });
  await sample();
  expect((await waiting()).map(({ call_id: id }) => id)).toEqual([through.id]);
});
