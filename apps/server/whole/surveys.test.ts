import type { Permission } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';

/** Surveys that people ask customers: who may, what is kept, and what comes of it. */
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
let status: string;
let category: string;
const asker: readonly Permission[] = [
  'survey-campaign.ask',
  'survey-campaign.view',
  'customer.view',
  'customer.full-phone',
];

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant('mot');
  ({ admin } = tenant);
  status = (await add('/profile-status', { name: 'Mới', colour: '#2563eb' })).id;
  category = (await add('/survey-category', { name: 'Dịch vụ' })).id;
});
afterAll(() => app.close());

let made = 0;
const word = () => `S${(made += 1)} ${crypto.randomUUID().slice(0, 8)}`;
async function add(path: string, body: object) {
  const answer = await admin.call('POST', path, body);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
}
const questionOf = (kind: string, more: object = {}) =>
  add('/survey-question', { name: word(), category_id: category, kind, ...more });
const customerOf = (more: object = {}) =>
  add('/customer', { name: word(), phone: `09${String(20_000_000 + (made += 1))}`, status, ...more });
async function surveyOf(more: object = {}) {
  const [scale, nps] = [await questionOf('scale', { required: true }), await questionOf('nps')];
  const survey = await add('/survey-campaign', {
    name: word(),
    status: 'running',
    question_ids: [scale.id, nps.id],
    ...more,
  });
  return { survey, scale, nps };
}
const keep = (survey: string, customer: string, more: object = {}, who = admin) =>
  who.call('PUT', `/survey-campaign/${survey}/response`, {
    customer_id: customer,
    version: null,
    outcome: 'answered',
    answers: {},
    ...more,
  });
const timelineOf = async (customer: string) =>
  (await admin.call('GET', `/customer/${customer}/timeline`))
    .json()
    .data.filter(({ kind }: { kind: string }) => kind === 'survey');

test('what a customer answered is kept in the words of then, stands in their timeline, and counts', async () => {
  const { survey, scale, nps } = await surveyOf();
  const customer = await customerOf();
  const kept = await keep(survey.id, customer.id, { answers: { [scale.id]: 5, [nps.id]: 9 } });
  expect([kept.statusCode, kept.json()]).toEqual([200, expect.objectContaining({ version: 1, outcome: 'answered' })]);
  await admin.call('PUT', `/survey-question/${nps.id}`, { ...nps, name: word() });
  const [entry] = await timelineOf(customer.id);
  expect(entry.survey).toMatchObject({ survey_name: survey.name, by_name: 'admin' });
  expect(entry.survey.answers.map(({ question }: { question: string }) => question)).toEqual([scale.name, nps.name]);
  const row = (await admin.call('GET', `/survey-campaign/${survey.id}`)).json();
  expect(row).toMatchObject({ asked: 1, answered: 1, csat: 100 });
  const figures = (await admin.call('GET', `/survey-campaign/${survey.id}/figures`)).json();
  expect(figures).toMatchObject({ asked: 1, answered: 1, no_answer: 0, declined: 0 });
  expect(figures.questions).toMatchObject([
    { question: scale.name, average: 5, csat: 100 },
    { question: nps.name, average: 9, nps: 100 },
  ]);
});

test('a second answer of the same customer edits the first, and whoever has not seen it overwrites nothing', async () => {
  const { survey, scale } = await surveyOf();
  const customer = await customerOf();
  const saves = await Promise.all(
    [1, 2, 3].map((value) => keep(survey.id, customer.id, { answers: { [scale.id]: value } })),
  );
  expect(saves.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 409, 409]);
  const first = saves.find(({ statusCode }) => statusCode === 200)?.json();
  const late = saves.find(({ statusCode }) => statusCode === 409)?.json();
  expect([late.code, late.current]).toEqual(['conflict', first]);
  const edited = await keep(survey.id, customer.id, {
    version: 1,
    answers: { [scale.id]: 2 },
    note: 'Gọi lại hỏi thêm',
  });
  expect(edited.json()).toMatchObject({ id: first.id, version: 2, note: 'Gọi lại hỏi thêm', answers: [{ value: 2 }] });
  expect((await keep(survey.id, customer.id, { version: 1, outcome: 'declined' })).statusCode).toBe(409);
  expect(await timelineOf(customer.id)).toHaveLength(1);
  const trail = await app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', first.id).select('action').orderBy('at').execute(),
  );
  expect(trail.map(({ action }) => action)).toEqual(['create', 'update']);
});

test('what is wrong or missing is told by its question, and nothing is kept of it', async () => {
  const { survey, scale, nps } = await surveyOf();
  const customer = await customerOf();
  const answer = await keep(survey.id, customer.id, { answers: { [nps.id]: 11 } });
  expect([answer.statusCode, answer.json().fields]).toEqual([
    422,
    { [scale.id]: 'Thông tin không được để trống', [nps.id]: 'Chọn từ 0 đến 10' },
  ]);
  expect(await timelineOf(customer.id)).toEqual([]);
  const declined = await keep(survey.id, customer.id, { outcome: 'declined' });
  expect([declined.statusCode, declined.json().answers]).toEqual([200, []]);
});

test('lines that were left empty among the choices of a question are none', async () => {
  const question = await questionOf('one', { choices: ['Giá', '', ' Giao hàng ', 'Giá', '  '] });
  expect(question.choices).toEqual(['Giá', 'Giao hàng']);
  const body = { name: word(), category_id: category, kind: 'several', choices: ['Giá', '', ''] };
  expect((await admin.call('POST', '/survey-question', body)).json().fields).toEqual({
    choices: 'Hãy ghi ít nhất hai đáp án',
  });
});

test('only a survey that runs, in its days, is asked; it goes on by its steps and never back', async () => {
  const { survey, scale } = await surveyOf({ status: 'draft' });
  const customer = await customerOf();
  const answers = { [scale.id]: 3 };
  expect((await keep(survey.id, customer.id, { answers })).json().fields).toEqual({ survey: 'Khảo sát chưa chạy' });
  let row = survey;
  const turn = async (to: string, more: object = {}) => {
    const answer = await admin.call('PUT', `/survey-campaign/${survey.id}`, { ...row, status: to, ...more });
    if (answer.statusCode === 200) row = answer.json();
    return answer.statusCode;
  };
  expect(await turn('paused')).toBe(422);
  expect(await turn('running', { starts_on: '2999-01-01' })).toBe(200);
  expect((await keep(survey.id, customer.id, { answers })).json().fields.survey).toBe('Chưa đến ngày bắt đầu khảo sát');
  const running = async () =>
    (await admin.call('GET', '/running-surveys')).json().data.map(({ id }: { id: string }) => id);
  expect(await running()).not.toContain(survey.id);
  expect(await turn('running', { starts_on: null })).toBe(200);
  expect(await running()).toContain(survey.id);
  expect((await keep(survey.id, customer.id, { answers })).statusCode).toBe(200);
  for (const [to, code] of [
    ['draft', 422],
    ['paused', 200],
    ['running', 200],
    ['ended', 200],
    ['running', 422],
  ] as const) {
    expect([to, await turn(to)]).toEqual([to, code]);
  }
  expect((await keep(survey.id, customer.id, { version: 1, answers })).json().fields).toEqual({
    survey: 'Khảo sát đã kết thúc',
  });
});

test('what is in use cannot be deleted, and is told by what', async () => {
  const { survey, scale } = await surveyOf();
  await keep(survey.id, (await customerOf()).id, { outcome: 'no-answer' });
  const refusals = await Promise.all(
    [`/survey-category/${category}`, `/survey-question/${scale.id}`, `/survey-campaign/${survey.id}`].map((path) =>
      admin.call('DELETE', path),
    ),
  );
  expect(refusals.map((answer) => [answer.statusCode, answer.json().used_by[0].kind])).toEqual([
    [409, 'Câu hỏi khảo sát'],
    [409, 'Chiến dịch khảo sát'],
    [409, 'Khách đã được hỏi'],
  ]);
  expect(refusals[1]?.json().used_by[0]).toMatchObject({ id: survey.id, name: survey.name });
});

test('who asks sees customers as their role lets them: numbers hidden, and nobody outside their scope', async () => {
  const { survey, scale } = await surveyOf();
  const customer = await customerOf();
  const masked = await tenant.person('an-so', ['survey-campaign.ask', 'customer.view']);
  const own = await tenant.person('cua-minh', asker);
  const looker = await tenant.person('chi-xem', ['survey-campaign.view', 'customer.view']);
  const full = await tenant.person('du-so', asker);
  await app.db.inTenant(tenant.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của cua-minh').execute(),
  );
  await admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const seen = async (who: TestPerson) =>
    (await who.call('GET', `/survey-campaign/${survey.id}/asking?customer_id=${customer.id}`)).json();
  expect((await seen(full)).customer.phone).not.toContain('*');
  expect((await seen(looker)).code).toBe('forbidden');
  expect((await seen(masked)).customer.phone).toContain('*');
  expect((await seen(own)).code).toBe('not_found');
  expect((await keep(survey.id, customer.id, { answers: { [scale.id]: 1 } }, own)).statusCode).toBe(404);
});

test('two cards of one person become one with the answers of both, and two again', async () => {
  const [both, own] = [await surveyOf(), await surveyOf()];
  const [kept, other] = [await customerOf(), await customerOf()];
  await keep(both.survey.id, kept.id, { answers: { [both.scale.id]: 5 } });
  await keep(both.survey.id, other.id, { answers: { [both.scale.id]: 1 } });
  await keep(own.survey.id, other.id, { answers: { [own.scale.id]: 2 } });
  const valuesOf = async (id: string) =>
    (await timelineOf(id))
      .map(({ survey }: { survey: { answers: { value: number }[] } }) => survey.answers[0]?.value)
      .toSorted();
  const merged = await admin.call('POST', `/customer/${kept.id}/merge`, {
    version: kept.version,
    other: { id: other.id, version: other.version },
  });
  expect(merged.statusCode).toBe(200);
  expect(await valuesOf(kept.id)).toEqual([2, 5]);
  expect((await admin.call('POST', `/customer-merge/${merged.json().merge_id}/undo`)).statusCode).toBe(200);
  expect([await valuesOf(kept.id), await valuesOf(other.id)]).toEqual([[5], [1, 2]]);
});

test('what a customer answered is kept with the card that theirs was taken into meanwhile', async () => {
  const { survey, scale } = await surveyOf();
  const [kept, other] = [await customerOf(), await customerOf()];
  await admin.call('POST', `/customer/${kept.id}/merge`, { version: 1, other: { id: other.id, version: 1 } });
  const answers = { [scale.id]: 4 };
  expect((await keep(survey.id, other.id, { answers })).statusCode).toBe(200);
  expect(await timelineOf(kept.id)).toMatchObject([{ survey: { answers: [{ value: 4 }] } }]);
  // Whoever has asked by the other card as well has not seen what is there now.
  expect((await keep(survey.id, other.id, { answers })).statusCode).toBe(409);
  expect((await keep(survey.id, crypto.randomUUID(), { answers })).statusCode).toBe(404);
});

test('a company without the licence has no surveys', async () => {
  const { admin: stranger } = await app.tenant('khong', ['campaign']);
  const answer = await stranger.call('GET', '/survey-campaigns');
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'not_licensed']);
});
