import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall, storeCustomer } from '../../../testing/stored-calls.ts';
import { ownerOf } from './owner-of.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;
let agent: TestPerson;
let customer: string;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  other = await app.tenant('khac');
  agent = await demo.person('lan', ['customer.update'], '101');
  customer = await storeCustomer(app.db, demo.id, { name: 'Trần Thị Hoa', e164: '+84901234567' });
  for (let n = 0; n < 7; n += 1) await storeCall(app.db, demo.id, { started_at: new Date(Date.now() - n * 60_000) });
});

afterAll(() => app.close());

const byPhone = async (phone: string, by = agent) =>
  (await by.call('GET', `/customer-by-phone?phone=${encodeURIComponent(phone)}`)).json();

test('a caller is recognised however the number is written, with the last three conversations', async () => {
  for (const phone of ['0901234567', '+84901234567', '84901234567', '0901.234.567']) {
    const found = await byPhone(phone, demo.admin);
    expect(found.customer).toMatchObject({ id: customer, name: 'Trần Thị Hoa', phone: '0901234567', version: 1 });
    expect(found.calls).toHaveLength(3);
  }
  for (const unknown of ['0912345678', '101', 'ẩn danh', '090****567']) {
    const nobody = { customer: null, matches: [], calls: [], tasks: [], notes: [], said: [] };
    expect(await byPhone(unknown, demo.admin)).toMatchObject(nobody);
    expect(await byPhone(unknown)).toEqual({ ...nobody, may_follow: true });
  }
  expect((await byPhone('0901234567', other.admin)).customer).toBeNull();
});

test('who looks after a customer is known to the switch by the number, as an extension, and by nobody else’s', async () => {
  const owner = (number: string, of = demo) => app.db.inTenant(of.id, (trx) => ownerOf(trx, number));
  expect(await owner('+84901234567')).toBeNull();
  const change = (set: { user_id: string | null }) =>
    app.db.inTenant(demo.id, (trx) => trx.updateTable('customer').set(set).where('id', '=', customer).execute());
  await change({ user_id: agent.accountId });
  expect([await owner('+84901234567'), await owner('+84912345678')]).toEqual(['101', null]);
  expect(await owner('+84901234567', other)).toBeNull();
  await change({ user_id: null });
});

test('a masked number stands for the caller of the call that one is in, or that rings here, and for nobody else', async () => {
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  expect((await byPhone('090****567')).customer).toBeNull();
  // A group rings several, and nobody has answered yet.
  const ringing = await storeCall(app.db, demo.id, {
    status: 'in_progress',
    to_extension: '',
    rang: [{ extension: '103' }, { extension: '104' }],
  });
  const [rung, tooLate] = [await demo.person('rung', [], '103'), await demo.person('too-late', [], '104')];
  const legs = (extension: string, ended_at: Date | null) =>
    app.db.inTenant(demo.id, (trx) =>
      trx
        .updateTable('leg')
        .set({ ended_at })
        .where('call_id', '=', ringing.id)
        .where('extension', '=', extension)
        .execute(),
    );
  await legs('103', null);
  await legs('104', new Date());
  expect((await byPhone('090****567', rung)).customer).toMatchObject({ id: customer });
  expect((await byPhone('090****567', tooLate)).customer).toBeNull();
  await storeCall(app.db, demo.id, { status: 'in_progress', to_extension: '101' });
  expect((await byPhone('090****567')).customer).toMatchObject({ id: customer, phone: '090****567' });
  const colleague = await demo.person('minh', [], '102');
  expect((await byPhone('090****567', colleague)).customer).toBeNull();
});

test('the note of a call is kept, and two writers do not overwrite each other', async () => {
  const save = (note: string, version: number, by = agent) =>
    by.call('PUT', `/customer/${customer}/note-in-calling`, { note_in_calling: note, version });
  expect((await save('Gọi lại sáng mai', 1)).json()).toMatchObject({ note_in_calling: 'Gọi lại sáng mai', version: 2 });
  const late = await save('Khác', 1);
  expect([late.statusCode, late.json().current.note_in_calling]).toEqual([409, 'Gọi lại sáng mai']);
  expect((await save('Của họ', 2, other.admin)).statusCode).toBe(404);
  expect((await save('x'.repeat(5_001), 2)).statusCode).toBe(422);
  const reader = await demo.person('chi-xem');
  expect((await save('Không được', 2, reader)).statusCode).toBe(403);
  const outcome = { outcome: 'interested', note: 'Thích gói năm' };
  await agent.call('POST', `/customer/${customer}/disposition`, outcome);
  const about = {
    by_name: 'lan',
    mine: false,
    at: expect.any(String),
    call_id: expect.any(String),
    name: '',
    version: 0,
  };
  const notes = ['Thích gói năm', 'Gọi lại sáng mai'].map((text) => ({ text, ...about }));
  expect((await byPhone('0901234567', demo.admin)).notes).toEqual(notes);
});

test('several who may be calling are offered, and whom one chose stays so for that call and for no other', async () => {
  const wife = await storeCustomer(app.db, demo.id, { name: 'Lê Thị Mai', e164: '+84912000222' });
  const husband = await storeCustomer(app.db, demo.id, { name: 'Lê Văn Bình', e164: '+84912000111' });
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('customer').set({ zalo: '0912 000 111' }).where('id', '=', wife).execute(),
  );
  const found = await byPhone('0912000111', demo.admin);
  expect(found.customer.id).toBe(husband);
  expect(found.matches).toMatchObject([
    { id: husband, name: 'Lê Văn Bình', by: 'phone' },
    { id: wife, name: 'Lê Thị Mai', by: 'zalo', phone: '0912000222' },
  ]);
  const chosenCard = await demo.admin.call('GET', `/customer-by-phone?phone=0912000111&chosen=${wife}`);
  expect(chosenCard.json().customer.id).toBe(wife);
  // A card cannot be asked for by any id.
  const others = await demo.admin.call('GET', `/customer-by-phone?phone=0912000111&chosen=${customer}`);
  expect(others.json().customer.id).toBe(husband);

  const rang = [{ extension: '101', answered: true }];
  const about = { outside_number: '+84912000111', rang };
  const before = await storeCall(app.db, demo.id, { ...about, started_at: new Date(Date.now() - 60_000) });
  const call = await storeCall(app.db, demo.id, about);
  const choose = (whom: string, of = call.id, by = agent) =>
    by.call('PUT', `/my-calls/${of}/customer`, { customer_id: whom });
  expect((await choose(wife)).statusCode).toBe(200);
  expect((await choose(customer)).statusCode).toBe(404);
  const stranger = await demo.person('nguoi-khac', ['customer.update'], '109');
  expect((await choose(wife, call.id, stranger)).statusCode).toBe(404);
  const keep = async (whom: string) =>
    (await agent.call('POST', `/customer/${whom}/disposition`, { outcome: 'interested', note: '' })).json().disposition
      .call_id;
  expect(await keep(wife)).toBe(call.id);
  // The call before was not said to be with her.
  expect(await keep(husband)).toBe(before.id);
  const timeline = (await demo.admin.call('GET', `/customer/${wife}/timeline`)).json().data;
  expect(timeline.flatMap((entry: { call?: { id: string } }) => entry.call?.id ?? [])).toEqual([call.id]);
});
