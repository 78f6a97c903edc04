import type { Permission, ResponseRow } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { storeCall } from '../testing/stored-calls.ts';

/** What customers answered to a survey, one by one: found by what they said, narrowed down, counted and taken along. */
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
let status: string;
let survey: { id: string; name: string };
let lan: TestPerson;
let answered: string[];
const asker: readonly Permission[] = ['survey-campaign.ask', 'survey-campaign.view', 'customer.view'];

let made = 0;
const word = () => `T${(made += 1)} ${crypto.randomUUID().slice(0, 8)}`;
async function add(path: string, body: object) {
  const answer = await admin.call('POST', path, body);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
}

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant('mot');
  ({ admin } = tenant);
  status = (await add('/profile-status', { name: 'Mới', colour: '#2563eb' })).id;
  const category = (await add('/survey-category', { name: 'Dịch vụ' })).id;
  const [scale, text] = [
    await add('/survey-question', { name: 'Hài lòng không?', category_id: category, kind: 'scale' }),
    await add('/survey-question', { name: 'Góp ý gì?', category_id: category, kind: 'text' }),
  ];
  survey = await add('/survey-campaign', { name: word(), status: 'running', question_ids: [scale.id, text.id] });
  lan = await tenant.person('hoi-khach', asker);
  const given = [
    { who: admin, outcome: 'answered', answers: { [scale.id]: 5, [text.id]: 'Giao hàng rất nhanh' } },
    { who: lan, outcome: 'answered', answers: { [scale.id]: 2, [text.id]: 'Chờ máy lâu quá' } },
    { who: lan, outcome: 'answered', answers: { [scale.id]: 4 } },
    { who: lan, outcome: 'declined', answers: {}, note: 'Khách bận họp' },
  ];
  answered = [];
  for (const { who, ...body } of given) {
    const customer = await add('/customer', { name: word(), phone: `09${String(30_000_000 + made)}`, status });
    const kept = await who.call('PUT', `/survey-campaign/${survey.id}/response`, {
      customer_id: customer.id,
      version: null,
      ...body,
    });
    expect([kept.statusCode, kept.payload]).toEqual([200, expect.anything()]);
    answered.push(customer.id);
  }
});
afterAll(() => app.close());

const found = async (query = '', who = admin): Promise<{ data: ResponseRow[]; total: number }> => {
  const answer = await who.call('GET', `/survey-campaign/${survey.id}/responses?${query}`);
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  return answer.json();
};
const figures = async (query = '') =>
  (await admin.call('GET', `/survey-campaign/${survey.id}/response-figures?${query}`)).json();

test('what customers said is read and found, with accents or without, and so are notes and names', async () => {
  const all = await found();
  expect(all.total).toBe(4);
  expect(all.data[3]).toMatchObject({
    rating: 5,
    outcome: 'answered',
    answers: [{ value: 5 }, { question: 'Góp ý gì?', value: 'Giao hàng rất nhanh' }],
  });
  expect((await found('search=giao+hang')).data).toMatchObject([{ customer_id: answered[0] }]);
  expect((await found(`search=${encodeURIComponent('LÂU chờ')}`)).data).toMatchObject([{ customer_id: answered[1] }]);
  expect((await found('search=bận')).data).toMatchObject([{ customer_id: answered[3] }]);
  expect(await found('search=khong-ai-noi')).toMatchObject({ data: [], total: 0 });
});

test('responses are narrowed down by what came of them, who asked, how bad they are, and where the call was; figures count the same', async () => {
  expect(await figures()).toMatchObject({
    survey: { name: survey.name },
    asked: 4,
    answered: 3,
    complete: 2,
    csat: 67,
  });
  const queries = [
    'outcome=declined',
    'low=1',
    `asked_by=${lan.accountId}`,
    'search=giao',
    'from=2000-01-01',
    'to=2000-01-01',
  ];
  for (const query of queries) {
    const { total } = await found(query);
    expect([query, (await figures(query)).asked]).toEqual([query, total]);
  }
  expect((await found('low=1')).data).toMatchObject([{ customer_id: answered[1], rating: 2 }]);
  expect((await found(`asked_by=${lan.accountId}`)).total).toBe(3);

  const queue = await app.db.inTenant(tenant.id, (trx) =>
    trx
      .insertInto('queue')
      .values({ id: crypto.randomUUID(), name: 'Chăm sóc', number: '800', strategy: 'ring-all' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  );
  const { id: call } = await storeCall(app.db, tenant.id, {
    stays: [{ queue_id: queue.id, outcome: 'answered', wait_ms: 1_000 }],
  });
  await app.db.inTenant(tenant.id, (trx) =>
    trx
      .updateTable('survey_response')
      .set({ call_id: call })
      .where('customer_id', '=', answered[2] ?? '')
      .execute(),
  );
  expect((await found(`queue_id=${queue.id}`)).data).toMatchObject([{ customer_id: answered[2], queues: 'Chăm sóc' }]);
  expect((await found(`campaign_id=${crypto.randomUUID()}`)).total).toBe(0);
});

test('numbers are hidden from whoever may not see them, also in a file; another company has nothing of it', async () => {
  await admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  for (const { phone } of (await found('', lan)).data) expect(phone).toContain('*');
  const taker = await tenant.person('lay-tep', [...asker, 'survey-campaign.export']);
  const file = await taker.call('GET', `/survey-campaign/${survey.id}/responses/export?format=csv`);
  expect(file.statusCode).toBe(200);
  expect(file.payload).toContain('Giao hàng rất nhanh');
  expect(file.payload).not.toMatch(/0930\d{6}/);
  expect((await lan.call('GET', `/survey-campaign/${survey.id}/responses/export?format=csv`)).statusCode).toBe(403);
  const other = await app.tenant('hai');
  for (const path of ['responses', 'response-figures', 'responses/export?format=csv']) {
    expect((await other.admin.call('GET', `/survey-campaign/${survey.id}/${path}`)).statusCode).toBe(404);
  }
});
