import {
  type Evaluation,
  type EvaluationRow,
  type RowOf,
  type ScoreReportRow,
  scoreGrouping,
  type scoreSheets,
  scoresOfGroup,
} from '@alo/contract';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { listenLive } from '../../../testing/live-listener.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

/** Calls are scored, told, disputed and decided. */
let app: TestApp;
let demo: TestTenant;
let codes = 0;
let [lan, scorer, judge]: TestPerson[] = [];

beforeAll(async () => {
  app = await testApp();
});
beforeEach(async () => {
  codes += 1;
  demo = await app.tenant(`cham-${codes}`);
  lan = await demo.person('lan', ['quality.view', 'call-history.view'], '101');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của lan').execute(),
  );
  scorer = await demo.person('cham', ['quality.view', 'quality.score', 'call-history.view'], '102');
  judge = await demo.person('phan-xu', ['quality.view', 'quality.score', 'quality.decide', 'call-history.view'], '103');
});
afterAll(() => app.close());

const person = (one: TestPerson | undefined): TestPerson => {
  if (one === undefined) throw new Error('Nobody is there.');
  return one;
};
const sections = [
  {
    name: 'Mở đầu',
    weight: 40,
    questions: [
      { text: 'Chào và xưng tên?', weight: 1 },
      { text: 'Giọng nói', kind: 'scale', weight: 3 },
    ],
  },
  {
    name: 'Nội dung',
    weight: 60,
    questions: [
      { text: 'Nói sai chính sách?', fatal: true },
      { text: 'Xin phép giữ máy?', optional: true },
    ],
  },
];
type Sheet = RowOf<typeof scoreSheets>;
async function sheetOf(over: object = {}): Promise<Sheet> {
  const answer = await demo.admin.call('POST', '/score-sheet', { name: 'Phiếu chăm sóc', sections, ...over });
  expect(answer.statusCode).toBe(200);
  return answer.json();
}
const questionsOf = (sheet: Pick<Sheet, 'sections'>) =>
  (sheet.sections ?? []).flatMap(({ questions }) => (questions ?? []).map(({ id }) => id ?? ''));
const answersTo = (sheet: Pick<Sheet, 'sections'>, ...values: (number | 'n/a')[]) =>
  questionsOf(sheet).map((question_id, at) => ({ question_id, value: values[at] ?? 1 }));
const callOf = (extension = '101') =>
  storeCall(app.db, demo.id, {
    to_extension: extension,
    agent_extension: extension,
    rang: [{ extension, answered: true }],
  });
const detail = async (id: string, by: TestPerson | undefined): Promise<Evaluation> =>
  (await person(by).call('GET', `/evaluations/${id}`)).json();
const list = async (query: string, by: TestPerson | undefined): Promise<EvaluationRow[]> =>
  (await person(by).call('GET', `/evaluations?${query}`)).json().data;
async function begun(sheet: Sheet, callId: string, by = scorer): Promise<Evaluation> {
  const answer = await person(by).call('POST', '/evaluations', { call_id: callId, sheet_id: sheet.id });
  expect(answer.statusCode).toBe(200);
  return detail(answer.json().id, by);
}
const post = (id: string, what: string, body: object | undefined, by: TestPerson | undefined) =>
  person(by).call('POST', `/evaluations/${id}/${what}`, body);

test('a call is scored with a mark, told to its agent, disputed by them and decided by a third', async () => {
  const sheet = await sheetOf();
  const call = await callOf();
  const { id, version, state } = await begun(sheet, call.id);
  expect(state).toBe('draft');
  const [greeting = ''] = questionsOf(sheet);
  const said = {
    answers: answersTo(sheet, 0, 5, 1, 'n/a'),
    marks: [{ at: 12.5, question_id: greeting, comment: 'Chưa chào' }],
  };
  const kept = await person(scorer).call('PUT', `/evaluations/${id}`, { version, ...said });
  expect(kept.json()).toEqual({ version: version + 1 });
  // A draft is nobody's business but that of those who score.
  expect(await list('', lan)).toEqual([]);
  expect((await person(lan).call('GET', `/evaluations/${id}`)).statusCode).toBe(404);
  const stale = await post(id, 'submit', { version, ...said }, scorer);
  expect(stale.statusCode).toBe(409);
  expect((await post(id, 'submit', { version: version + 1, ...said }, scorer)).statusCode).toBe(200);

  // (0 × 1 + 1 × 3) ÷ 4 = 75 %, of 40; 100 % of 60.
  expect(await detail(id, lan)).toMatchObject({
    percent: 90,
    passed: true,
    fatal: false,
    mine: true,
    state: 'submitted',
    marks: [{ at: 12.5, question_id: greeting, comment: 'Chưa chào' }],
    may: { score: false, respond: true, decide: false },
  });
  expect((await post(id, 'dispute', {}, lan)).statusCode).toBe(422);
  expect((await post(id, 'dispute', { reason: 'Tôi có chào' }, scorer)).statusCode).toBe(422);
  expect((await post(id, 'dispute', { reason: 'Tôi có chào' }, lan)).statusCode).toBe(200);
  expect((await post(id, 'agree', undefined, lan)).statusCode).toBe(422);

  const disputed = await detail(id, judge);
  expect(disputed).toMatchObject({ state: 'disputed', agent_word: 'Tôi có chào', may: { decide: true, score: false } });
  const decision = {
    version: disputed.version,
    answers: answersTo(sheet, 1, 5, 1, 'n/a'),
    decision: 'Có chào, giây 3',
  };
  expect((await post(id, 'decide', decision, scorer)).statusCode).toBe(403);
  expect((await post(id, 'decide', decision, judge)).statusCode).toBe(200);
  expect(await detail(id, lan)).toMatchObject({
    state: 'decided',
    percent: 100,
    first_percent: 90,
    decision: 'Có chào, giây 3',
    decider: { name: 'phan-xu' },
  });
  const trail = (await demo.admin.call('GET', `/activity-user-tenant?subject=evaluation&subject_id=${id}`)).json().data;
  expect(trail.map(({ action }: { action: string }) => action)).toEqual([
    'decide-score',
    'dispute-score',
    'submit-score',
    'begin-score',
  ]);
});

test('whoever scored does not decide, though they may decide others; nobody scores themselves', async () => {
  const sheet = await sheetOf();
  const own = await callOf('103');
  const refused = await person(judge).call('POST', '/evaluations', { call_id: own.id, sheet_id: sheet.id });
  expect(refused.json().fields).toEqual({ call_id: 'Không ai tự chấm cuộc gọi của chính mình' });
  const { id, version } = await begun(sheet, (await callOf()).id, judge);
  await post(id, 'submit', { version, answers: answersTo(sheet) }, judge);
  await post(id, 'dispute', { reason: 'Không đúng' }, lan);
  const { may, version: now } = await detail(id, judge);
  expect(may.decide).toBe(false);
  const body = { version: now, answers: answersTo(sheet), decision: 'Giữ nguyên' };
  expect((await post(id, 'decide', body, judge)).statusCode).toBe(422);
});

test('every question wants its answer, each of its kind; a fatal mistake leaves what the sheet says', async () => {
  const sheet = await sheetOf({ fatal_percent: 20 });
  const { id, version } = await begun(sheet, (await callOf()).id);
  const [first = ''] = questionsOf(sheet);
  const half = await post(id, 'submit', { version, answers: [{ question_id: first, value: 1 }] }, scorer);
  expect([half.statusCode, Object.keys(half.json().fields)]).toHaveLength(2);
  expect(Object.keys(half.json().fields)).toHaveLength(3);
  const wrong = await post(id, 'submit', { version, answers: answersTo(sheet, 'n/a', 9, 1, 1) }, scorer);
  expect(Object.keys(wrong.json().fields)).toHaveLength(2);
  const strange = [{ question_id: crypto.randomUUID(), value: 1 }];
  expect((await post(id, 'submit', { version, answers: strange }, scorer)).statusCode).toBe(422);
  await post(id, 'submit', { version, answers: answersTo(sheet, 1, 5, 0, 1) }, scorer);
  expect(await detail(id, lan)).toMatchObject({ percent: 20, fatal: true, passed: false });
});

test('a sheet that was used is not changed under old scores: what it asks from then on is another edition', async () => {
  const sheet = await sheetOf();
  const { id, version } = await begun(sheet, (await callOf()).id);
  await post(id, 'submit', { version, answers: answersTo(sheet) }, scorer);
  const { scored: _, questions: __, edition, created_at: ___, updated_at: ____, ...row } = sheet;
  expect(edition).toBe(1);
  const [opening, ...rest] = row.sections ?? [];
  const changed = await demo.admin.call('PUT', `/score-sheet/${sheet.id}`, {
    ...row,
    sections: [{ ...opening, questions: [{ ...opening?.questions?.[0], text: 'Chào đúng mẫu?' }] }, ...rest],
  });
  expect(changed.json()).toMatchObject({ edition: 2, questions: 3, scored: 1 });
  // The question is the same one still.
  expect(questionsOf(changed.json())[0]).toBe(questionsOf(sheet)[0]);
  expect((await detail(id, lan)).sections[0]?.questions[0]?.text).toBe('Chào và xưng tên?');
  const second = await begun(changed.json(), (await callOf()).id);
  expect(second.sections[0]?.questions[0]?.text).toBe('Chào đúng mẫu?');
  // Nothing that is asked has changed: the edition stays.
  const named = { ...row, sections: changed.json().sections, version: changed.json().version, name: 'Phiếu mới' };
  expect((await demo.admin.call('PUT', `/score-sheet/${sheet.id}`, named)).json().edition).toBe(2);
  const removed = await demo.admin.call('DELETE', `/score-sheet/${sheet.id}`);
  expect([removed.statusCode, removed.json().used_by[0].kind]).toEqual([409, 'Cuộc gọi đã chấm']);
});

test('of two who begin with one call at once one scores it', async () => {
  const sheet = await sheetOf();
  const call = await callOf();
  const body = { call_id: call.id, sheet_id: sheet.id };
  const answers = await Promise.all([scorer, judge].map((by) => person(by).call('POST', '/evaluations', body)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 422]);
});

test('an agent may dispute for as many days as the sheet says', async () => {
  const sheet = await sheetOf({ dispute_days: 1 });
  const { id, version } = await begun(sheet, (await callOf()).id);
  await post(id, 'submit', { version, answers: answersTo(sheet) }, scorer);
  const { submitted_at: at, dispute_until: until } = await detail(id, lan);
  expect(Date.parse(until ?? '') - Date.parse(at ?? '')).toBe(86_400_000);
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('evaluation')
      .set({ dispute_until: new Date(app.clock.now - 1) })
      .execute(),
  );
  expect((await detail(id, lan)).may.respond).toBe(false);
  expect((await post(id, 'dispute', { reason: 'Muộn' }, lan)).statusCode).toBe(422);
});

test('a company is a stranger to every other: nothing of its scores is read, changed or named', async () => {
  const sheet = await sheetOf();
  const call = await callOf();
  const { id, version } = await begun(sheet, call.id);
  await post(id, 'submit', { version, answers: answersTo(sheet) }, scorer);
  const stranger = await app.tenant(`la-${codes}`);
  expect((await stranger.admin.call('GET', '/evaluations')).json().total).toBe(0);
  expect((await stranger.admin.call('GET', `/evaluations/${id}`)).statusCode).toBe(404);
  expect((await stranger.admin.call('GET', `/histories-call/${call.id}/evaluations`)).statusCode).toBe(404);
  const theirs = (await stranger.admin.call('POST', '/score-sheet', { name: 'Của họ', sections })).json();
  const ours = await callOf();
  const body = { call_id: ours.id, sheet_id: theirs.id };
  expect((await person(scorer).call('POST', '/evaluations', body)).statusCode).toBe(422);
  expect((await stranger.admin.call('POST', '/evaluations', { ...body, sheet_id: sheet.id })).statusCode).toBe(404);
});

test('agents see their own scores, a leader those of the team; without a right nobody sees any', async () => {
  const minh = await demo.person('minh', ['quality.view', 'call-history.view'], '104');
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của minh').execute(),
  );
  const sheet = await sheetOf();
  for (const extension of ['101', '104']) {
    const { id, version } = await begun(sheet, (await callOf(extension)).id);
    await post(id, 'submit', { version, answers: answersTo(sheet) }, scorer);
  }
  expect((await list('', lan)).map(({ agent }) => agent?.name)).toEqual(['lan']);
  expect((await list('', minh)).map(({ agent }) => agent?.name)).toEqual(['minh']);
  expect(await list('', scorer)).toHaveLength(2);
  const nobody = await demo.person('khong-quyen', [], '105');
  expect((await nobody.call('GET', '/evaluations')).statusCode).toBe(403);
});

test('a call’s own page knows its scores and what it can be scored by', async () => {
  const sheet = await sheetOf();
  await sheetOf({ name: 'Phiếu trống', sections: [] });
  await sheetOf({ name: 'Thôi dùng', active: false });
  const call = await callOf();
  const of = async (by: TestPerson | undefined) =>
    (await person(by).call('GET', `/histories-call/${call.id}/evaluations`)).json();
  expect(await of(scorer)).toMatchObject({ data: [], agent: { name: 'lan' }, sheets: [{ id: sheet.id }] });
  expect((await of(scorer)).sheets).toHaveLength(1);
  expect((await of(lan)).sheets).toEqual([]);
  const machine = await storeCall(app.db, demo.id, { to_extension: '', agent_extension: '' });
  const refused = await person(scorer).call('POST', '/evaluations', { call_id: machine.id, sheet_id: sheet.id });
  expect(refused.statusCode).toBe(422);
});

test('whoever is scored is told by the bell at once, who decides when it is disputed, and both who scored and who was of what came of it', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const sheet = await sheetOf();
  const { id, version, call_id: callId } = await begun(sheet, (await callOf()).id);
  const bell = async (by: TestPerson | undefined) =>
    (await person(by).call('GET', '/notifications')).json().data.map(({ text }: { text: string }) => text);
  expect(await bell(lan)).toEqual([]);
  const console = await listenLive(app, person(lan), ['me']);
  await post(id, 'submit', { version, answers: answersTo(sheet, 0, 5, 1, 'n/a') }, scorer);
  await expect.poll(() => console.events.map(({ type }) => type)).toContain('notified');
  console.socket.terminate();
  expect((await person(lan).call('GET', '/notifications')).json().data).toMatchObject([
    { kind: 'quality', text: 'Cuộc gọi của bạn được chấm 90%', call_id: callId },
  ]);
  expect(await bell(judge)).toEqual([]);
  await post(id, 'dispute', { reason: 'Không' }, lan);
  expect(await bell(judge)).toEqual(['lan không đồng ý với điểm 90%']);
  expect(await bell(scorer)).toEqual([]);
  const { version: now } = await detail(id, judge);
  await post(id, 'decide', { version: now, answers: answersTo(sheet, 1, 5, 1, 1), decision: 'Đúng' }, judge);
  expect(await bell(scorer)).toEqual(['Điểm bị phản hồi đã được phân xử: 100%']);
  expect((await bell(lan)).toSorted()).toEqual([
    'Cuộc gọi của bạn được chấm 90%',
    'Điểm bị phản hồi đã được phân xử: 100%',
  ]);
});

test('what scores come to is told by person, sheet, question and day, and each count finds exactly its scores', async () => {
  await demo.person('minh', ['quality.view', 'call-history.view'], '104');
  const [one, two] = [await sheetOf(), await sheetOf({ name: 'Phiếu hai', fatal_percent: 10 })];
  const given = [
    { sheet: one, extension: '101', values: [1, 5, 1, 'n/a'] },
    { sheet: one, extension: '104', values: [0, 1, 1, 1] },
    { sheet: two, extension: '104', values: [1, 5, 0, 1] },
  ] as const;
  for (const { sheet, extension, values } of given) {
    const { id, version } = await begun(sheet, (await callOf(extension)).id);
    await post(id, 'submit', { version, answers: answersTo(sheet, ...values) }, scorer);
  }
  // What is still being scored is none of it.
  await begun(one, (await callOf()).id);
  const report = async (query: string, by = scorer) => (await person(by).call('GET', `/report/scores?${query}`)).json();
  const all = await report('by=agent');
  expect(all.total_row).toEqual({
    scored: 3,
    score_average: 56.7,
    score_passed: 33.3,
    score_fatal: 1,
    score_disputed: 0,
  });
  expect(all.data.map((row: ScoreReportRow) => [row.name, row.scored, row.score_average])).toEqual([
    ['lan', 1, 100],
    ['minh', 2, 35],
  ]);
  for (const by of scoreGrouping.options) {
    const { data } = await report(`by=${by}`);
    expect(data.length).toBeGreaterThan(0);
    for (const row of data as ScoreReportRow[]) {
      const behind = scoresOfGroup(by, row.id, {});
      if (behind === null) continue;
      const found = await person(scorer).call('GET', `/evaluations?${new URLSearchParams(behind).toString()}`);
      expect([by, row.name, found.json().total]).toEqual([by, row.name, row.scored]);
    }
  }
  const questions = (await report(`by=question&sheet_id=${one.id}`)).data;
  expect(new Set(questions.map((row: ScoreReportRow) => [row.name, row.scored, row.score_average]))).toEqual(
    new Set([
      ['Chào và xưng tên?', 2, 50],
      ['Giọng nói', 2, 50],
      ['Nói sai chính sách?', 2, 100],
      ['Xin phép giữ máy?', 1, 100],
    ]),
  );
  expect((await report('by=agent', lan)).total_row.scored).toBe(1);
});

test('calls that nobody has scored yet are given to somebody else, with who and why; never to who is on them', async () => {
  const sheet = await sheetOf();
  const [lans, judges] = [await begun(sheet, (await callOf()).id), await begun(sheet, (await callOf('103')).id)];
  const done = await begun(sheet, (await callOf()).id);
  await post(done.id, 'submit', { version: done.version, answers: answersTo(sheet) }, scorer);
  await person(scorer).call('PUT', `/evaluations/${lans.id}`, {
    version: lans.version,
    answers: answersTo(sheet),
    comment: 'Của tôi',
  });
  const assign = (by: TestPerson | undefined, over: object = {}) =>
    person(by).call('POST', '/evaluations/assign', {
      ids: [lans.id, judges.id, done.id],
      scorer_id: judge?.accountId,
      reason: 'Nghỉ ốm',
      ...over,
    });
  expect((await assign(scorer)).statusCode).toBe(403);
  expect((await assign(demo.admin, { reason: ' ' })).statusCode).toBe(422);
  expect((await assign(demo.admin, { scorer_id: lan?.accountId })).json().fields).toEqual({
    scorer_id: 'lan chưa có quyền chấm điểm',
  });
  expect((await assign(demo.admin)).json()).toEqual({ assigned: 1, own: 1, other: 1 });
  expect(await detail(lans.id, judge)).toMatchObject({
    state: 'due',
    scorer: { name: 'phan-xu' },
    answers: [],
    comment: '',
    may: { score: true },
  });
  expect((await detail(judges.id, scorer)).scorer?.name).toBe('cham');
  const late = { version: lans.version + 1, answers: answersTo(sheet) };
  expect((await post(lans.id, 'submit', late, scorer)).statusCode).toBe(422);
  const bell = (await person(judge).call('GET', '/notifications')).json().data;
  expect(bell.map(({ text }: { text: string }) => text)).toContain('Bạn có 1 cuộc gọi cần chấm');
  const trail = await app.db.inTenant(demo.id, (trx) =>
    trx
      .selectFrom('audit')
      .where('action', '=', 'assign-score')
      .select(['account_id', 'subject_id', 'before', 'after'])
      .execute(),
  );
  expect(trail).toMatchObject([
    {
      account_id: demo.admin.accountId,
      subject_id: lans.id,
      before: { scorer: 'cham' },
      after: { scorer: 'phan-xu', reason: 'Nghỉ ốm' },
    },
  ]);
  // Given back by two at once it is given back once.
  const back = { ids: [lans.id], scorer_id: scorer?.accountId };
  const twice = await Promise.all([assign(demo.admin, back), assign(demo.admin, back)]);
  expect(twice.map((answer) => answer.json().assigned).toSorted((a, b) => a - b)).toEqual([0, 1]);
  const stranger = await app.tenant(`la-giao-${codes}`);
  const theirs = { ids: [lans.id], scorer_id: stranger.admin.accountId, reason: 'Của họ' };
  expect((await stranger.admin.call('POST', '/evaluations/assign', theirs)).json().assigned).toBe(0);
});

test('scores are taken out as a file: what one sees, as the list is narrowed down, drafts without what is in them', async () => {
  const sheet = await sheetOf();
  const { id, version } = await begun(sheet, (await callOf()).id);
  await post(id, 'submit', { version, answers: answersTo(sheet, 0, 4, 1, 'n/a'), comment: '=1+1' }, scorer);
  const draft = await begun(sheet, (await callOf()).id);
  await person(scorer).call('PUT', `/evaluations/${draft.id}`, {
    version: draft.version,
    answers: [],
    comment: 'Đang nghĩ',
  });
  const taker = await demo.person('xuat', ['quality.score', 'quality.export'], '130');
  const file = async (query: string, by = taker) => {
    const answer = await by.call('GET', `/evaluations/export?format=csv&${query}`);
    expect(answer.statusCode).toBe(200);
    return answer.payload.trim().split('\r\n').slice(1);
  };
  const lines = await file('');
  expect(lines).toHaveLength(2);
  expect(lines.join('\n')).not.toContain('Đang nghĩ');
  const [given] = await file('counted=1');
  expect(given).toContain(
    'Chào và xưng tên?: Không đạt; Giọng nói: 4/5; Nói sai chính sách?: Đạt; Xin phép giữ máy?: Không áp dụng',
  );
  // Nothing that a spreadsheet would reckon.
  expect(given).not.toContain('"=1+1"');
  expect(await file('passed=0&counted=1')).toEqual([]);
  expect((await person(scorer).call('GET', '/evaluations/export?format=csv')).statusCode).toBe(403);
});
