import { once } from 'node:events';
import { api } from '@alo/contract';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';

import { type TestApp, type TestPerson, type TestTenant, testApp } from '../../../testing/app.ts';
import { filledAddress } from '../../../testing/endpoints.ts';
import { connectLive, listenLive, settled, ticketOf } from '../../../testing/live-listener.ts';
import { storeCall, storeRecording } from '../../../testing/stored-calls.ts';

let app: TestApp;
let demo: TestTenant;
let lan: TestPerson;
let top: TestPerson;
let nth = 0;

beforeAll(async () => {
  app = await testApp();
  await app.http.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  nth += 1;
  demo = await app.tenant(`xem-nhu-${nth}`);
  lan = await demo.person('lan', ['branchs.view', 'branchs.update', 'call-history.view'], '101');
  top = demo.admin;
});
afterEach(() => {
  app.clock.now = Date.now();
});
afterAll(() => app.close());

const ask = (kind: 'account' | 'role', id: string, by = top) => by.call('POST', '/look-as', { kind, id });

/** Whoever the top role looks through, as somebody who calls. */
async function through(kind: 'account' | 'role', id: string): Promise<TestPerson> {
  const answer = await ask(kind, id);
  expect(answer.statusCode).toBe(200);
  const { token } = answer.json();
  return {
    ...lan,
    token,
    call: (method, path, body) =>
      app.http.inject({
        method,
        url: path.startsWith('//') ? path.slice(1) : `/api/${demo.code}${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { payload: body }),
      }),
  };
}

const roleIdOf = async ({ accountId }: TestPerson) =>
  (await top.call('GET', `/account/${accountId}`)).json().role_id as string;
const trail = async () =>
  (
    await app.db.inTenant(demo.id, (trx) =>
      trx
        .selectFrom('audit')
        .where('action', 'like', 'look-as%')
        .orderBy('at')
        .select(['action', 'account_id', 'subject', 'subject_id'])
        .execute(),
    )
  ).map(({ action, account_id, subject, subject_id }) => [
    action,
    account_id,
    subject === 'session' ? subject : subject_id,
  ]);

test('a person’s view is theirs: permissions, whose rows, who they are; and the banner knows who looks and until when', async () => {
  const eyes = await through('account', lan.accountId);
  const me = (await eyes.call('GET', '/me')).json();
  expect(me).toMatchObject({ id: lan.accountId, name: 'lan', looked_as: { name: 'lan', by: 'admin' } });
  expect(me.roles).toEqual([
    { name: 'Vai trò của lan', permissions: ['branchs.view', 'branchs.update', 'call-history.view'] },
  ]);
  expect(Date.parse(me.looked_as.until) - app.clock.now).toBeGreaterThan(29 * 60_000);
  expect((await eyes.call('GET', '/branchs')).statusCode).toBe(200);
  expect((await eyes.call('GET', '/teams')).json().code).toBe('forbidden');
  expect((await lan.call('GET', '/me')).json().looked_as).toBeNull();
});

test('calls are those that the person sees, with their numbers masked, and no recording that they may not hear', async () => {
  await top.call('PUT', '/update-system-setting', { hidden_phone_customer: 1 });
  const own = await storeCall(app.db, demo.id, { rang: [{ extension: '101', answered: true }], recording: {} });
  await storeRecording(app.files, demo.id, own.recordingId);
  await storeCall(app.db, demo.id, { rang: [{ extension: '999', answered: true }] });
  await app.db.inTenant(demo.id, (trx) =>
    trx.updateTable('role').set({ scope: 'own' }).where('name', '=', 'Vai trò của lan').execute(),
  );
  const eyes = await through('account', lan.accountId);
  const [seen, theirs, mine] = await Promise.all(
    [eyes, lan, top].map(async (one) => (await one.call('GET', '/histories-call')).json()),
  );
  expect(seen).toEqual(theirs);
  expect([seen.total, mine.total]).toEqual([1, 2]);
  expect(JSON.stringify(seen)).not.toContain('901234567');
  expect((await eyes.call('GET', `/histories-call/${own.id}/recording`)).statusCode).toBe(403);
});

test('nothing can be sent but for the live ticket and the way out, whatever the person may do', async () => {
  const eyes = await through('account', lan.accountId);
  const branch = (await top.call('POST', '/branch', { name: 'Huế' })).json();
  const refused = await eyes.call('PUT', `/branch/${branch.id}`, { ...branch, name: 'Đà Nẵng' });
  expect([refused.statusCode, refused.json().code]).toEqual([403, 'look_only']);
  expect(refused.json().message).toContain('chỉ xem được');

  const boss = await through('role', await roleIdOf(top));
  for (const endpoint of api.filter(({ access, path }) => access !== 'public' && path !== '/logout')) {
    const reads = endpoint.method === 'GET' && (endpoint.answers === 'json' || endpoint.answers === 'file');
    if (reads || endpoint.path === '/ws-ticket') continue;
    const answer = await app.http.inject({
      method: endpoint.method,
      url: filledAddress(endpoint, demo.code, branch.id),
      headers: { authorization: `Bearer ${boss.token}` },
      ...(endpoint.method === 'GET' ? {} : { payload: endpoint.tenantIn?.part === 'body' ? { ma_dn: demo.code } : {} }),
    });
    expect([endpoint.method, endpoint.path, [403, 404].includes(answer.statusCode)]).toEqual([
      endpoint.method,
      endpoint.path,
      true,
    ]);
  }
  expect((await top.call('GET', `/branch/${branch.id}`)).json().name).toBe('Huế');
});

test('nobody’s phone can be taken, and the person’s own list of sessions shows no stranger', async () => {
  const phones: string[][] = [];
  app.sessions.onChange(({ sessionIds }) => void phones.push([...sessionIds]));
  const eyes = await through('account', lan.accountId);
  expect((await eyes.call('GET', '/me')).json().softphone).toBeNull();
  const secrets = await app.sessions.liveWithExtension(demo.id, 'all');
  expect(secrets.get('101')).toHaveLength(1);
  expect((await lan.call('GET', '/my-sessions')).json().data).toHaveLength(1);
  expect((await top.call('GET', '/my-sessions')).json().data).toHaveLength(1);
});

test('a role’s view is what the looker would have with it', async () => {
  const eyes = await through('role', await roleIdOf(lan));
  const me = (await eyes.call('GET', '/me')).json();
  expect(me).toMatchObject({ id: top.accountId, looked_as: { name: 'vai trò Vai trò của lan' }, softphone: null });
  expect((await eyes.call('GET', '/branchs')).statusCode).toBe(200);
  expect((await eyes.call('GET', '/accounts')).statusCode).toBe(403);
});

test('the live socket tells what the person hears, and closes when the looker leaves', async () => {
  const [eyes, deaf] = [
    await through('account', lan.accountId),
    await through('account', (await demo.person('khong-quyen')).accountId),
  ];
  const hears = await connectLive(app, await ticketOf(eyes));
  hears.socket.send(JSON.stringify({ type: 'subscribe', topics: ['calls', 'me'] }));
  const silent = await listenLive(app, deaf, ['calls']);
  await settled(hears.socket);
  const asked: string[] = [];
  app.live.publish(demo.id, 'call-changed', ({ accountId, role }) => void asked.push(`${accountId} ${role.name}`));
  await Promise.all([settled(hears.socket), settled(silent.socket)]);
  expect(asked).toEqual([`${lan.accountId} Vai trò của lan`]);
  const closed = once(hears.socket, 'close');
  silent.socket.terminate();
  expect((await eyes.call('POST', '/logout')).statusCode).toBe(200);
  expect((await closed)[0]).toBe(4001);
  expect((await eyes.call('GET', '/me')).statusCode).toBe(401);
  expect((await top.call('GET', '/me')).statusCode).toBe(200);
  expect((await lan.call('GET', '/me')).statusCode).toBe(200);
});

test('only the top role may look, and never from within a look', async () => {
  expect((await ask('account', top.accountId, lan)).json().code).toBe('forbidden');
  const eyes = await through('account', top.accountId);
  expect((await ask('account', lan.accountId, eyes)).json().code).toBe('look_only');
  const stranger = await app.tenant(`la-${nth}`);
  expect((await ask('account', stranger.admin.accountId)).statusCode).toBe(404);
  expect((await ask('role', lan.accountId)).statusCode).toBe(404);
});

test('it ends after half an hour, with the session that began it, and with the top role itself', async () => {
  const late = await through('account', lan.accountId);
  app.clock.now += 31 * 60_000;
  expect((await late.call('GET', '/me')).statusCode).toBe(401);
  await app.sessions.sweep();
  expect((await trail()).at(-1)).toEqual(['look-as-end', top.accountId, 'session']);

  const demoted = await through('account', lan.accountId);
  await app.db.inTenant(demo.id, (trx) =>
    trx
      .updateTable('account')
      .set({ role_id: trx.selectFrom('account').select('role_id').where('id', '=', lan.accountId) })
      .where('id', '=', top.accountId)
      .execute(),
  );
  app.bus.publish('rights-changed', demo.id, [top.accountId]);
  await expect.poll(async () => (await demoted.call('GET', '/me')).statusCode).toBe(401);
});

test('signing out ends what was begun from there; beginning and end are in the trail under who looked', async () => {
  const eyes = await through('account', lan.accountId);
  await eyes.call('GET', '/branchs');
  await top.call('POST', '/logout');
  expect((await eyes.call('GET', '/branchs')).statusCode).toBe(401);
  expect(await trail()).toEqual([
    ['look-as', top.accountId, lan.accountId],
    ['look-as-end', top.accountId, 'session'],
  ]);
});
