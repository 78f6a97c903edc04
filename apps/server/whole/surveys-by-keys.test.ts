import type { DataChange } from '@alo/call-core';
import type { ResponseRow } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { companyDataOf } from '../src/compose/company-records.ts';
import type { CompanyData } from '../src/telephony/company-data.ts';
import { loadTelephonyConfig } from '../src/telephony/routing-plan.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';

/** Surveys that callers answer by keys: how calls hear them, what is kept of the answers, and who is told of a low score. */
let app: TestApp;
let mine: TestTenant;
let theirs: TestTenant;
let lan: TestPerson;
let data: CompanyData;
let status: string;
let category: string;
let made = 0;

beforeAll(async () => {
  app = await testApp();
  mine = await app.tenant('phim');
  theirs = await app.tenant('nguoi-la');
  lan = await mine.person('lan', ['customer.view', 'survey-campaign.view'], '101');
  data = companyDataOf({ db: app.db, bus: app.bus, matches: () => Promise.resolve(false) });
  status = (await add('/profile-status', { name: 'Mới', colour: '#2563eb' })).id;
  category = (await add('/survey-category', { name: 'Dịch vụ' })).id;
});
afterAll(() => app.close());

const word = () => `K${(made += 1)} ${crypto.randomUUID().slice(0, 8)}`;
async function add(path: string, body: object, who = mine.admin) {
  const answer = await who.call('POST', path, body);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
}
const questionOf = (kind: string, more: object = {}) =>
  add('/survey-question', { name: word(), category_id: category, kind, ...more });
const customerOf = async (more: object = {}) => {
  const phone = `09${String(40_000_000 + (made += 1))}`;
  const { id } = await add('/customer', { name: word(), phone, status, ...more });
  return { id, number: `+84${phone.slice(1)}` };
};
async function surveyOf(more: object = {}) {
  const asked = [await questionOf('scale'), await questionOf('text'), await questionOf('nps')];
  const [scale, text, nps] = asked;
  const survey = await add('/survey-campaign', {
    name: word(),
    status: 'running',
    question_ids: asked.map(({ id }) => id),
    branches: [{ question_id: scale.id, answer: '1-2', next_id: null }],
    ...more,
  });
  return { survey, scale, text, nps };
}
const responses = async (survey: { id: string }, who = mine.admin): Promise<ResponseRow[]> =>
  (await who.call('GET', `/survey-campaign/${survey.id}/responses`)).json().data;
const planOf = async (tenant = mine) => (await loadTelephonyConfig(app.db.inTenant, tenant.id)).plan;

type Told = Extract<DataChange, { kind: 'survey-answer' }>;
const asks = (survey: { id: string }, call: string, number: string, more: object = {}) =>
  data.keep(mine.id, {
    kind: 'survey-asked',
    survey: survey.id,
    // A test's own id.
    call: call as Told['call'],
    number,
    extension: '101',
    calledFor: false,
    ...more,
  });
const answers = (
  survey: { id: string },
  call: string,
  question: { id: string; name: string; kind: string },
  value: Told['value'],
  last = false,
) =>
  data.keep(mine.id, {
    kind: 'survey-answer',
    survey: survey.id,
    // A test's own id.
    call: call as Told['call'],
    question: question.id,
    asked: question.name,
    answers: question.kind,
    value,
    last,
  });

test('questions are spoken by themselves as soon as their survey runs, and calls hear those that keys answer', async () => {
  const { survey, scale, text, nps } = await surveyOf();
  const heard = async () =>
    (await mine.admin.call('GET', `/survey-campaign/${survey.id}/heard`))
      .json()
      .questions.map((one: { heard: string }) => one.heard);
  await expect.poll(heard, { timeout: 60_000 }).toEqual(['spoken', 'by-people', 'spoken']);
  const { surveys = {} } = await planOf();
  const plan = surveys[survey.id];
  expect(plan).toMatchObject({ name: survey.name, from: null, until: null, first: scale.id });
  expect(new Set(Object.keys(plan?.questions ?? {}))).toEqual(new Set([scale.id, nps.id]));
  // What is asked by people alone is passed over; a low score ends.
  expect(plan?.questions[scale.id]?.keys).toMatchObject({
    1: { value: 1, next: null },
    3: { value: 3, next: nps.id },
  });
  expect(plan?.questions[nps.id]?.keys['*']).toEqual({ value: 10, next: null });
  expect(plan?.questions[text.id]).toBeUndefined();
  const [running] = (await mine.admin.call('GET', '/running-surveys'))
    .json()
    .data.filter(({ id }: { id: string }) => id === survey.id);
  expect(running).toEqual({ id: survey.id, name: survey.name, by_keys: true });
  // Other words are spoken anew; until then nobody is asked something else than they hear.
  await mine.admin.call('PUT', `/survey-question/${scale.id}`, { ...scale, name: word() });
  await expect.poll(heard, { timeout: 60_000 }).toEqual(['spoken', 'by-people', 'spoken']);
  // One that has ended is none to calls, and neither is another company's.
  const { version } = (await mine.admin.call('GET', `/survey-campaign/${survey.id}`)).json();
  await mine.admin.call('PUT', `/survey-campaign/${survey.id}`, { ...survey, version, status: 'ended' });
  expect((await planOf()).surveys?.[survey.id]).toBeUndefined();
  expect((await planOf(theirs)).surveys).toEqual({});
}, 150_000);

test('a call that asks is a row, its answers come one by one, and what is told twice is kept once', async () => {
  const { survey, scale, nps } = await surveyOf();
  const [customer, call] = [await customerOf(), crypto.randomUUID()];
  await asks(survey, call, customer.number);
  expect(await responses(survey)).toMatchObject([
    { outcome: 'no-answer', channel: 'keys', complete: false, customer_id: customer.id, call_id: call, by_name: 'lan' },
  ]);
  await Promise.all([asks(survey, call, customer.number), answers(survey, call, scale, 4)]);
  await answers(survey, call, scale, 5);
  expect(await responses(survey)).toMatchObject([{ outcome: 'answered', complete: false, answers: [{ value: 5 }] }]);
  await answers(survey, call, nps, 10, true);
  await answers(survey, call, nps, 10, true);
  const [row, ...more] = await responses(survey);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ complete: true, rating: 5, answers: [{ value: 5 }, { value: 10, question: nps.name }] });
  // Another call of the same customer is another row, beside what people have asked them.
  await asks(survey, crypto.randomUUID(), customer.number);
  expect(await responses(survey)).toHaveLength(2);
  const figures = (await mine.admin.call('GET', `/survey-campaign/${survey.id}/response-figures`)).json();
  expect(figures).toMatchObject({ asked: 2, answered: 1, complete: 1, csat: 100 });
});

test('results tell response, completion, CSAT and NPS by person, channel and time, and find the responses that they count', async () => {
  const { survey, scale, nps } = await surveyOf();
  const results = async (query: string) =>
    (await mine.admin.call('GET', `/survey-campaign/${survey.id}/results?${query}`)).json();
  expect(await results('by=person')).toMatchObject({ total: { asked: 0, csat: null, nps: null }, data: [] });
  for (const [csat, score] of [
    [5, 10],
    [4, 9],
    [1, undefined],
    [undefined, undefined],
  ]) {
    const call = crypto.randomUUID();
    await asks(survey, call, '');
    if (csat !== undefined) await answers(survey, call, scale, csat, score === undefined);
    if (score !== undefined) await answers(survey, call, nps, score, score === 10);
  }
  const counted = { asked: 4, answered: 3, complete: 2, csat: 67, nps: 100 };
  expect(await results('by=person')).toMatchObject({
    total: counted,
    data: [{ name: 'lan', key: lan.accountId, ...counted }],
  });
  expect(await results('by=channel')).toMatchObject({ data: [{ key: 'keys', ...counted }] });
  for (const by of ['day', 'week', 'month']) expect(await results(`by=${by}`)).toMatchObject({ data: [counted] });
  for (const by of ['queue', 'campaign']) expect(await results(`by=${by}`)).toMatchObject({ total: counted, data: [] });
  const found = await mine.admin.call('GET', `/survey-campaign/${survey.id}/responses?asked_by=${lan.accountId}`);
  expect(found.json().total).toBe(4);
  expect((await theirs.admin.call('GET', `/survey-campaign/${survey.id}/results`)).statusCode).toBe(404);
});

test('who is not known is asked, too, and a company hears nothing of another’s', async () => {
  const { survey, scale } = await surveyOf();
  const call = crypto.randomUUID();
  await asks(survey, call, '+84999888777', { extension: null, calledFor: true });
  await answers(survey, call, scale, 1, true);
  expect(await responses(survey)).toMatchObject([{ customer_id: null, name: '', channel: 'auto', by_name: null }]);
  // Neither a call of theirs nor of a survey that is gone leaves anything.
  await data.keep(theirs.id, {
    kind: 'survey-asked',
    survey: survey.id,
    call: crypto.randomUUID() as Told['call'], // a test's own id
    number: '',
    extension: null,
    calledFor: false,
  });
  await answers({ id: crypto.randomUUID() }, call, scale, 5);
  expect(await responses(survey)).toHaveLength(1);
  const seen = await lan.call('GET', `/survey-campaign/${survey.id}/responses`);
  expect(seen.statusCode).toBe(200);
});

test('a low score is one task with a deadline, for whoever looks after the customer, else for whom the survey names', async () => {
  const hoa = await mine.person('hoa', ['customer.view']);
  const { survey, scale, nps } = await surveyOf({ low_to_owner: true, low_account_id: hoa.accountId, low_hours: 4 });
  const tasksOf = async (customer: { id: string }) =>
    (await mine.admin.call('GET', `/customer/${customer.id}/tasks`)).json().data;
  const [owned, nobodys] = [await customerOf({ user_id: lan.accountId }), await customerOf()];
  for (const customer of [owned, nobodys]) {
    const call = crypto.randomUUID();
    await asks(survey, call, customer.number);
    await answers(survey, call, scale, 2);
    await answers(survey, call, nps, 0, true);
  }
  const [[own, ...more], [other]] = [await tasksOf(owned), await tasksOf(nobodys)];
  expect(more).toEqual([]);
  expect(own).toMatchObject({
    account_id: lan.accountId,
    text: `Khách chấm điểm thấp trong khảo sát “${survey.name}”`,
  });
  const hours = (Date.parse(own.due_at) - Date.parse(own.created_at)) / 3_600_000;
  expect(hours).toBeCloseTo(4, 2);
  expect(other).toMatchObject({ account_id: hoa.accountId });
  // The bell has it at once, not only when it is due.
  app.clock.now = Date.now() + 60_000;
  const bell = (await lan.call('GET', '/notifications')).json();
  expect(JSON.stringify(bell)).toContain(survey.name);
  // A good score is nobody's task.
  const [pleased, call] = [await customerOf(), crypto.randomUUID()];
  await asks(survey, call, pleased.number);
  await answers(survey, call, scale, 5, true);
  expect(await tasksOf(pleased)).toEqual([]);
});

test('a person asks the questions that the answers lead to, and what stands behind another answer is not kept', async () => {
  const { survey, scale, nps } = await surveyOf();
  const customer = await customerOf();
  const keep = (version: number | null, given: object) =>
    mine.admin.call('PUT', `/survey-campaign/${survey.id}/response`, {
      customer_id: customer.id,
      version,
      outcome: 'answered',
      answers: given,
    });
  const low = await keep(null, { [scale.id]: 1, [nps.id]: 9 });
  expect(low.json()).toMatchObject({ complete: true, channel: 'person', answers: [{ value: 1 }] });
  expect(low.json().answers).toHaveLength(1);
  const high = await keep(1, { [scale.id]: 5, [nps.id]: 9 });
  expect(high.json()).toMatchObject({ complete: false, answers: [{ value: 5 }, { value: 9 }] });
});

test('a branch leads on by an answer of its question only', async () => {
  const { scale, nps } = await surveyOf();
  const body = (branch: object) => ({ name: word(), question_ids: [scale.id, nps.id], branches: [branch] });
  const refused = async (branch: object) => {
    const answer = await mine.admin.call('POST', '/survey-campaign', body(branch));
    return [answer.statusCode, Object.keys(answer.json().errors ?? answer.json().fields ?? answer.json())];
  };
  for (const branch of [
    { question_id: nps.id, answer: '', next_id: scale.id },
    { question_id: crypto.randomUUID(), answer: '', next_id: null },
    { question_id: scale.id, answer: 'Có', next_id: nps.id },
  ]) {
    expect((await refused(branch))[0]).toBe(422);
  }
  await add('/survey-campaign', body({ question_id: scale.id, answer: '4–5', next_id: nps.id }));
});

test('a survey that calls are led to is not deleted', async () => {
  const { survey } = await surveyOf();
  const queue = await add('//telephony/partner/call-queue', {
    name: word(),
    after_talk: { type: 'survey', value: survey.id },
  });
  expect((await planOf()).queues[queue.id]?.afterTalk).toEqual({ kind: 'survey', survey: survey.id });
  const answer = await mine.admin.call('POST', '/survey-campaigns/delete', {
    rows: [{ id: survey.id, version: survey.version }],
  });
  expect(answer.payload).toContain(queue.name);
  expect((await mine.admin.call('GET', `/survey-campaign/${survey.id}`)).statusCode).toBe(200);
});
