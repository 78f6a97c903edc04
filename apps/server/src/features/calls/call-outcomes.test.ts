import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { listenLive } from '../../../testing/live-listener.ts';
import { storeCall, storeCustomer } from '../../../testing/stored-calls.ts';
import { newId } from '../../kernel/new-id.ts';

let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;
let minh: TestPerson;
/** Sees calls, and no customers. */
let reader: TestPerson;
let customer: string;

const agent = ['call-history.view', 'customer.view', 'customer.update'] as const;
const next = '2027-01-05T02:30:00.000Z';

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  lan = await demo.person('lan', [...agent, 'call-history.export'], '101');
  minh = await demo.person('minh', agent, '102');
  reader = await demo.person('doc', ['call-history.view', 'call-history.export']);
  customer = await storeCustomer(app.db, demo.id, { name: 'Nguyễn Văn Đức', e164: '+84901234567' });
});

afterAll(() => app.close());

const read = async (path: string, by = lan) => {
  const answer = await by.call('GET', path);
  if (answer.statusCode !== 200) throw new Error(answer.payload);
  return answer.json();
};
const found = async (query: string, by = lan): Promise<[number, string[]]> => {
  const { total, data } = await read(`/histories-call?${query}`, by);
  return [total, data.map(({ id }: { id: string }) => id)];
};
/** Says what came of the call that they have, or had last. */
const keep = async (by: TestPerson, outcome: string, more: object = {}, of = customer) => {
  const answer = await by.call('POST', `/customer/${of}/disposition`, { outcome, ...more });
  if (answer.statusCode !== 200) throw new Error(answer.payload);
};
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000);
const seeingTheirOwn = async (one: TestPerson) => {
  await app.db.inTenant(demo.id, (trx) =>
    sql`update role set scope = 'own' where id = (select role_id from account where id = ${one.accountId})`.execute(
      trx,
    ),
  );
  app.bus.publish('rights-changed', demo.id, [demo.id]);
};

test('what somebody said came of a call is in the list, in the call, in its file, and calls are found by it, as it was said last', async () => {
  const earlier = await storeCall(app.db, demo.id, { started_at: minutesAgo(50) });
  await keep(lan, 'interested', { note: 'Hỏi giá' });
  const { id } = await storeCall(app.db, demo.id, { started_at: minutesAgo(20) });
  await keep(lan, 'interested', { note: 'Xin bảng giá' });
  await keep(lan, 'call-again', { note: 'Bận họp', next_call_at: next });

  expect(await found('outcome=call-again')).toEqual([1, [id]]);
  expect(await found('outcome=interested')).toEqual([1, [earlier.id]]);
  expect(await found('outcome=agreed')).toEqual([0, []]);
  const { data } = await read('/histories-call?outcome=call-again');
  expect(data[0].outcome).toBe('call-again');

  const detail = await read(`/histories-call/${id}`);
  expect(detail.dispositions).toMatchObject([
    { outcome: 'call-again', note: 'Bận họp', next_call_at: next, by_name: 'lan', call_id: id },
    { outcome: 'interested', note: 'Xin bảng giá', next_call_at: null },
  ]);
  expect(detail.customer_opens).toBe(true);

  const file = await lan.call('GET', '/histories-call/export?format=csv&outcome=call-again');
  const [headings = '', ...lines] = file.payload.trim().split('\r\n');
  expect(headings).toContain('Hàng đợi,Kết quả,Nhãn,Ghi chú,Hẹn gọi lại,Đánh giá (thang 5),Mã cuộc gọi');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain(`,Hẹn gọi lại,,Bận họp,05/01/2027 09:30:00,,${id}`);
  expect(await found('outcome=none')).toEqual([0, []]);
});

test('conversations of which nothing was said are found, not those that nobody had or that were among colleagues', async () => {
  await storeCall(app.db, demo.id, { started_at: minutesAgo(14), status: 'missed' });
  await storeCall(app.db, demo.id, { started_at: minutesAgo(13), direction: 'internal', from_extension: '101' });
  const unsaid = await storeCall(app.db, demo.id, { started_at: minutesAgo(12) });
  const without = async (by = lan) => (await found('without_outcome=1', by))[1];
  expect(await without()).toEqual([unsaid.id]);
  // That is a fact about outcomes, too.
  expect(await without(reader)).toEqual([]);
  await keep(lan, 'interested');
  expect(await without()).toEqual([]);
});

test('whoever may not see customers is told no outcome, finds no call by one, and has no note', async () => {
  const { id } = await storeCall(app.db, demo.id, { started_at: minutesAgo(5) });
  await keep(lan, 'agreed', { note: 'Chốt gói năm' });
  expect((await found('outcome=agreed'))[0]).toBe(1);
  expect(await found('outcome=agreed', reader)).toEqual([0, []]);
  const { data } = await read('/histories-call', reader);
  expect(new Set(data.map(({ outcome }: { outcome: unknown }) => outcome))).toEqual(new Set([null]));
  const detail = await read(`/histories-call/${id}`, reader);
  expect([detail.outcome, detail.dispositions, detail.surveys, detail.customer_opens]).toEqual([null, [], [], false]);
  const file = await reader.call('GET', '/histories-call/export?format=csv');
  expect(file.payload).toContain(id);
  expect(file.payload).not.toMatch(/Chốt gói năm|Đã chốt/);
});

test('what was kept of a call is seen by whoever sees its customer or whoever kept it, and by no other who took part', async () => {
  const talked = [
    { extension: '101', answered: true },
    { extension: '102', answered: true },
  ];
  const { id } = await storeCall(app.db, demo.id, { started_at: minutesAgo(2), rang: talked });
  await keep(lan, 'declined', { note: 'Đã mua nơi khác' });
  await seeingTheirOwn(minh);
  await seeingTheirOwn(lan);
  const seenBy = async (one: TestPerson) => {
    const { dispositions, customer_opens: opens } = await read(`/histories-call/${id}`, one);
    return [dispositions.length, opens];
  };
  expect([await seenBy(lan), await seenBy(minh)]).toEqual([
    [1, false],
    [0, false],
  ]);
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('customer').set({ user_id: minh.accountId }).where('id', '=', customer).execute(),
  );
  expect(await seenBy(minh)).toEqual([1, true]);
});

test('an answer on a scale that was given in a call stands with it', async () => {
  const { id } = await storeCall(app.db, demo.id, { started_at: minutesAgo(1) });
  const survey = newId();
  const answer = (value: number) => ({ question_id: newId(), question: 'Hài lòng?', kind: 'scale', value });
  await app.db.inTenant(demo.id, async (trx) => {
    await trx.insertInto('survey_campaign').values({ id: survey, name: 'Sau cuộc gọi' }).execute();
    await trx
      .insertInto('survey_response')
      .values({
        id: newId(),
        survey_campaign_id: survey,
        customer_id: customer,
        outcome: 'answered',
        call_id: id,
        answers: JSON.stringify([answer(4), answer(5)]),
        rated: 2,
        satisfied: 2,
      })
      .execute();
  });
  const { surveys } = await read(`/histories-call/${id}`, demo.admin);
  expect(surveys).toMatchObject([{ survey_name: 'Sau cuộc gọi', answers: [{ value: 4 }, { value: 5 }] }]);
  expect((await read(`/histories-call/${id}`, reader)).surveys).toEqual([]);
  const file = await demo.admin.call('GET', '/histories-call/export?format=csv');
  expect(file.payload).toContain(`,4.5,${id}`);
  const unseen = await reader.call('GET', '/histories-call/export?format=csv');
  expect(unseen.payload).toContain(`,,${id}`);
});

test('calls are found by hotline and by person; another company’s are no way to anything', async () => {
  const other = await app.tenant('khac');
  const hotline = async (tenant: TestTenant, number: string) => {
    const [trunk, id] = [newId(), newId()];
    await app.db.inTenant(tenant.id, async (trx) => {
      await trx
        .insertInto('trunk')
        .values({ id: trunk, name: number, host: `sip-${number.slice(1)}.example.com` })
        .execute();
      await trx.insertInto('service_number').values({ id, number, name: 'Hotline', trunk_id: trunk }).execute();
    });
    return id;
  };
  const [mine, theirs] = [await hotline(demo, '+842871000777'), await hotline(other, '+842871000778')];
  const { id } = await storeCall(app.db, demo.id, { service_number: '+842871000777', to_extension: '102' });
  await storeCall(app.db, other.id, { service_number: '+842871000778' });
  expect(await found(`service_number_id=${mine}`, demo.admin)).toEqual([1, [id]]);
  expect(await found(`service_number_id=${theirs}`, demo.admin)).toEqual([0, []]);
  expect(await found(`account_id=${minh.accountId}`, demo.admin)).toEqual([1, [id]]);
  expect(await found(`account_id=${other.admin.accountId}`, demo.admin)).toEqual([0, []]);
  // Whoever has no extension has no calls.
  expect(await found(`account_id=${reader.accountId}`, demo.admin)).toEqual([0, []]);
  expect(await found('outcome=agreed', other.admin)).toEqual([0, []]);
});

test('a call has the names of the queues that it was in, in the list and in its file, also of one that is gone', async () => {
  const company = await app.tenant('hang-doi');
  const [sales, care] = [newId(), newId()];
  await app.db.inTenant(company.id, (trx) =>
    trx
      .insertInto('queue')
      .values([
        { id: sales, name: 'Kinh doanh' },
        { id: care, name: 'Chăm sóc' },
      ])
      .execute(),
  );
  const stay = (queue_id: string) => ({ queue_id, outcome: 'answered', wait_ms: 1_000 }) as const;
  const { id } = await storeCall(app.db, company.id, { stays: [stay(sales), stay(care), stay(newId())] });
  await storeCall(app.db, company.id, { started_at: minutesAgo(1) });
  const { data } = await read('/histories-call', company.admin);
  const names = 'Chăm sóc, Kinh doanh, Hàng đợi đã xoá';
  expect(data.map(({ queues }: { queues: string }) => queues)).toEqual([names, '']);
  const file = await company.admin.call('GET', '/histories-call/export?format=csv');
  expect(file.payload).toContain(`"${names}",,,,,,${id}`);
});

test('the calls that a person placed and those that they took are one list, page by page, in any order, each once', async () => {
  const company = await app.tenant('hai-chieu');
  const mai = await company.person('mai', [], '201');
  const ids: string[] = [];
  for (let n = 0; n < 6; n += 1) {
    const sides = { from_extension: n % 2 === 0 ? '201' : '', to_extension: n % 2 === 0 && n !== 4 ? '' : '201' };
    ids.unshift(
      (await storeCall(app.db, company.id, { ...sides, started_at: minutesAgo(60 - n), talk_ms: n * 1_000 })).id,
    );
    await storeCall(app.db, company.id, { to_extension: '202', started_at: minutesAgo(60 - n) });
  }
  for (const whose of [`account_id=${mai.accountId}`, 'extension=201']) {
    const page = (more: string) => found(`${whose}&page_size=4&${more}`, company.admin);
    expect(await page('page=1')).toEqual([6, ids.slice(0, 4)]);
    expect(await page('page=2')).toEqual([6, ids.slice(4)]);
    expect(await page('sort=talk_seconds')).toEqual([6, ids.toReversed().slice(0, 4)]);
  }
  expect(await found(`account_id=${mai.accountId}&extension=202`, company.admin)).toEqual([0, []]);
});

test('whoever looks at the history sees at once what is said of a call, as far as they may', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const { id } = await storeCall(app.db, demo.id, { started_at: new Date() });
  const [told, untold] = [await listenLive(app, demo.admin), await listenLive(app, reader)];
  await keep(lan, 'other');
  await expect.poll(() => [told.events.length, untold.events.length]).toEqual([1, 1]);
  expect(told.events).toMatchObject([{ type: 'call-changed', data: { id, outcome: 'other' } }]);
  expect(untold.events).toMatchObject([{ type: 'call-changed', data: { id, outcome: null } }]);
  for (const { socket } of [told, untold]) socket.terminate();
});

test('with a customer who is deleted what was said of them goes, and the call stays', async () => {
  const gone = await storeCustomer(app.db, demo.id, { name: 'Trần Thị Hoa', e164: '+84912000111' });
  const { id } = await storeCall(app.db, demo.id, { outside_number: '+84912000111' });
  await keep(lan, 'wrong-number', { note: 'Nhầm máy' }, gone);
  expect(await found('outcome=wrong-number', demo.admin)).toEqual([1, [id]]);
  await app.db.inTenant(demo.id, (trx) => trx.deleteFrom('customer').where('id', '=', gone).execute());
  expect(await found('outcome=wrong-number', demo.admin)).toEqual([0, []]);
  const detail = await read(`/histories-call/${id}`, demo.admin);
  expect([detail.outcome, detail.dispositions, detail.customer_opens]).toEqual([null, [], false]);
});
