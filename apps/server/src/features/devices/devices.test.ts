import { createHash } from 'node:crypto';
import type { DeviceProvision } from '@alo/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, type TestTenant, testApp } from '../../../testing/app.ts';
import { storeCall } from '../../../testing/stored-calls.ts';
import { credentialsOf } from '../../compose/phone-credentials.ts';
import { newId } from '../../kernel/new-id.ts';
import { deviceMemory } from './device-memory.ts';
import { messagesByExtension, watchMessages } from './waiting-messages.ts';

let app: TestApp;
let demo: TestTenant;
const domain = 'cong-ty.alo.local';
const extensions: Record<string, string> = { '101': newId(), '102': newId() };

beforeAll(async () => {
  app = await testApp();
  demo = await app.tenant('cong-ty');
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('extension')
      .values(Object.entries(extensions).map(([number, id]) => ({ id, number, name: `Máy ${number}` })))
      .execute(),
  );
});
afterAll(() => app.close());

const add = async (name: string, more: object = {}) =>
  (await demo.admin.call('POST', '/device', { name, extension_id: extensions['101'], ...more })).json();

/** What the engine is told of the devices of an extension. */
async function known(extension = '101'): Promise<readonly DeviceProvision[]> {
  const phones = await credentialsOf(app)({ id: demo.id, sip_domain: domain }, 'all');
  return phones.find((one) => one.extension === extension)?.devices ?? [];
}

const ha1 = (username: string, password: string) =>
  createHash('md5').update(`${username}:${domain}:${password}`).digest('hex');

test('a device gets a name and a password of its own, shown to who adds it and to nobody afterwards', async () => {
  const { settings, ...row } = await add('Bàn lễ tân', { networks: ['203.0.113.0/24'], max_calls: 2 });
  expect(row.username).toMatch(/^101-m[0-9a-f]{5}$/);
  expect(settings).toMatchObject({ username: row.username, domain, transport: 'udp' });
  expect(settings.password).toMatch(/^\w{20}$/);
  expect(settings.text).toContain(settings.password);
  expect(await known()).toMatchObject([
    {
      device: row.id,
      user: row.username,
      networks: ['203.0.113.0/24'],
      maxCalls: 2,
      secret: { ha1Md5: ha1(row.username, settings.password) },
    },
  ]);

  const asked = (await demo.admin.call('GET', `/device/${row.id}/settings`)).json();
  expect(asked).toMatchObject({ username: row.username, password: null });
  const everything = await Promise.all(
    [`/device/${row.id}`, '/devices', `/device/${row.id}/settings`].map((path) => demo.admin.call('GET', path)),
  );
  for (const { payload } of everything) expect(payload).not.toContain(settings.password);
  const stored = await app.db.inTenant(demo.id, (trx) => trx.selectFrom('device').selectAll().execute());
  expect(JSON.stringify(stored)).not.toContain(ha1(row.username, settings.password));
});

test('a new password takes the place of the old one, and a device that is ended has none', async () => {
  const { settings, id } = await add('Kho');
  const before = (await known()).find(({ device }) => device === id)?.secret;
  const renewed = (await demo.admin.call('POST', `/device/${id}/password`)).json();
  expect(renewed).toMatchObject({ username: settings.username });
  expect(renewed.password).not.toBe(settings.password);
  const after = (await known()).find(({ device }) => device === id)?.secret;
  expect(after?.ha1Md5).toBe(ha1(settings.username, renewed.password));
  expect(after?.id).not.toBe(before?.id);

  expect((await demo.admin.call('POST', `/device/${id}/end`)).statusCode).toBe(200);
  expect((await known()).map(({ device }) => device)).not.toContain(id);
});

test('a device that is switched off is nobody to the engine, and the same as before when it is switched on', async () => {
  const { settings: _, ...row } = await add('Phòng họp', { algorithm: 'sha-256' });
  expect(row.username).toMatch(/^101-s/);
  const secret = (await known()).find(({ device }) => device === row.id)?.secret;
  const off = (await demo.admin.call('PUT', `/device/${row.id}`, { ...row, enabled: false })).json();
  expect((await known()).map(({ device }) => device)).not.toContain(row.id);
  await demo.admin.call('PUT', `/device/${row.id}`, { ...off, enabled: true });
  expect((await known()).find(({ device }) => device === row.id)?.secret).toEqual(secret);
});

test('whose device it is, and how it proves itself, stays as its name says', async () => {
  const { settings: _, ...row } = await add('Phòng giám đốc');
  const moved = await demo.admin.call('PUT', `/device/${row.id}`, { ...row, extension_id: extensions['102'] });
  expect([moved.statusCode, Object.keys(moved.json().fields)]).toEqual([422, ['extension_id']]);
  const other = await demo.admin.call('PUT', `/device/${row.id}`, { ...row, algorithm: 'both' });
  expect([other.statusCode, Object.keys(other.json().fields)]).toEqual([422, ['algorithm']]);
});

test('a network that is none is refused beside its field', async () => {
  const answer = await demo.admin.call('POST', '/device', {
    name: 'Sai mạng',
    extension_id: extensions['101'],
    networks: ['10.0.0.0/40'],
  });
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([422, ['networks.0']]);
});

test('where a device was seen last is shown, and how it is reached is remembered as long as it is registered', async () => {
  const { settings: _, ...row } = await add('Cổng bảo vệ');
  expect(row).toMatchObject({ registered: false, last_seen_at: null, address: '' });
  const memory = deviceMemory({ db: app.db, onError: (error) => expect.unreachable(String(error)) });
  const now = Date.now();
  const kept = { secret: `${row.id}/1`, user: row.username, contact: `<sip:${row.username}@192.0.2.9>` };
  const registration = { ...kept, address: '192.0.2.9', port: 5060, until: now + 60_000, callId: 'c', cseq: 1 };
  const seen = { device: row.id, at: now, until: now + 60_000, registrations: [registration] };
  memory.see(demo.id, { ...seen, from: { address: 'udp:192.0.2.9:5060', userAgent: 'Yealink T31' } });
  expect(await memory.registrations(demo.id)).toEqual([registration]);
  const shown = async () => (await demo.admin.call('GET', `/device/${row.id}`)).json();
  expect(await shown()).toMatchObject({ registered: true, address: 'udp:192.0.2.9:5060', user_agent: 'Yealink T31' });
  expect((await shown()).version).toBe(1);

  memory.see(demo.id, { device: row.id, at: now + 1, from: null, until: null, registrations: [] });
  memory.see(demo.id, { ...seen, device: newId(), from: null });
  expect(await memory.registrations(demo.id)).toEqual([]);
  expect(await shown()).toMatchObject({
    registered: false,
    address: 'udp:192.0.2.9:5060',
    last_seen_at: new Date(now).toISOString(),
  });
  await memory.close();
});

test('a device and a browser of one extension are both known, and the one goes without the other', async () => {
  const lan = await demo.person('lan', [], '102');
  const { id } = await add('Bàn Lan', { extension_id: extensions['102'] });
  expect((await known('102')).map(({ device }) => device)).toEqual([id]);
  await lan.call('POST', '/logout');
  expect((await known('102')).map(({ device }) => device)).toEqual([id]);
});

test('messages in the box that an extension leads to wait until somebody has listened to them', async () => {
  const box = newId();
  await app.db.inTenant(demo.id, async (trx) => {
    await trx.insertInto('voicemail_box').values({ id: box, name: 'Hộp thư', greeting: 'x' }).execute();
    await trx
      .updateTable('extension')
      .set({ otherwise_kind: 'voicemail', otherwise_value: box })
      .where('number', '=', '102')
      .execute();
  });
  const changed: string[] = [];
  const watch = watchMessages({
    db: app.db,
    bus: app.bus,
    runsHere: () => [demo.id],
    changed: async (tenantId) => void changed.push(tenantId),
    onError: (error) => expect.unreachable(String(error)),
  });
  const calls = await Promise.all([1, 2].map(() => storeCall(app.db, demo.id, { recording: { kind: 'message' } })));
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('recording').set({ voicemail_box_id: box }).where('kind', '=', 'message').execute(),
  );
  const [heard] = calls;
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .insertInto('voicemail_message')
      .values({ id: newId(), recording_id: heard?.recordingId ?? '', heard_at: new Date() })
      .execute(),
  );
  expect([...(await messagesByExtension(app.db, demo.id))]).toEqual([['102', { waiting: 1, old: 1 }]]);
  app.bus.publish(
    'messages-left',
    demo.id,
    calls.map(({ id }) => id),
  );
  await expect.poll(() => changed).toEqual([demo.id]);
  await watch.close();
});

const fetched = (url: string) => app.http.inject({ method: 'GET', url: new URL(url).pathname });
const statusOf = async (url: string) => (await fetched(url)).statusCode;

test('a phone fetches its settings by its maker’s file until it has come, a while has passed or it was fetched five times', async () => {
  const { settings, ...row } = await add('Điện thoại Linphone', { transport: 'tcp' });
  const { url, svg } = settings.qr;
  expect(svg).toMatch(/^<svg/);
  expect(url).not.toContain(settings.password);
  const file = await fetched(url);
  expect([file.statusCode, file.headers['content-type'], file.headers['cache-control']]).toEqual([
    200,
    'application/xml; charset=utf-8',
    'no-store',
  ]);
  expect(file.payload).toContain(`sip:${row.username}@${domain}`);
  expect(file.payload).toContain(`>${settings.password}<`);
  expect(file.payload).toContain('transport=tcp');
  const [base = '', token = ''] = /^(.*\/)([\w-]{43})\/linphone\.xml$/.exec(url)?.slice(1) ?? [];
  expect(await statusOf(`${base}${token.slice(0, -4)}AAAA/linphone.xml`)).toBe(404);
  expect(await statusOf(`${base}${token}/khac.cfg`)).toBe(404);
  // Whoever only looks whether it is there uses up nothing.
  expect((await app.http.inject({ method: 'HEAD', url: new URL(url).pathname })).statusCode).not.toBe(200);

  const { qr } = (await demo.admin.call('POST', `/device/${row.id}/password`)).json();
  expect(await statusOf(url)).toBe(404);
  expect(await statusOf(qr.url)).toBe(200);
  const memory = deviceMemory({ db: app.db, onError: (error) => expect.unreachable(String(error)) });
  const from = { address: 'tcp:192.0.2.9:5060', userAgent: 'Linphone' };
  memory.see(demo.id, { device: row.id, at: Date.now() + 1_000, from, until: null, registrations: [] });
  await memory.close();
  expect(await statusOf(qr.url)).toBe(404);

  const late = (await add('Chậm')).settings.qr.url;
  app.clock.now += 16 * 60_000;
  expect(await statusOf(late)).toBe(404);
  app.clock.now -= 16 * 60_000;

  const often = (await add('Nhiều lần')).settings.setup;
  const tried: number[] = [];
  for (const { url: one } of often.files) tried.push(await statusOf(one));
  expect(tried).toEqual([200, 200, 200, 200, 200, 404, 404]);
});

test('of five who fetch the last settings at once, as many get them as there are fetches left', async () => {
  const { setup } = (await add('Tranh nhau')).settings;
  const url = setup.files[0].url;
  const answers = await Promise.all(Array.from({ length: 9 }, () => statusOf(url)));
  expect(answers.toSorted((a, b) => a - b)).toEqual([200, 200, 200, 200, 200, 404, 404, 404, 404]);
});

test('the trail says who made a phone its address and that it was fetched, and nothing that is kept tells a password', async () => {
  const { settings, id } = await add('Có vết');
  const { files } = settings.setup;
  await fetched(files[0].url);
  const trail = (await demo.admin.call('GET', `/activity-user-tenant?subject=device&subject_id=${id}`)).json().data;
  expect(trail.map((one: { action: string; account_id: string | null }) => [one.action, one.account_id])).toEqual([
    ['fetch-settings', null],
    ['create', demo.admin.accountId],
  ]);
  const rows = await app.db.inTenant(demo.id, (trx) => trx.selectFrom('device_setup').selectAll().execute());
  const token = files[0].url.split('/').at(-2);
  expect(JSON.stringify(rows)).not.toMatch(new RegExp(`${settings.password}|${token}`));
});

test('who tries addresses that are none has to wait after fifty, and a phone that has one has not', async () => {
  const asked = (url: string) => app.http.inject({ method: 'GET', url, remoteAddress: '198.51.100.9' });
  const { setup } = (await add('Mạng riêng')).settings;
  const path = new URL(setup.files[0].url).pathname;
  for (let n = 0; n < 4; n += 1) expect((await asked(path)).statusCode).toBe(200);
  const made = (n: number) => `/phone-settings/${String(n).padStart(43, 'x')}/yealink.cfg`;
  const statuses: number[] = [];
  for (let n = 0; n < 52; n += 1) statuses.push((await asked(made(n))).statusCode);
  expect(statuses.filter((status) => status === 404).length).toBeLessThanOrEqual(51);
  expect(statuses.at(-1)).toBe(429);
  expect((await asked(path)).statusCode).toBe(429);
});

test('a phone that speaks WebSocket is set up by no file', async () => {
  const { settings } = await add('Trang web', { transport: 'wss' });
  expect([settings.qr, settings.setup]).toEqual([null, null]);
});

test('somebody who may sets up phones of their own extension, so many, and no other’s', async () => {
  const extension = async (number: string) => {
    const id = newId();
    await app.db.inTenant(demo.id, (trx) => trx.insertInto('extension').values({ id, number, name: number }).execute());
    return id;
  };
  await extension('120');
  const other = (await add('Của người khác', { extension_id: await extension('121') })).id;
  const may = await demo.person('tu-cai', ['devices.own'], '120');
  const mayNot = await demo.person('khong-duoc', [], '121');
  const without = await demo.person('khong-may', ['devices.own']);
  expect((await mayNot.call('GET', '/own-phones')).statusCode).toBe(403);
  expect((await mayNot.call('POST', '/own-phones', { name: 'Máy' })).statusCode).toBe(403);
  expect((await without.call('GET', '/own-phones')).json()).toEqual({ data: [] });
  expect((await without.call('POST', '/own-phones', { name: 'Máy' })).json().fields).toHaveProperty('name');

  const made = (await may.call('POST', '/own-phones', { name: 'Linphone của tôi', transport: 'tcp' })).json();
  expect(made.settings).toMatchObject({ transport: 'tcp', setup: { fetches: 5 } });
  expect(await statusOf(made.settings.qr.url)).toBe(200);
  expect((await may.call('GET', '/own-phones')).json().data).toMatchObject([{ id: made.id, name: 'Linphone của tôi' }]);
  const renewed = (await may.call('POST', `/own-phones/${made.id}/password`)).json();
  expect(renewed.password).not.toBe(made.settings.password);
  for (const what of ['password', 'end']) {
    expect([what, (await may.call('POST', `/own-phones/${other}/${what}`)).statusCode]).toEqual([what, 404]);
  }
  expect((await known('121')).map(({ device }) => device)).toEqual([other]);
  expect((await may.call('POST', `/own-phones/${made.id}/end`)).statusCode).toBe(200);
  expect(await known('120')).toEqual([]);
  for (let n = 2; n <= 5; n += 1) {
    expect((await may.call('POST', '/own-phones', { name: `Máy ${n}` })).statusCode).toBe(200);
  }
  expect((await may.call('POST', '/own-phones', { name: 'Máy 6' })).statusCode).toBe(422);
});
