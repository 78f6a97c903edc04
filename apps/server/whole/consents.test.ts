import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { companyDataOf } from '../src/compose/company-records.ts';
import { newId } from '../src/kernel/new-id.ts';
import { type CampaignCompany, campaignCompany } from '../testing/campaign-company.ts';
import { testImports } from '../testing/imports.ts';
import { workerWithin } from '../testing/worker-within.ts';

/** The ledger of what people agreed to and refused: every way leaves one line that nobody takes away. */
let company: CampaignCompany;
let imports: ReturnType<typeof testImports>;
let worker: Awaited<ReturnType<typeof workerWithin>>;

beforeAll(async () => {
  company = await campaignCompany();
  imports = testImports(company.app, company.tenant);
  worker = await workerWithin(company.app);
});
afterAll(async () => {
  await worker.close();
  await company.close();
});

let made = 0;
const newPhone = () => `09${String(71_000_000 + (made += 1))}`;
const add = (given: object) => company.add('/customer', { status: company.status, ...given });
const { call } = { call: (...args: Parameters<CampaignCompany['admin']['call']>) => company.admin.call(...args) };

interface Line {
  readonly id: string;
  readonly given: boolean;
  readonly way: string;
  readonly phone: string;
}
/** What the ledger has of a number, oldest first. */
async function linesOf(search: string, more = ''): Promise<Line[]> {
  const answer = await call('GET', `/consents?search=${encodeURIComponent(search)}${more}`);
  expect(answer.statusCode).toBe(200);
  return answer.json().data.toReversed();
}
const said = async (search: string) => (await linesOf(search)).map(({ given, way }) => `${given ? '+' : '-'} ${way}`);
const inDb = <T>(work: Parameters<typeof company.app.db.inTenant<T>>[1]) =>
  company.app.db.inTenant(company.tenant.id, work);

test('a mark set or lifted on a card, by a person, a file or an API key, is a line that says how', async () => {
  const phone = newPhone();
  const row = await add({ name: 'Đánh Dấu', phone });
  expect(await said(phone)).toEqual([]);
  const marked = (await call('PUT', `/customer/${row.id}`, { ...row, do_not_call: true })).json();
  // A save of something else says nothing.
  const noted = (await call('PUT', `/customer/${row.id}`, { ...marked, note: 'khách quen' })).json();
  await call('PUT', `/customer/${row.id}`, { ...noted, do_not_call: false });
  expect(await said(phone)).toEqual(['- card', '+ card']);

  const bulk = await call('POST', '/customers/set-all', { wanted: { ids: [row.id] }, set: { do_not_call: true } });
  await imports.rested(bulk.json().job_id);
  expect(await said(phone)).toEqual(['- card', '+ card', '- file']);
  // What was said in a call is one line, from which the mark follows.
  const consent = { purpose: 'marketing', given: true, way: 'call', evidence: 'phút thứ hai' };
  await call('POST', `/customer/${row.id}/consent`, consent);
  expect(await said(phone)).toEqual(['- card', '+ card', '- file', '+ call']);
  expect((await call('GET', `/customer/${row.id}`)).json().do_not_call).toBe(false);

  const other = newPhone();
  const scopes = ['customer.create', 'customer.view'];
  const { id: key } = (await call('POST', '/api-key', { name: `máy ${other}`, scopes })).json();
  const { secret } = (await call('POST', `/api-key/${key}/secret`)).json();
  const answer = await company.app.http.inject({
    method: 'POST',
    url: `/api/${company.tenant.code}/customer`,
    headers: { authorization: `Bearer ${secret}` },
    payload: { name: 'Máy thêm', phone: other, status: company.status, do_not_call: true },
  });
  expect(answer.statusCode).toBe(200);
  expect(await said(other)).toEqual(['- api']);
});

test('what a number said elsewhere is a line of each card with it, and of the number where there is none', async () => {
  const phone = newPhone();
  const row = await add({ name: 'Trả Lời Tin', phone });
  const message = { purpose: 'marketing', given: false, way: 'message', evidence: 'TC QC', played: 'Soạn TC gửi 1313' };
  const answer = await call('POST', '/consents', { phone, ...message });
  expect(answer.json().lines).toMatchObject([
    {
      customer_id: row.id,
      phone,
      way: 'message',
      played: 'Soạn TC gửi 1313',
      played_sha256: createHash('sha256').update('Soạn TC gửi 1313').digest('hex'),
    },
  ]);
  expect((await call('GET', `/customer/${row.id}`)).json()).toMatchObject({
    do_not_call: true,
    version: row.version + 1,
  });

  // Of nobody's card: who is made of the number later is refused from the beginning, by a file too.
  const stranger = newPhone();
  await call('POST', '/consents', { phone: stranger, ...message });
  const filed = newPhone();
  await call('POST', '/consents', { phone: filed, ...message });
  const agreed = newPhone();
  await call('POST', '/consents', { phone: agreed, ...message });
  await call('POST', '/consents', { phone: agreed, ...message, given: true });
  const card = await add({ name: 'Người Mới', phone: stranger });
  expect((await call('GET', `/customer/${card.id}`)).json().do_not_call).toBe(true);
  expect(await said(stranger)).toEqual(['- message']);
  expect((await call('GET', `/customer/${card.id}/privacy`)).json().consents).toHaveLength(1);
  await imports.imported(`Tên khách hàng,Số điện thoại\nTừ Tệp,${filed}\nĐã Đồng Ý,${agreed}\n`);
  const found = async (number: string) => (await call('GET', `/get-data-filter?search=${number}`)).json().data[0];
  expect([(await found(filed)).do_not_call, (await found(agreed)).do_not_call]).toEqual([true, false]);
});

test('a key in a call is one line with number, campaign and the words that were played', async () => {
  const phone = newPhone();
  const campaign = await company.add('/campaign', {
    name: `Chào hè ${phone}`,
    kind: 'advertising',
    mode: 'broadcast',
    message: [{ kind: 'words', words: 'Chào {ten}, bấm 2 để từ chối' }],
    message_keys: [{ key: '2', does: 'stop' }],
  });
  const row = await add({ name: 'Bấm Phím', phone });
  const callId = newId();
  await inDb((trx) =>
    trx
      .insertInto('campaign_attempt')
      .values({
        id: newId(),
        campaign_id: campaign.id,
        customer_id: row.id,
        nth: 1,
        at: new Date(),
        call_id: callId,
        number: `+84${phone.slice(1)}`,
      })
      .execute(),
  );
  const data = companyDataOf({ db: company.app.db, bus: company.app.bus, matches: async () => false });
  const told = { kind: 'refused-by-key', call: callId as never, number: `+84${phone.slice(1)}`, key: '2' } as const;
  await data.keep(company.tenant.id, told);
  await data.keep(company.tenant.id, told);
  const [line, ...more] = await linesOf(phone);
  expect(more).toEqual([]);
  expect(line).toMatchObject({
    given: false,
    way: 'key',
    evidence: 'Khách bấm phím 2',
    call_id: callId,
    campaign_name: `Chào hè ${phone}`,
    played: 'Chào {ten}, bấm 2 để từ chối',
    by_name: null,
  });
  expect((line as unknown as { played_sha256: string }).played_sha256).toMatch(/^[0-9a-f]{64}$/);
  // The words may change, and the campaign may go: what was played is as it was.
  await inDb((trx) => sql`update campaign_message set words = 'khác' where campaign_id = ${campaign.id}`.execute(trx));
  expect(await linesOf(`Chào hè ${phone}`)).toEqual([line]);
  expect((await linesOf('', '&way=key&given=0')).map(({ id }) => id)).toContain(line?.id);
});

test('a line is neither changed nor taken away, by the application or by whoever owns the table', async () => {
  const phone = newPhone();
  const row = await add({ name: 'Giữ Nguyên', phone, do_not_call: true });
  const [line] = await linesOf(phone);
  for (const change of [
    sql`update consent set given = true`,
    sql`update consent set evidence = ''`,
    sql`delete from consent`,
  ]) {
    await expect(inDb((trx) => change.execute(trx))).rejects.toThrow('permission denied');
  }
  const owner = new pg.Client({ connectionString: company.app.url });
  await owner.connect();
  for (const change of [
    'update consent set given = not given',
    "update consent set played = 'khác'",
    'delete from consent',
  ])
    await expect(owner.query(change)).rejects.toThrow('A line of the ledger of consents');
  await owner.end();
  // The application may say whose card it is, and nothing beside it.
  expect((await call('DELETE', `/customer/${row.id}`)).statusCode).toBe(200);
  expect(await linesOf(phone)).toEqual([{ ...line, customer_name: '' }]);
  const again = await add({ name: 'Thêm lại', phone });
  expect((await call('GET', `/customer/${again.id}`)).json().do_not_call).toBe(true);
  expect(await said(phone)).toEqual(['- card', '- ledger']);
});

test('who is erased leaves the bare fact: found by whoever has the number, and refused on a card made again', async () => {
  const phone = newPhone();
  const row = await add({ name: 'Xoá Khỏi Đây', phone });
  const spoken = { purpose: 'marketing', given: false, way: 'call', evidence: 'chị Xoá nói' };
  await call('POST', `/customer/${row.id}/consent`, spoken);
  const request = (await call('POST', `/customer/${row.id}/data-request`, { kind: 'erase', note: '' })).json();
  const job = (await call('POST', `/data-request/${request.id}/carry-out`)).json().job_id;
  expect((await imports.rested(job)).state).toBe('done');
  const lines = await linesOf(phone);
  expect(lines).toMatchObject([
    { customer_id: null, customer_name: '', phone: '', erased: true, given: false, way: 'call', evidence: '' },
  ]);
  const again = await add({ name: 'Trở Lại', phone });
  expect((await call('GET', `/customer/${again.id}`)).json().do_not_call).toBe(true);
});

test('two cards that become one, and two again, have what each said; nobody agrees by that', async () => {
  const [one, two] = [newPhone(), newPhone()];
  const kept = await add({ name: 'Gộp Lại', phone: one });
  const other = await add({ name: 'Gộp Lại', phone: two, do_not_call: true });
  const merged = await call('POST', `/customer/${kept.id}/merge`, {
    version: kept.version,
    other: { id: other.id, version: other.version },
  });
  expect(merged.json().customer.do_not_call).toBe(true);
  const ofCard = async (id: string) => (await call('GET', `/customer/${id}/privacy`)).json().consents.length;
  expect(await ofCard(kept.id)).toBe(1);
  expect((await call('POST', `/customer-merge/${merged.json().merge_id}/undo`)).statusCode).toBe(200);
  expect([await ofCard(kept.id), await ofCard(other.id)]).toEqual([0, 1]);
  expect([...(await said(one)), ...(await said(two))]).toEqual(['- card']);
});

test('the ledger is seen within the data scope, its file with its own right, and not by another company', async () => {
  const phone = newPhone();
  await add({ name: 'Của Sếp', phone, do_not_call: true });
  const agent = await company.tenant.person('nhat-ky', ['consents.view']);
  const narrow = await agent.call('GET', `/consents?search=${phone}`);
  expect([narrow.statusCode, (await agent.call('GET', '/consents/export?format=csv')).statusCode]).toEqual([200, 403]);
  expect((await agent.call('POST', '/consents', { phone, purpose: 'care', given: true, way: 'web' })).statusCode).toBe(
    403,
  );
  const file = await call('GET', `/consents/export?format=csv&search=${phone}`);
  expect(file.payload).toContain('Đánh dấu trên hồ sơ');
  const stranger = await company.app.tenant(`la-${phone}`);
  expect((await stranger.admin.call('GET', `/consents?search=${phone}`)).json().total).toBe(0);
});

/** The sheet by figure. */
async function sheetOf(month: string): Promise<Record<string, number | null>> {
  const answer = await call('GET', `/consents/month?month=${month}`);
  expect(answer.statusCode).toBe(200);
  return Object.fromEntries(
    answer.json().lines.map(({ figure, value }: { figure: string; value: number | null }) => [figure, value]),
  );
}

test('the sheet of a month counts what the rows say, by the company’s clock, and each line has its article', async () => {
  // A month of its own, long ago: what other tests do is in none of it. 1 August begins in Vietnam at 17:00 UTC.
  const at = (moment: string) => new Date(`2021-${moment}+07:00`);
  const [ad, care] = [
    await company.add('/campaign', { name: `QC ${newPhone()}`, kind: 'advertising' }),
    await company.add('/campaign', { name: `CS ${newPhone()}`, kind: 'care' }),
  ];
  const people = await Promise.all(
    [1, 2, 3].map(async (n) => {
      const phone = newPhone();
      return { id: (await add({ name: `Phiếu ${n}`, phone })).id as string, number: `+84${phone.slice(1)}` };
    }),
  );
  const [one, two, three] = people;
  if (one === undefined || two === undefined || three === undefined) throw new Error('There are three.');
  const placed = (campaign: { id: string }, who: typeof one, moment: string, nth: number) => ({
    id: newId(),
    campaign_id: campaign.id,
    customer_id: who.id,
    nth,
    at: at(moment),
    number: who.number,
  });
  const word = (who: typeof one, given: boolean, way: string, moment: string) => ({
    id: newId(),
    customer_id: who.id,
    number: who.number,
    purpose: 'marketing',
    given,
    way,
    created_at: at(moment),
  });
  await inDb(async (trx) => {
    await trx
      .insertInto('campaign_attempt')
      .values([
        placed(ad, one, '07-31T23:59:00', 1),
        placed(ad, one, '08-01T10:00:00', 2),
        placed(ad, one, '08-02T10:00:00', 3),
        placed(ad, two, '08-03T07:59:00', 1),
        placed(ad, two, '08-31T17:00:00', 2),
        placed(ad, three, '09-01T08:00:00', 1),
        placed(care, three, '08-05T20:00:00', 1),
      ])
      .execute();
    await trx
      .insertInto('consent')
      .values([
        word(one, false, 'key', '08-02T10:00:30'),
        word(two, false, 'call', '08-10T09:00:00'),
        word(two, true, 'card', '08-11T09:00:00'),
        word(three, true, 'key', '08-05T20:00:20'),
        word(three, false, 'message', '09-01T00:00:00'),
      ])
      .execute();
  });
  const figures = await sheetOf('2021-08');
  expect(figures).toMatchObject({
    calls: 4,
    called_numbers: 2,
    // Before eight, and at five in the afternoon.
    calls_outside_hours: 2,
    // One a minute before the month, ten hours earlier; the next a day later to the second.
    calls_again: 1,
    agreed: 1,
    agreed_by_key: 1,
    refused: 2,
    refused_by_key: 1,
    refusing_numbers: 2,
    lifted: 1,
    // The second had agreed again, as somebody marked, before they were called.
    after_refusal: 0,
    carried_out: 2,
    slowest_seconds: 0,
    messages: 0,
    complaints: 0,
  });
  // Whoever was called after refusing is counted, with how long it went on.
  await inDb((trx) =>
    trx
      .insertInto('campaign_attempt')
      .values(placed(ad, one, '08-02T10:10:30', 4))
      .execute(),
  );
  expect(await sheetOf('2021-08')).toMatchObject({ after_refusal: 1, carried_out: 1, slowest_seconds: 600, calls: 5 });
  // The ledger, counted again from its list, says the same.
  const listed = async (more: string) =>
    (await call('GET', `/consents?from=2021-08-01&to=2021-08-31&purpose=marketing${more}`)).json().total;
  expect([await listed('&given=0'), await listed('&given=1&way=key'), await listed('&given=1&way=card')]).toEqual([
    2, 1, 1,
  ]);

  const { lines } = (await call('GET', '/consents/month?month=2021-08')).json();
  for (const { article, formula } of lines) {
    expect(article).toMatch(/^(Nghị định|Luật) \d+\/20\d\d\//);
    expect(formula).not.toBe('');
  }
  const paper = await call('GET', '/consents/month/file?month=2021-08');
  expect([paper.statusCode, paper.headers['content-type'], paper.rawPayload.subarray(0, 5).toString()]).toEqual([
    200,
    'application/pdf',
    '%PDF-',
  ]);
  const sheet = await call('GET', '/consents/month/file?month=2021-08&format=xlsx');
  expect([sheet.statusCode, sheet.rawPayload.subarray(0, 2).toString()]).toEqual([200, 'PK']);
  expect((await call('GET', '/consents/month?month=2021-13')).statusCode).toBe(400);
});
