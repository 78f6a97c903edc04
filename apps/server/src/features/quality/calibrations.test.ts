import type { Calibration, CalibrationRow, RowOf, ScorerHistory, scoreSheets } from '@alo/contract';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

/** Several people score the same calls without seeing one another. */
let app: TestApp;
let demo: TestTenant;
let codes = 0;
let [leader, one, other, third]: TestPerson[] = [];
let sheet: RowOf<typeof scoreSheets>;

const scores = ['quality.view', 'quality.score', 'call-history.view', 'call-history.listen'] as const;

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  codes += 1;
  demo = await app.tenant(`hieu-chuan-${codes}`);
  await demo.person('lan', ['quality.view', 'call-history.view'], '101');
  leader = await demo.person('chu-tri', [...scores, 'quality.decide'], '110');
  one = await demo.person('mot', scores, '111');
  other = await demo.person('hai', scores, '112');
  third = await demo.person('ba', scores, '113');
  const made = await demo.admin.call('POST', '/score-sheet', {
    name: 'Phiếu',
    sections: [
      {
        name: 'Chung',
        questions: [
          { text: 'Chào và xưng tên?', weight: 1 },
          { text: 'Giọng nói', kind: 'scale', weight: 1 },
          { text: 'Xin phép giữ máy?', optional: true, weight: 2 },
        ],
      },
    ],
  });
  sheet = made.json();
});
afterAll(() => app.close());

const person = (its: TestPerson | undefined): TestPerson => {
  if (its === undefined) throw new Error('Nobody is there.');
  return its;
};
const recorded = (extension = '101') =>
  storeCall(app.db, demo.id, {
    to_extension: extension,
    agent_extension: extension,
    rang: [{ extension, answered: true }],
    recording: {},
  });
type Said = readonly (number | 'n/a')[];
const answersOf = (said: Said) =>
  (sheet.sections ?? [])
    .flatMap(({ questions }) => questions ?? [])
    .flatMap(({ id }, at) => {
      const value = said[at];
      return value === undefined ? [] : [{ question_id: id ?? '', value }];
    });
const opening = (call_ids: readonly string[], over: object = {}) => ({
  name: 'Tháng này',
  sheet_id: sheet.id,
  call_ids,
  scorer_ids: [one, other, third].flatMap((its) => its?.accountId ?? []),
  ...over,
});
const openOf = (body: object, by = leader) => person(by).call('POST', '/calibrations', body);
async function opened(call_ids: readonly string[], over: object = {}): Promise<string> {
  const answer = await openOf(opening(call_ids, over));
  expect(answer.statusCode).toBe(200);
  return answer.json().id;
}
const say = (id: string, call_id: string, said: Said, by: TestPerson | undefined, given = true) =>
  person(by).call('PUT', `/calibrations/${id}/answers`, { call_id, answers: answersOf(said), given });
const detail = async (id: string, by: TestPerson | undefined): Promise<Calibration> =>
  (await person(by).call('GET', `/calibrations/${id}`)).json();
const close = (id: string, by = leader) => person(by).call('POST', `/calibrations/${id}/close`);

test('each scores without seeing the others; closed, all that they said stands side by side with what they agree on', async () => {
  const { id: call } = await recorded();
  const id = await opened([call]);
  expect((await detail(id, one)).may).toEqual({ score: true, close: false, refer: false, cancel: false });
  expect((await say(id, call, [1, 5], one, false)).statusCode).toBe(200);
  expect((await detail(id, one)).data).toMatchObject([
    { own: { given: false, answers: answersOf([1, 5]) }, given: [] },
  ]);
  const half = await say(id, call, [1, 5], one);
  expect([half.statusCode, Object.keys(half.json().fields).length]).toEqual([422, 1]);
  await say(id, call, [1, 5, 'n/a'], one);
  expect((await say(id, call, [0, 1, 1], one)).statusCode).toBe(422);
  // Others see that it was given, and nothing of it; not even whoever leads.
  for (const by of [other, leader]) {
    const seen = await detail(id, by);
    expect(seen.people.map(({ given_at: at }) => at !== null)).toEqual([true, false, false]);
    expect(JSON.stringify(seen.data)).not.toContain('"value"');
  }
  expect((await close(id)).statusCode).toBe(422);
  await say(id, call, [1, 4, 'n/a'], other);
  await say(id, call, [0, 5, 1], third);
  expect((await close(id, one)).statusCode).toBe(403);
  expect((await close(id)).statusCode).toBe(200);
  expect((await say(id, call, [1, 5, 'n/a'], other)).statusCode).toBe(422);

  const closed = await detail(id, one);
  // Of three pairs each: one greets alike, one has the same voice, one alike on holding.
  expect(closed).toMatchObject({ state: 'closed', pairs: 9, agreed: 3, may: { score: false } });
  expect(closed.data[0]?.given).toMatchObject([
    { account_id: one?.accountId, percent: 100 },
    { account_id: other?.accountId, percent: 87.5 },
    { account_id: third?.accountId, percent: 75 },
  ]);
  expect(closed.people.map(({ pairs, agreed }) => [pairs, agreed])).toEqual([
    [6, 3],
    [6, 2],
    [6, 1],
  ]);
  expect((await detail(id, leader)).data[0]).toMatchObject({ own: null, given: closed.data[0]?.given });
});

test('what differs by a step is the same where so much is tolerated', async () => {
  const { id: call } = await recorded();
  const id = await opened([call], { tolerance_percent: 25 });
  await say(id, call, [1, 5, 1], one);
  await say(id, call, [1, 4, 1], other);
  await close(id);
  expect(await detail(id, one)).toMatchObject({ pairs: 3, agreed: 3 });
});

test('whoever did not give theirs before it was closed sees nobody’s, and is counted nowhere', async () => {
  const { id: call } = await recorded();
  const id = await opened([call]);
  await say(id, call, [1, 5, 1], one);
  await say(id, call, [1, 5, 1], other);
  await say(id, call, [0, 1, 0], third, false);
  await close(id);
  const late = await detail(id, third);
  expect([late.pairs, late.data[0]?.given]).toEqual([3, []]);
  expect(late.people.every(({ pairs }) => pairs === 0)).toBe(true);
  expect((await detail(id, one)).data[0]?.given).toHaveLength(2);
});

test('of a leader who scores as well the closing waits for their own', async () => {
  const { id: call } = await recorded();
  const id = await opened([call], { scorer_ids: [leader, one, other].flatMap((its) => its?.accountId ?? []) });
  await say(id, call, [1, 5, 1], one);
  await say(id, call, [1, 5, 1], other);
  expect((await close(id)).statusCode).toBe(422);
  await say(id, call, [1, 5, 1], leader);
  expect((await close(id)).statusCode).toBe(200);
  expect(await detail(id, leader)).toMatchObject({ alpha: 1, pairs: 9, agreed: 9 });
});

test('what is held right tells who is milder and who is stricter, and is kept as the history of each', async () => {
  const calls = [(await recorded()).id, (await recorded()).id];
  const id = await opened(calls);
  for (const call of calls) {
    await say(id, call, [1, 5, 'n/a'], one);
    await say(id, call, [0, 3, 'n/a'], other);
  }
  await close(id);
  const right = (call_id: string, by: TestPerson | undefined) =>
    person(by).call('PUT', `/calibrations/${id}/reference`, { call_id, answers: answersOf([1, 3, 'n/a']) });
  expect((await right(calls[0] ?? '', one)).statusCode).toBe(403);
  for (const call of calls) expect((await right(call, leader)).statusCode).toBe(200);
  const { people, data } = await detail(id, one);
  expect(data[0]?.reference?.percent).toBe(75);
  expect(people.map(({ name, compared, right_ones: right_, bias }) => [name, compared, right_, bias])).toEqual([
    ['mot', 6, 4, 25],
    ['hai', 6, 4, -50],
    ['ba', 0, 0, null],
  ]);
  const history = async (by: TestPerson | undefined): Promise<ScorerHistory[]> =>
    (await person(by).call('GET', '/calibrated-scorers')).json().data;
  expect((await history(leader)).map(({ name, sessions, bias }) => [name, sessions, bias])).toEqual([
    ['hai', 1, -50],
    ['mot', 1, 25],
  ]);
  expect((await history(one)).map(({ name, latest }) => [name, latest.length])).toEqual([['mot', 1]]);
  expect(await history(third)).toEqual([]);
});

test('only recorded calls, and only people who may hear them, may score and are not on them', async () => {
  const { id: call } = await recorded();
  const refusal = async (body: object) => {
    const answer = await openOf(body);
    return [answer.statusCode, answer.json().fields];
  };
  const silent = await storeCall(app.db, demo.id, { to_extension: '101', agent_extension: '101', rang: [] });
  expect(await refusal(opening([silent.id]))).toEqual([422, { call_ids: 'Chọn cuộc gọi có ghi âm' }]);
  expect(await refusal(opening([(await recorded('111')).id]))).toEqual([
    422,
    { scorer_ids: 'mot là nhân viên của một cuộc gọi ở đây' },
  ]);
  const deaf = await demo.person('diec', ['quality.score', 'call-history.view'], '120');
  const nobody = await demo.person('khach', ['call-history.view', 'call-history.listen'], '121');
  const far = await demo.person('xa', scores, '122');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của xa').execute(),
  );
  const withOne = (its: TestPerson) => opening([call], { scorer_ids: [one?.accountId, its.accountId] });
  expect(await refusal(withOne(deaf))).toEqual([422, { scorer_ids: 'diec chưa có quyền nghe ghi âm' }]);
  expect(await refusal(withOne(nobody))).toEqual([422, { scorer_ids: 'khach chưa có quyền chấm điểm' }]);
  expect(await refusal(withOne(far))).toEqual([422, { scorer_ids: 'xa không xem được mọi cuộc gọi ở đây' }]);
  expect(await refusal(opening([(await recorded('110')).id]))).toEqual([
    422,
    { call_ids: 'Không ai mở hiệu chuẩn bằng cuộc gọi của chính mình' },
  ]);
  expect((await openOf(opening([call]), one)).statusCode).toBe(403);
});

test('none of it is anybody’s score, and the sheet that it is by stays as it was', async () => {
  const { id: call } = await recorded();
  const id = await opened([call]);
  await say(id, call, [0, 1, 0], one);
  await say(id, call, [0, 1, 0], other);
  await close(id);
  expect((await demo.admin.call('GET', '/evaluations')).json().total).toBe(0);
  expect((await demo.admin.call('GET', '/report/scores')).json().total_row.scored).toBe(0);
  const row = (await demo.admin.call('GET', `/score-sheet/${sheet.id}`)).json();
  const { scored: _, questions: __, edition: ___, created_at: ____, updated_at: _____, ...input } = row;
  const changed = { ...input, sections: [{ name: 'Khác', questions: [{ text: 'Câu khác?' }] }] };
  expect((await demo.admin.call('PUT', `/score-sheet/${sheet.id}`, changed)).json().edition).toBe(2);
  expect((await detail(id, one)).sections[0]?.name).toBe('Chung');
  const removed = await demo.admin.call('DELETE', `/score-sheet/${sheet.id}`);
  expect([removed.statusCode, removed.json().used_by[0].kind]).toEqual([409, 'Buổi hiệu chuẩn']);
});

test('who takes part is told, who leads is told when all have scored, and all when it is closed', async () => {
  const { id: call } = await recorded();
  const bell = async (by: TestPerson | undefined) =>
    (await person(by).call('GET', '/notifications')).json().data.map(({ text }: { text: string }) => text);
  const id = await opened([call], { scorer_ids: [one, other].flatMap((its) => its?.accountId ?? []) });
  expect(await bell(one)).toEqual(['Bạn được mời chấm hiệu chuẩn: Tháng này']);
  await say(id, call, [1, 5, 1], one);
  expect([await bell(one), await bell(leader)]).toEqual([[], []]);
  await say(id, call, [1, 5, 1], other);
  expect(await bell(leader)).toEqual(['Mọi người đã chấm xong hiệu chuẩn Tháng này']);
  await close(id);
  expect(await bell(one)).toEqual(['Hiệu chuẩn Tháng này đã đóng, xem được mọi người chấm ra sao']);
  expect(await bell(third)).toEqual([]);
});

test('whoever has no part in it does not find it, the one on the call neither, nor another company', async () => {
  const { id: call } = await recorded();
  const id = await opened([call], { scorer_ids: [one, other].flatMap((its) => its?.accountId ?? []) });
  const rows = async (by: TestPerson, query = ''): Promise<CalibrationRow[]> =>
    (await by.call('GET', `/calibrations?${query}`)).json().data;
  expect((await rows(person(one), 'to_score=1')).map((row) => [row.id, row.to_score])).toEqual([[id, true]]);
  expect(await rows(person(third))).toEqual([]);
  expect((await person(third).call('GET', `/calibrations/${id}`)).statusCode).toBe(404);
  expect((await rows(demo.admin)).map((row) => row.id)).toEqual([id]);
  const ofCall = async (by: TestPerson) => (await by.call('GET', `/histories-call/${call}/calibrations`)).json().data;
  expect((await ofCall(person(one))).map((row: CalibrationRow) => row.id)).toEqual([id]);
  expect(await ofCall(person(third))).toEqual([]);
  await app.db.inTenant(demo.id, (trx) =>
    sql`update calibration_call set agent_id = ${demo.admin.accountId}`.execute(trx),
  );
  expect(await rows(demo.admin)).toEqual([]);
  const stranger = await app.tenant(`la-hieu-chuan-${codes}`);
  for (const [method, path] of [
    ['GET', `/calibrations/${id}`],
    ['POST', `/calibrations/${id}/close`],
    ['DELETE', `/calibrations/${id}`],
  ] as const)
    expect((await stranger.admin.call(method, path)).statusCode).toBe(404);
  expect((await stranger.admin.call('PUT', `/calibrations/${id}/answers`, { call_id: call })).statusCode).toBe(404);
});

test('one that is open is called off with what was said in it; the trail says so', async () => {
  const { id: call } = await recorded();
  const id = await opened([call]);
  await say(id, call, [1, 5, 1], one);
  expect((await person(leader).call('DELETE', `/calibrations/${id}`)).statusCode).toBe(200);
  expect((await person(one).call('GET', `/calibrations/${id}`)).statusCode).toBe(404);
  const trail = (await demo.admin.call('GET', `/activity-user-tenant?subject=calibration&subject_id=${id}`)).json()
    .data;
  expect(trail.map(({ action }: { action: string }) => action)).toEqual([
    'cancel-calibration',
    'give-calibration',
    'open-calibration',
  ]);
});

test('what was said of a call goes with its recording, and what it came to stays', async () => {
  const { id: call, recordingId } = await recorded();
  const id = await opened([call]);
  for (const by of [one, other]) await say(id, call, [1, 5, 1], by);
  await close(id);
  await app.db.inTenant(demo.id, (trx) =>
    sql`select expire_recordings(array[${recordingId}], now() + interval '1 day')`.execute(trx),
  );
  const left = await detail(id, one);
  expect(left).toMatchObject({ data: [], alpha: 1, pairs: 3, agreed: 3 });
  expect(left.people.map(({ agreed }) => agreed)).toEqual([3, 3, 0]);
});

test('of closing it and giving one’s answers at once the one comes first: who was in time is counted, who was late is told', async () => {
  const { id: call } = await recorded();
  const id = await opened([call]);
  for (const by of [one, other]) await say(id, call, [1, 5, 1], by);
  const [closing, giving] = await Promise.all([close(id), say(id, call, [1, 5, 1], third)]);
  expect(closing.statusCode).toBe(200);
  expect([200, 422]).toContain(giving.statusCode);
  expect((await detail(id, one)).pairs).toBe(giving.statusCode === 200 ? 9 : 3);
});
