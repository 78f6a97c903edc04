import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { heldUpBy } from '../../../testing/held-up-by.ts';
import { listenLive } from '../../../testing/live-listener.ts';
import { storeCall } from '../../../testing/stored-calls.ts';

/** What is kept of conversations, what is told of a customer, and two cards that are one person. */
let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;
let [fresh, again] = ['', ''];

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('demo');
  const status = async (name: string) =>
    (await demo.admin.call('POST', '/profile-status', { name, colour: '#2563eb' })).json().id;
  [fresh, again] = [await status('Mới'), await status('Hẹn gọi lại')];
  lan = await demo.person('lan', ['customer.view', 'customer.create', 'customer.update', 'customer.full-phone'], '101');
});

afterAll(() => app.close());

const add = async (fields: object) =>
  (await demo.admin.call('POST', '/customer', { name: 'Trần Thị Hoa', status: fresh, ...fields })).json();
const timeline = async (id: string, by: TestPerson = demo.admin) =>
  (await by.call('GET', `/customer/${id}/timeline`)).json();
const alike = async (query: Record<string, string>) =>
  (await demo.admin.call('GET', `/customer-duplicates?${new URLSearchParams(query).toString()}`))
    .json()
    .data.map(({ by, customer }: { by: string; customer: { name: string } }) => [by, customer.name]);

test('what came of a call is kept with the call, moves the customer on, and stands in their story', async () => {
  const row = await add({ phone: '0911000001' });
  const { id: callId } = await storeCall(app.db, demo.id, { outside_number: '+84911000001' });
  const next = '2999-12-01T02:00:00.000Z';
  const body = { outcome: 'call-again', note: 'Gọi lại đầu tháng', next_call_at: next, status: again };
  const kept = await lan.call('POST', `/customer/${row.id}/disposition`, body);
  expect([kept.statusCode, kept.json()]).toMatchObject([
    200,
    {
      customer: { is_status: 'Hẹn gọi lại', version: 2 },
      disposition: { call_id: callId, next_call_at: next, by_name: 'lan' },
    },
  ]);
  const promised = async (which: string) =>
    (await demo.admin.call('GET', `/get-data-filter?promise=${which}&search=0911000001`)).json().data.length;
  expect([await promised('due'), await promised('later'), await promised('none')]).toEqual([0, 1, 0]);
  const { data } = await timeline(row.id);
  const kinds = data.map(({ kind }: { kind: string }) => kind);
  expect(kinds.toSorted()).toEqual(['call', 'change', 'change', 'disposition']);
  const changes = data.filter(({ kind }: { kind: string }) => kind === 'change');
  expect(changes.map(({ action, fields }: { action: string; fields: string[] }) => [action, fields])).toEqual([
    ['update', ['status', 'is_status']],
    ['create', []],
  ]);
});

test('what one writes of a call, and that one has said what came of it, is told at one’s other computers, and to nobody else', async () => {
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  const row = await add({ phone: '0911999501' });
  const colleague = await demo.person('xuan', ['customer.view', 'customer.update'], '106');
  const { id: call } = await storeCall(app.db, demo.id, {
    outside_number: '+84911999501',
    rang: ['101', '106'].map((extension) => ({ extension, answered: true })),
  });
  const [own, others] = [await listenLive(app, lan, ['me']), await listenLive(app, colleague, ['me'])];
  const told = ({ events }: typeof own) => events.flatMap(({ type, data }) => (type === 'call-said' ? [data] : []));
  const note = { note_in_calling: 'Hỏi bảo hành', version: 1, call_id: call };
  await lan.call('PUT', `/customer/${row.id}/note-in-calling`, note);
  const said = { call_id: call, customer_id: row.id, name: '', note: 'Hỏi bảo hành', note_in_calling: 'Hỏi bảo hành' };
  await expect.poll(() => told(own)).toEqual([{ ...said, said: false, version: 2 }]);
  // Refused, it is no news.
  await lan.call('POST', `/customer/${row.id}/disposition`, { outcome: 'no-such', note: '', call_id: call });
  await lan.call('POST', `/customer/${row.id}/disposition`, { outcome: 'agreed', note: '', call_id: call });
  await expect.poll(() => told(own).slice(1)).toEqual([{ ...said, said: true, version: 2 }]);
  await colleague.call('PUT', `/customer/${row.id}/note-in-calling`, { ...note, note_in_calling: '', version: 2 });
  await expect.poll(() => told(others)).toEqual([{ ...said, note: '', note_in_calling: '', said: false, version: 3 }]);
  expect(told(own)).toHaveLength(2);
  own.socket.close();
  others.socket.close();
});

test('what one writes of somebody who is no customer is told at one’s other computers, is read again with the number, and is theirs once they are one', async () => {
  const from = '0911999601';
  const about = { outside_number: '+84911999601', rang: [{ extension: '101', answered: true }] };
  const { id: call } = await storeCall(app.db, demo.id, about);
  const own = await listenLive(app, lan, ['me']);
  const told = () => own.events.flatMap(({ type, data }) => (type === 'call-said' ? [data] : []));
  const writes = async (note: string, name: string, by: TestPerson = lan) =>
    (await by.call('PUT', `/my-calls/${call}/note`, { note, name })).statusCode;
  const found = async (by: TestPerson = lan) => (await by.call('GET', `/customer-by-phone?phone=${from}`)).json();
  expect(await writes('Hỏi giá', '')).toBe(200);
  expect(await writes('Hỏi giá', 'Chị Bưởi')).toBe(200);
  const note = { note: 'Hỏi giá', name: 'Chị Bưởi', note_in_calling: '' };
  const said = { call_id: call, customer_id: null, said: false, ...note };
  await expect.poll(() => told().at(-1)).toEqual({ ...said, version: 2 });
  expect(await found()).toMatchObject({
    customer: null,
    notes: [{ text: 'Hỏi giá', name: 'Chị Bưởi', mine: true, call_id: call }],
    said: [],
  });
  // They are hers alone, and of a conversation of her own.
  expect((await found(demo.admin)).notes).toEqual([]);
  expect(await writes('Không phải cuộc của tôi', '', demo.admin)).toBe(404);
  const detail = async () => (await demo.admin.call('GET', `/histories-call/${call}`)).json().notes;
  expect(await detail()).toMatchObject([{ text: 'Chị Bưởi: Hỏi giá', by_name: 'lan' }]);

  expect(
    (await lan.call('POST', `/histories-call/${call}/disposition`, { outcome: 'other', note: '' })).statusCode,
  ).toBe(200);
  await expect.poll(() => told().at(-1)).toEqual({ ...said, said: true, version: 2 });
  expect((await found()).said).toEqual([call]);

  const added = await lan.call('POST', '/customer-from-call', { name: 'Bưởi', phone: from, status: fresh, note: '' });
  const { id: customer } = added.json();
  await expect.poll(() => told().at(-1)).toMatchObject({ customer_id: customer, call_id: call, note: 'Hỏi giá' });
  expect((await found()).notes).toMatchObject([{ text: 'Hỏi giá', mine: true, call_id: call, name: '' }]);
  // From now on their card has the note.
  expect(await writes('Sau đó', '')).toBe(404);
  own.socket.close();
});

test('notes of two people and of two conversations stand beside each other, each with its own, whichever was written last', async () => {
  const row = await add({ phone: '0911999001' });
  const hoa = await demo.person('hoa', ['customer.view', 'customer.update'], '105');
  const about = {
    outside_number: '+84911999001',
    rang: ['101', '105'].map((extension) => ({ extension, answered: true })),
  };
  const first = await storeCall(app.db, demo.id, { ...about, started_at: new Date(Date.now() - 60_000) });
  const second = await storeCall(app.db, demo.id, about);
  const note = async (by: TestPerson, call: string | null, text: string) =>
    (
      await by.call('PUT', `/customer/${row.id}/note-in-calling`, {
        note_in_calling: text,
        // As it was before anybody wrote: what others write of their conversations is in nobody's way.
        version: 1,
        call_id: call,
      })
    ).statusCode;
  expect([await note(lan, second.id, 'Lan, lần hai'), await note(hoa, second.id, 'Hoa, lần hai')]).toEqual([200, 200]);
  expect(await note(lan, first.id, 'Lan, lần một, viết sau')).toBe(200);
  expect(await note(lan, null, 'Không nói của cuộc nào, và đã cũ')).toBe(409);
  const said = { outcome: 'agreed', note: 'Lan, lần một', call_id: first.id };
  const { disposition } = (await lan.call('POST', `/customer/${row.id}/disposition`, said)).json();
  expect(disposition.call_id).toBe(first.id);
  // What is no conversation of one's own with them is none that one can name.
  const alien = await storeCall(app.db, demo.id, { outside_number: '+84911999002' });
  const named = await lan.call('POST', `/customer/${row.id}/disposition`, { ...said, call_id: alien.id });
  expect(named.json().disposition.call_id).toBe(second.id);
  const notesOf = async (call: string) =>
    (await demo.admin.call('GET', `/histories-call/${call}`)).json().notes.map(({ text }: { text: string }) => text);
  expect(await notesOf(second.id)).toEqual(['Hoa, lần hai', 'Lan, lần hai']);
  expect(await note(lan, first.id, 'Lan, lần một')).toBe(200);
  // Kept with the outcome in the same words, it is said once.
  expect(await notesOf(first.id)).toEqual([]);
  expect(await note(hoa, second.id, '')).toBe(200);
  expect(await notesOf(second.id)).toEqual(['Lan, lần hai']);
});

/** All of somebody's story, page by page as the console asks for it. */
async function wholeStory(id: string) {
  const told: { kind: string; at: string; action?: string }[] = [];
  for (let asked = `/customer/${id}/timeline`; ; ) {
    const { data, more } = (await demo.admin.call('GET', asked)).json();
    told.push(...data);
    if (more !== true) return told;
    asked = `/customer/${id}/timeline?before=${encodeURIComponent(data.at(-1).at)}`;
  }
}

test('a story is told whole, also where a page ends between an outcome and the status that came with it', async () => {
  const row = await add({ phone: '0911000034' });
  for (let nth = 0; nth < 22; nth += 1) {
    // By two in turn: what one person does to the same field one after the other is told once.
    const by = nth % 2 === 0 ? lan : demo.admin;
    await by.call('POST', `/customer/${row.id}/disposition`, {
      outcome: 'agreed',
      status: nth % 2 === 0 ? again : fresh,
    });
  }
  await lan.call('POST', `/customer/${row.id}/disposition`, { outcome: 'agreed' });
  const kinds = Map.groupBy(await wholeStory(row.id), ({ kind }) => kind);
  expect([kinds.get('disposition')?.length, kinds.get('change')?.length]).toEqual([23, 23]);
});

test('a note that was saved again and again hides nothing of what was before it', async () => {
  const row = await add({ phone: '0911000035' });
  for (let version = 1; version <= 120; version += 1) {
    const saved = { ...row, note: `chữ thứ ${version}`, version };
    expect((await demo.admin.call('PUT', `/customer/${row.id}`, saved)).statusCode).toBe(200);
  }
  expect((await wholeStory(row.id)).map(({ action }) => action)).toEqual(['update', 'create']);
});

test('who is to be called is so by what was said last, whatever was promised before', async () => {
  const row = await add({ phone: '0911000033' });
  const says = (next_call_at: string | null) =>
    lan.call('POST', `/customer/${row.id}/disposition`, { outcome: 'other', next_call_at });
  const promised = async () => {
    const found: string[] = [];
    for (const which of ['due', 'later', 'none']) {
      const { data } = (await demo.admin.call('GET', `/get-data-filter?promise=${which}`)).json();
      if (data.some(({ id }: { id: string }) => id === row.id)) found.push(which);
    }
    return found;
  };
  expect(await promised()).toEqual(['none']);
  await says('2020-01-01T02:00:00.000Z');
  expect(await promised()).toEqual(['due']);
  await says('2999-01-01T02:00:00.000Z');
  expect(await promised()).toEqual(['later']);
  await says(null);
  expect(await promised()).toEqual(['none']);
});

test('who promises to call again says when', async () => {
  const row = await add({ phone: '0911000002' });
  const answer = await lan.call('POST', `/customer/${row.id}/disposition`, { outcome: 'call-again' });
  expect([answer.statusCode, answer.json().fields]).toEqual([422, { next_call_at: 'Chọn giờ gọi lại' }]);
  const wrong = { outcome: 'other', status: row.id };
  expect((await lan.call('POST', `/customer/${row.id}/disposition`, wrong)).statusCode).toBe(422);
});

test('a stranger who is on the phone becomes a customer, also for whoever does not see the number', async () => {
  const masked = await demo.person('minh', ['customer.view', 'customer.create'], '102');
  await demo.admin.call('PUT', '/update-system-setting', {
    hidden_phone_customer: 1,
    position_hidden_phone_customer: 1,
  });
  const body = { name: 'Khách mới', phone: '091****003', status: fresh, note: 'Hỏi giá' };
  const early = await masked.call('POST', '/customer-from-call', body);
  expect([early.statusCode, Object.keys(early.json().fields)]).toEqual([422, ['phone']]);
  await storeCall(app.db, demo.id, { status: 'in_progress', to_extension: '102', outside_number: '+84911000003' });
  const added = await masked.call('POST', '/customer-from-call', body);
  expect([added.statusCode, added.json()]).toMatchObject([
    200,
    { phone: '091****003', note_in_calling: 'Hỏi giá', user_id: masked.accountId },
  ]);
  await demo.admin.call('PUT', '/update-system-setting', { hidden_phone_customer: 0 });
  expect((await demo.admin.call('GET', `/customer/${added.json().id}`)).json().phone).toBe('0911000003');
});

test('who may be the same person is found by number in any spelling, e-mail and name', async () => {
  const row = await add({ name: 'Đỗ Thị Bưởi', phone: '0381234567', email: 'buoi@thu.vn' });
  expect(await alike({ phone: '01681234567' })).toEqual([['phone', 'Đỗ Thị Bưởi']]);
  expect(await alike({ phone: '+84 38 123 4567' })).toEqual([['phone', 'Đỗ Thị Bưởi']]);
  expect(await alike({ email: 'BUOI@thu.vn' })).toEqual([['email', 'Đỗ Thị Bưởi']]);
  expect(await alike({ name: 'do thi buoi' })).toEqual([['name', 'Đỗ Thị Bưởi']]);
  expect(await alike({ name: 'Bưởi' })).toEqual([]);
  expect(await alike({ phone: '0381234567', except: row.id })).toEqual([]);
});

test('two cards become one with the numbers and the story of both, and two again', async () => {
  const kept = await add({ name: 'Lê Văn A', phone: '0911000010', note: 'Khách quen' });
  const other = await add({
    name: 'Le Van A',
    phone: '0911000011',
    phones: ['0911000012'],
    email: 'a@thu.vn',
    note: 'Hay gọi tối',
  });
  await lan.call('POST', `/customer/${other.id}/disposition`, { outcome: 'interested' });
  const body = { version: kept.version, other: { id: other.id, version: other.version } };
  const stale = await demo.admin.call('POST', `/customer/${kept.id}/merge`, { ...body, version: 7 });
  expect(stale.statusCode).toBe(409);
  const merged = await demo.admin.call('POST', `/customer/${kept.id}/merge`, body);
  expect([merged.statusCode, merged.json().customer]).toMatchObject([
    200,
    {
      name: 'Lê Văn A',
      phone: '0911000010',
      phones: ['0911000011', '0911000012'],
      email: 'a@thu.vn',
      note: 'Khách quen\nHay gọi tối',
    },
  ]);
  expect((await demo.admin.call('GET', `/customer/${other.id}`)).statusCode).toBe(404);
  expect((await timeline(kept.id)).data.some(({ kind }: { kind: string }) => kind === 'disposition')).toBe(true);

  const merges = `/customer/${kept.id}/merges`;
  expect((await demo.admin.call('GET', merges)).json().data).toEqual([
    { id: merged.json().merge_id, name: 'Le Van A', merged_at: expect.any(String), merged_by: expect.any(String) },
  ]);
  const undone = await demo.admin.call('POST', `/customer-merge/${merged.json().merge_id}/undo`, {});
  expect((await demo.admin.call('GET', merges)).json().data).toEqual([]);
  expect([undone.statusCode, undone.json()]).toMatchObject([
    200,
    {
      customer: { phones: [], email: '', note: 'Khách quen' },
      other: { id: other.id, phone: '0911000011', phones: ['0911000012'] },
    },
  ]);
  expect((await timeline(other.id)).data.some(({ kind }: { kind: string }) => kind === 'disposition')).toBe(true);
  const twice = await demo.admin.call('POST', `/customer-merge/${merged.json().merge_id}/undo`, {});
  expect(twice.statusCode).toBe(404);
});

test('what was changed after a merge is not overwritten by taking it back', async () => {
  const kept = await add({ name: 'Lê Văn B', phone: '0911000020' });
  const other = await add({ name: 'Lê Văn B', phone: '0911000021' });
  const { customer, merge_id: mergeId } = (
    await demo.admin.call('POST', `/customer/${kept.id}/merge`, { version: 1, other: { id: other.id, version: 1 } })
  ).json();
  await demo.admin.call('PUT', `/customer/${kept.id}`, { ...customer, address: 'Nhà mới' });
  expect((await demo.admin.call('GET', `/customer/${kept.id}/merges`)).json().data).toEqual([]);
  const late = await demo.admin.call('POST', `/customer-merge/${mergeId}/undo`, {});
  expect([late.statusCode, late.json().current.address]).toEqual([409, 'Nhà mới']);
  expect((await demo.admin.call('GET', `/customer/${other.id}`)).statusCode).toBe(404);
});

test('two cards with more numbers than one may have stay two, so that none is lost', async () => {
  const numbers = (from: number, n: number) => Array.from({ length: n }, (_, at) => `09110005${from + at}`);
  const [phone, ...phones] = numbers(10, 6);
  const [second, ...others] = numbers(20, 5);
  const kept = await add({ name: 'Nhiều số', phone, phones });
  const other = await add({ name: 'Nhiều số', phone: second, phones: others });
  const merge = (version: number) =>
    demo.admin.call('POST', `/customer/${kept.id}/merge`, { version: 1, other: { id: other.id, version } });
  const refused = await merge(1);
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { other: 'Hai hồ sơ có nhiều hơn 10 số điện thoại: hãy xoá bớt số không dùng rồi gộp' },
  ]);
  const fewer = await demo.admin.call('PUT', `/customer/${other.id}`, { ...other, phones: others.slice(1) });
  expect((await merge(fewer.json().version)).json().customer.phones).toEqual([...phones, second, ...others.slice(1)]);
});

test('two cards whose notes are longer together than one may be stay two, so that no word is lost', async () => {
  const kept = await add({ name: 'Nhiều chữ', phone: '0911000050', note: 'đ'.repeat(1_500), note_in_calling: 'c' });
  const other = await add({ name: 'Nhiều chữ', phone: '0911000051', note: 'k'.repeat(500) });
  const merge = (version: number) =>
    demo.admin.call('POST', `/customer/${kept.id}/merge`, { version: 1, other: { id: other.id, version } });
  const refused = await merge(1);
  expect([refused.statusCode, refused.json().fields]).toEqual([
    422,
    { other: 'Ghi chú của hai hồ sơ cộng lại dài hơn 2.000 ký tự: hãy rút gọn rồi gộp' },
  ]);
  // The line between the two counts, too.
  const shorter = await demo.admin.call('PUT', `/customer/${other.id}`, { ...other, note: 'k'.repeat(499) });
  expect((await merge(shorter.json().version)).json().customer).toMatchObject({
    note: `${kept.note}\n${shorter.json().note}`,
    note_in_calling: 'c',
  });
});

test('what somebody is just keeping of a conversation moves with the card that goes', async () => {
  const kept = await add({ name: 'Lê Văn C', phone: '0911000040' });
  const other = await add({ name: 'Lê Văn C', phone: '0911000041' });
  const writer = new pg.Client({ connectionString: app.url });
  await writer.connect();
  await writer.query('begin');
  await writer.query(
    `insert into disposition (tenant_id, id, customer_id, outcome, note, created_by)
      values ($1, gen_random_uuid(), $2, 'agreed', 'vừa chốt', $3)`,
    [demo.id, other.id, lan.accountId],
  );
  const merging = demo.admin.call('POST', `/customer/${kept.id}/merge`, {
    version: kept.version,
    other: { id: other.id, version: other.version },
  });
  await expect.poll(() => heldUpBy(writer)).toBeGreaterThan(0);
  await writer.query('commit');
  await writer.end();
  expect((await merging).statusCode).toBe(200);
  const said = (await timeline(kept.id)).data.map((one: { disposition?: object }) => one.disposition);
  expect(said).toContainEqual(expect.objectContaining({ note: 'vừa chốt' }));
});

test('what is kept of a conversation is kept with the card that the customer’s was taken into meanwhile', async () => {
  const [first, second, third] = [
    await add({ name: 'Lê Văn E', phone: '0911000070' }),
    await add({ name: 'Lê Văn E', phone: '0911000071' }),
    await add({ name: 'Lê Văn E', phone: '0911000072' }),
  ];
  const say = (id: string, note: string) =>
    lan.call('POST', `/customer/${id}/disposition`, { outcome: 'agreed', note, status: again });
  const take = async (kept: { id: string }, other: { id: string }) => {
    const version = async (id: string) => (await demo.admin.call('GET', `/customer/${id}`)).json().version;
    return demo.admin.call('POST', `/customer/${kept.id}/merge`, {
      version: await version(kept.id),
      other: { id: other.id, version: await version(other.id) },
    });
  };
  await take(second, first);
  await take(third, second);
  const kept = await say(first.id, 'chốt sau khi gộp');
  expect([kept.statusCode, kept.json()]).toMatchObject([
    200,
    { customer: { id: third.id, is_status: 'Hẹn gọi lại' }, disposition: { note: 'chốt sau khi gộp' } },
  ]);
  const said = (await timeline(third.id)).data.map((one: { disposition?: object }) => one.disposition);
  expect(said).toContainEqual(expect.objectContaining({ note: 'chốt sau khi gộp' }));
  await demo.admin.call('DELETE', `/customer/${third.id}`, { version: kept.json().customer.version });
  expect((await say(first.id, 'không còn ai')).statusCode).toBe(404);
});

test('a conversation that was said to be with one of two is with the one that is made of them, and goes back', async () => {
  const kept = await add({ name: 'Lê Văn D', phone: '0911000060' });
  const other = await add({ name: 'Lê Văn D', phone: '0911000061' });
  const call = await storeCall(app.db, demo.id, { outside_number: '+84911000069' });
  await app.db.inTenant(demo.id, (trx) =>
    trx.insertInto('call_customer').values({ call_id: call.id, customer_id: other.id }).execute(),
  );
  const calls = async (id: string) =>
    (await timeline(id)).data.flatMap((one: { call?: { id: string } }) => one.call?.id ?? []);
  expect([await calls(kept.id), await calls(other.id)]).toEqual([[], [call.id]]);
  const merged = await demo.admin.call('POST', `/customer/${kept.id}/merge`, {
    version: kept.version,
    other: { id: other.id, version: other.version },
  });
  expect(await calls(kept.id)).toEqual([call.id]);
  await demo.admin.call('POST', `/customer-merge/${merged.json().merge_id}/undo`, {});
  expect([await calls(kept.id), await calls(other.id)]).toEqual([[], [call.id]]);
});
