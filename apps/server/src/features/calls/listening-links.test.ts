import type { Permission } from '@alo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { testImports } from '../../../testing/imports.ts';
import { storeCall, storeRecording } from '../../../testing/stored-calls.ts';
import { workerWithin } from '../../../testing/worker-within.ts';

let app: TestApp;
let demo: TestTenant;
let other: TestTenant;

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('nghe');
  other = await app.tenant('nghe-khac');
});
afterAll(() => app.close());

const rights: readonly Permission[] = ['call-history.view', 'call-history.listen', 'call-history.export'];

async function recorded(more: object = {}, tenant: TestTenant = demo) {
  const call = await storeCall(app.db, tenant.id, {
    recording: { duration_ms: 2_000 },
    outside_number: '+84901234567',
    ...more,
  });
  return { ...call, bytes: await storeRecording(app.files, tenant.id, call.recordingId) };
}

async function link(by: TestPerson, call: string, body: object = {}) {
  const made = await by.call('POST', `/histories-call/${call}/listening-link`, body);
  expect([made.statusCode, made.payload]).toEqual([200, expect.stringContaining('/recording#')]);
  const { id, url } = made.json();
  return { id, token: new URL(url).hash.slice(1) };
}

const open = (token: string) =>
  app.http.inject({ method: 'POST', url: '/identity/listening-link', payload: { token } });
const hear = (token: string, as = 'wav') =>
  app.http.inject({ method: 'POST', url: '/identity/listening-link/sound', payload: { token, as } });
const codes = async (token: string) => [(await open(token)).statusCode, (await hear(token)).statusCode];

const trail = async (call: string) => {
  const rows = await app.db.inTenant(demo.id, (trx) =>
    trx.selectFrom('audit').where('subject_id', '=', call).select('action').orderBy('at').execute(),
  );
  return rows.map(({ action }) => action);
};

test('a link plays the recording’s own bytes without signing in, hides the number from everybody, and each use is told; withdrawn it plays nothing', async () => {
  const call = await recorded({ direction: 'inbound' });
  const { id, token } = await link(demo.admin, call.id, { days: 3, note: 'Luật sư Hà' });
  // Whoever made it sees numbers in full.
  const row = (await demo.admin.call('GET', `/histories-call/${call.id}`)).json();
  expect(row.phone).toBe('0901234567');
  const shown = (await open(token)).json();
  expect(shown).toEqual({
    company: 'Công ty nghe',
    started_at: call.started_at.toISOString(),
    direction: 'inbound',
    number: '090****567',
    seconds: 2,
    expires_at: expect.any(String),
  });
  const sound = await hear(token);
  expect([sound.statusCode, sound.headers['content-type'], sound.headers['cache-control']]).toEqual([
    200,
    'audio/wav',
    'no-store',
  ]);
  expect(sound.rawPayload.equals(call.bytes)).toBe(true);
  expect((await hear(token, 'kept')).rawPayload.equals(call.bytes)).toBe(true);
  const { data } = (await demo.admin.call('GET', `/histories-call/${call.id}/listening-links`)).json();
  expect(data).toEqual([
    expect.objectContaining({ id, note: 'Luật sư Hà', opened: 1, heard: 2, opened_at: expect.any(String) }),
  ]);
  expect(await trail(call.id)).toEqual(['share-recording', 'open-recording', 'hear-recording']);
  // A minute later it is another opening.
  app.clock.now += 61_000;
  await open(token);
  expect(await trail(call.id)).toEqual(['share-recording', 'open-recording', 'hear-recording', 'open-recording']);

  expect((await demo.admin.call('DELETE', `/listening-link/${id}`)).statusCode).toBe(200);
  expect(await codes(token)).toEqual([410, 410]);
  expect((await trail(call.id)).at(-1)).toBe('withdraw-recording');
});

test('a link has the rights of who made it, at each moment, and ends with its days', async () => {
  const call = await recorded({ rang: [{ extension: '101', answered: true }], to_extension: '101' });
  const maker = await demo.person('nguoi-gui', rights, '101');
  const { token } = await link(maker, call.id, { days: 1 });
  expect(await codes(token)).toEqual([200, 200]);
  const role = (set: object, who = 'nguoi-gui') =>
    app.db.inTenant(demo.id, (trx) =>
      trx.updateTable('role').set(set).where('name', '=', `Vai trò của ${who}`).execute(),
    );
  for (const lost of ['call-history.listen', 'call-history.export']) {
    await role({ permissions: rights.filter((one) => one !== lost) });
    expect(await codes(token)).toEqual([410, 410]);
  }
  await role({ permissions: [...rights] });
  expect(await codes(token)).toEqual([200, 200]);
  const row = (await demo.admin.call('GET', `/account/${maker.accountId}`)).json();
  await demo.admin.call('PUT', `/account/${row.id}`, { ...row, active: false });
  expect(await codes(token)).toEqual([410, 410]);
  const again = (await demo.admin.call('GET', `/account/${maker.accountId}`)).json();
  await demo.admin.call('PUT', `/account/${row.id}`, { ...again, active: true });
  expect(await codes(token)).toEqual([200, 200]);
  app.clock.now += 86_400_001;
  expect(await codes(token)).toEqual([410, 410]);
  app.clock.now -= 86_400_001;

  // Out of their reach, it is out of the link's.
  const elsewhere = await recorded({ rang: [{ extension: '109', answered: true }], to_extension: '109' });
  const far = await link(maker, elsewhere.id);
  expect(await codes(far.token)).toEqual([200, 200]);
  await role({ scope: 'own' });
  expect(await codes(far.token)).toEqual([410, 410]);
  const near = await demo.person('nguoi-hep', rights, '102');
  await role({ scope: 'own' }, 'nguoi-hep');
  expect((await near.call('POST', `/histories-call/${elsewhere.id}/listening-link`, {})).statusCode).toBe(404);
  expect((await near.call('DELETE', `/listening-link/${far.id}`)).statusCode).toBe(404);
});

test('who may not hear or take out recordings makes no link, another company has none of it, and an invented token opens nothing', async () => {
  const call = await recorded();
  const path = `/histories-call/${call.id}/listening-link`;
  for (const [name, lacks] of [
    ['khong-nghe', 'call-history.listen'],
    ['khong-xuat', 'call-history.export'],
  ] as const) {
    const person = await demo.person(
      name,
      rights.filter((one) => one !== lacks),
    );
    expect((await person.call('POST', path, {})).statusCode).toBe(403);
    expect((await person.call('GET', `${path}s`)).statusCode).toBe(403);
  }
  const { id, token } = await link(demo.admin, call.id);
  expect((await other.admin.call('POST', path, {})).statusCode).toBe(404);
  expect((await other.admin.call('GET', `${path}s`)).statusCode).toBe(404);
  expect((await other.admin.call('DELETE', `/listening-link/${id}`)).statusCode).toBe(404);
  const [, secret = ''] = token.split('.');
  for (const invented of [`${token.slice(0, -2)}__`, `${other.id}.${secret}`, 'khong-phai'])
    expect(await codes(invented)).toEqual([410, 410]);
  for (const days of [0, 31]) expect((await demo.admin.call('POST', path, { days })).statusCode).toBe(422);
  const silent = await storeCall(app.db, demo.id, {});
  expect((await demo.admin.call('POST', `/histories-call/${silent.id}/listening-link`, {})).statusCode).toBe(404);
  expect(await codes(token)).toEqual([200, 200]);
});

test('who is erased is heard by no link any more, though the call is held for a dispute', async () => {
  const worker = await workerWithin(app);
  try {
    const { id: status } = (await demo.admin.call('POST', '/profile-status', { name: 'Mới' })).json();
    const customer = { name: 'Người xin xoá', phone: '0987300777', status };
    const { id } = (await demo.admin.call('POST', '/customer', customer)).json();
    const calls = [
      await recorded({ outside_number: '+84987300777' }),
      await recorded({ outside_number: '+84987300777' }),
    ];
    const links = [];
    for (const call of calls) links.push(await link(demo.admin, call.id, { note: 'Người xin xoá' }));
    const held = await demo.admin.call('PUT', `/histories-call/${calls[1]?.id}/hold`, { reason: 'tranh chấp' });
    expect(held.statusCode).toBe(200);
    const asked = (await demo.admin.call('POST', `/customer/${id}/data-request`, { kind: 'erase', note: '' })).json();
    const begun = await demo.admin.call('POST', `/data-request/${asked.id}/carry-out`);
    expect((await testImports(app, demo).rested(begun.json().job_id)).state).toBe('done');
    for (const { token } of links) expect(await codes(token)).toEqual([410, 410]);
    const left = await app.db.inTenant(demo.id, (trx) =>
      trx.selectFrom('listening_link').where('note', '=', 'Người xin xoá').select('id').execute(),
    );
    expect(left).toEqual([]);
  } finally {
    await worker.close();
  }
});

test('two hundred links are the most, and one that is withdrawn makes room', async () => {
  const full = await app.tenant('nghe-day');
  const call = await recorded({}, full);
  const { id } = await link(full.admin, call.id);
  await app.db.inTenant(full.id, async (trx) => {
    const {
      token_hash: _,
      id: __,
      tenant_id: ___,
      ...same
    } = await trx.selectFrom('listening_link').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
    await trx
      .insertInto('listening_link')
      .values(
        Array.from({ length: 199 }, (_each, nth) => ({
          ...same,
          id: crypto.randomUUID(),
          token_hash: Buffer.from(`x${nth}`),
        })),
      )
      .execute();
  });
  const path = `/histories-call/${call.id}/listening-link`;
  const over = await full.admin.call('POST', path, {});
  expect([over.statusCode, over.json().fields.days]).toEqual([422, expect.stringContaining('200 liên kết')]);
  await full.admin.call('DELETE', `/listening-link/${id}`);
  await link(full.admin, call.id);
});
