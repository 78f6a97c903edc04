import { spawn } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { branches, historiesCall, job, jobTicket, type LiveEvent, liveTicket, loginTenant } from '@alo/contract';
import { freePort, patientFetch, ScriptedEngine } from '@alo/testing';
import { inDepth } from '@alo/testing/in-depth';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { WebSocket } from 'ws';
import type { z } from 'zod';

import { postgresBus } from '../../src/bus/postgres-bus.ts';
import { callsReadAfter } from '../../src/compose/resources.ts';
import { newId } from '../../src/kernel/new-id.ts';
import { followBus } from '../../src/switchboard/follow-bus.ts';
import { reportCalls } from '../../src/switchboard/report-calls.ts';
import type { Telephony } from '../../src/telephony/telephony.ts';
import { type TestApp, type TestPerson, testApp, testPassword } from '../../testing/app.ts';
import { listenLive } from '../../testing/live-listener.ts';
import { openTestOffice, type TestOffice } from '../../testing/small-company.ts';
import { testTelephony } from '../../testing/telephony.ts';

/** Web, telephony and worker as processes of their own, on one database. */
const patient = { timeout: 120_000 };
const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
let folder: string;
let app: TestApp;
let office: TestOffice;
let lan: TestPerson;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'alo-apart-'));
  await chmod(folder, 0o755);
  app = await testApp({ busOf: (url) => postgresBus({ url, log: quiet }), telephonyOf: () => 'elsewhere' });
  await app.http.listen({ port: 0, host: '127.0.0.1' });
  office = await openTestOffice(app.db, 'apart');
  await app.db.inTenant(office.tenant, (trx) =>
    trx
      .insertInto('feature')
      .values({ id: newId(), feature_name_data: ['supervision'], date_expired: new Date(Date.now() + 86_400_000) })
      .execute(),
  );
  lan = await personOf('lan', '101');
});

afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

/** Somebody of the office who may do everything. */
async function personOf(name: string, extension: string): Promise<TestPerson> {
  const accountId = newId();
  const email = `${name}@apart.local`;
  // Their password is that of everybody in tests: taken from somebody of another company.
  const other = await app.tenant(`mau-${name}`);
  const passwordHash = await app.db.inTenant(other.id, async (trx) => {
    const { password_hash: hash } = await trx.selectFrom('account').select('password_hash').executeTakeFirstOrThrow();
    return hash;
  });
  await app.db.inTenant(office.tenant, async (trx) => {
    const role = newId();
    await trx
      .insertInto('role')
      .values({ id: role, name: 'super-admin' })
      .onConflict((same) => same.doNothing())
      .execute();
    const { id } = await trx.selectFrom('role').select('id').executeTakeFirstOrThrow();
    const values = { id: accountId, email, name, password_hash: passwordHash, role_id: id, extension };
    await trx
      .insertInto('account')
      .values({ ...values, department_id: null, team_id: null })
      .execute();
  });
  const from = { network: 'test', userAgent: 'test', requestId: 'test' };
  const { token } = await app.sessions.start(office.tenant, accountId, from);
  return {
    accountId,
    email,
    token,
    call: (method, path, body) =>
      app.http.inject({
        method,
        url: `/api/apart${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { payload: body }),
      }),
  };
}

inDepth(
  'a web process shows phones and conversations that run elsewhere, asks for what is done with them, and says when nobody answers',
  async () => {
    expect((await lan.call('GET', '/colleagues')).json().data).toEqual([
      { name: 'lan', extension: '101', state: 'offline' },
    ]);
    expect((await lan.call('GET', '/my-calls')).statusCode).toBe(503);
    expect((await lan.call('GET', '/my-queues')).statusCode).toBe(503);

    const engine = new ScriptedEngine();
    const bus = await postgresBus({ url: app.url, log: quiet });
    const telephony: Telephony = testTelephony(app.db, {
      engine,
      holder: 'elsewhere',
      dataFolder: join(folder, 'scripted'),
    });
    reportCalls(telephony, bus);
    followBus({
      bus,
      telephony,
      inTenant: app.db.inTenant,
      tenants: app.db.directory.tenants,
      readAfter: callsReadAfter,
      onError: (error) => {
        throw error;
      },
    });
    const { events } = await listenLive(app, lan, ['presence', 'me', 'calls', 'monitor']);
    const heard = (type: LiveEvent['type']) => events.filter((event) => event.type === type).length;
    await telephony.open({ id: office.tenant, sip_domain: 'apart.alo.local' });
    engine.register(office.tenant, '101');
    engine.register(office.tenant, '102');
    await expect
      .poll(() => events.find(({ type }) => type === 'presence-changed')?.data, patient)
      .toMatchObject({ extension: '101', state: 'ready', phones: 1 });
    expect((await lan.call('GET', '/colleagues')).json().data).toEqual([
      { name: 'lan', extension: '101', state: 'ready' },
    ]);
    expect((await lan.call('GET', '/my-calls')).json()).toEqual({
      data: [],
      ringing: [],
      phone: 'idle',
      phones: 1,
      lacks: null,
      taken_over: null,
      rang: null,
      idle_since: null,
    });
    const queues = { wrap_up_until: null, wrap_up_call: null, wrap_up_required: false, why: '', data: [] };
    expect((await lan.call('GET', '/my-queues')).json()).toEqual({ at: expect.any(String), ...queues });

    const call = engine.extensionCalls(office.tenant, '101', '102');
    await telephony.settled();
    engine.answers(call, '102');
    await telephony.settled();
    await expect.poll(() => heard('my-calls-changed'), patient).toBeGreaterThan(0);
    await expect.poll(() => heard('call-changed'), patient).toBeGreaterThan(0);
    // Whoever watches the live board is told of it whole, or of what became of it.
    const watched = () =>
      events.flatMap((event) => (event.type === 'board' || event.type === 'board-changed' ? event.data.calls : []));
    await expect.poll(watched, patient).toContainEqual(expect.objectContaining({ id: call, stage: 'talking' }));
    const [mine] = (await lan.call('GET', '/my-calls')).json().data;
    expect(mine).toMatchObject({ id: call, direction: 'internal', parties: [{ number: '102', state: 'talking' }] });
    const detail = (await lan.call('GET', `/histories-call/${call}`)).json();
    expect(detail.trace.length).toBeGreaterThan(0);

    // Nobody outside is in it.
    const choice = { customer_id: crypto.randomUUID() };
    expect((await lan.call('PUT', `/my-calls/${call}/customer`, choice)).statusCode).toBe(404);

    const held = await lan.call('POST', `/calls/${call}/hold`, { on: true });
    expect([held.statusCode, held.json()]).toEqual([200, { call_id: call, slot: null }]);
    const refused = await lan.call('POST', `/calls/${call}/transfer`, { to: '999' });
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'call_refused']);
    expect((await lan.call('POST', `/calls/${crypto.randomUUID()}/hold`, { on: true })).statusCode).toBe(404);
    expect((await lan.call('POST', `/calls/${call}/hang-up`, {})).statusCode).toBe(200);
    const gone = () => events.flatMap((event) => (event.type === 'board-changed' ? event.data.gone.calls : []));
    await expect.poll(gone, patient).toEqual([call]);

    await telephony.close();
    await bus.close();
    const unheard = await lan.call('POST', `/calls/${call}/hold`, { on: true });
    expect([unheard.statusCode, unheard.headers['retry-after'] !== undefined]).toEqual([503, true]);
    // No question outlives whoever asked it.
    const left = () =>
      app.db.inTenant(office.tenant, (trx) => trx.selectFrom('telephony_question').select('id').execute());
    await expect.poll(left, patient).toEqual([]);
  },
);

test('web, telephony and worker as three processes: one signs in, looks at a list, exports as a job, and hears of a call', async () => {
  await app.db.inTenant(office.tenant, (trx) =>
    sql`insert into branch (id, name) select gen_random_uuid(), 'Chi nhánh ' || n from generate_series(1, 5300) as n`.execute(
      trx,
    ),
  );
  const sipPort = await freePort();
  const link = `127.0.0.1:${await freePort()}`;
  const telephony = start('telephony', { ALO_SIP_PORT: String(sipPort), ALO_NODE_LINK: link });
  const web = start('web', {});
  const worker = start('worker', {});
  const running = [telephony, web, worker];
  for (const { ready } of running) await ready;
  const [, origin = ''] = /(http:\S+)/.exec(await web.ready) ?? [];
  const asked = (method: string, path: string, token?: string, body?: object) =>
    patientFetch(`${origin}${path}`, {
      method,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
  const read = async <Answer>(schema: z.ZodType<Answer>, ...request: Parameters<typeof asked>) =>
    schema.parse(await (await asked(...request)).json());
  const { token } = await read(loginTenant.result, 'POST', '/identity/login/tenant', undefined, {
    ma_dn: 'apart',
    username: lan.email,
    password: testPassword,
  });
  const list = await read(branches.list.result, 'GET', '/api/apart/branchs?sort=name', token);
  expect([list.data.length, list.total]).toEqual([10, 5300]);

  const { job_id: id } = await read(jobTicket, 'GET', '/api/apart/branchs/export?format=csv', token);
  const stateOf = async () => (await read(job, 'GET', `/api/apart/job/${id}`, token)).state;
  await expect.poll(stateOf, patient).toBe('done');
  const file = await asked('GET', `/api/apart/job/${id}/file`, token);
  expect((await file.text()).trim().split('\r\n')).toHaveLength(5301);

  const { ticket } = await read(liveTicket.result, 'POST', '/api/apart/ws-ticket', token);
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/live?ticket=${ticket}`);
  const events: LiveEvent[] = [];
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) events.push(JSON.parse(data.toString()));
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'subscribe', topics: ['calls', 'presence', 'me'] }));
  // Phones belong to the process that runs the calls, and this one says so.
  const sip = new WebSocket(`${origin.replace('http', 'ws')}/sip`, 'sip');
  expect(String(await once(sip, 'error'))).toContain('503');

  await customerCalls(sipPort);
  await expect.poll(() => events.map(({ type }) => type), patient).toContain('call-changed');
  const told = events.find((event) => event.type === 'call-changed');
  expect(told?.data).toMatchObject({ direction: 'inbound', phone: '0901234567' });
  const history = await read(historiesCall.result, 'GET', '/api/apart/histories-call', token);
  expect(history.data[0]?.id).toBe(told?.type === 'call-changed' ? told.data.id : '');
  await expect.poll(() => rowsFor(() => asked('GET', '/api/apart/my-calls', token)), patient).toBe(0);
  socket.close();
  expect(await Promise.all(running.map(stopped))).toEqual([0, 0, 0]);
}, 240_000);

test('guesses at a password are counted by all servers together, and each makes one wait for what was tried at the others', async () => {
  const mai = await personOf('mai', '103');
  const web = start('web', { ALO_HOST: '127.0.0.1' });
  const [, origin = ''] = /(http:\S+)/.exec(await web.ready) ?? [];
  const guess = { ma_dn: 'apart', username: mai.email, password: 'sai' };
  const url = '/identity/login/tenant';
  const here = async () => (await app.http.inject({ method: 'POST', url, payload: guess })).statusCode;
  const there = async () => {
    const headers = { 'content-type': 'application/json' };
    return (await patientFetch(`${origin}${url}`, { method: 'POST', headers, body: JSON.stringify(guess) })).status;
  };
  // So much ahead that, however long all of this takes, what was tried here was a moment ago to both.
  app.clock.now = Date.now() + 10 * 60_000;
  const tried: number[] = [];
  for (const ask of [there, there, here, here, here]) tried.push(await ask());
  expect(tried).toEqual([400, 400, 400, 400, 400]);
  expect([await there(), await here()]).toEqual([429, 429]);
  expect(await stopped(web)).toBe(0);
}, 240_000);

/** How many questions to who runs the calls went over the database meanwhile; none where all went over the link. */
async function rowsFor(ask: () => Promise<Response>): Promise<number> {
  const wire = new pg.Client({ connectionString: app.url });
  await wire.connect();
  let rows = 0;
  wire.on('notification', ({ payload = '' }) => (rows += Number(payload.includes('"question-asked"'))));
  await wire.query('listen alo');
  try {
    expect((await ask()).status).toBe(200);
    await wire.query('select 1');
    return rows;
  } finally {
    await wire.end();
  }
}

/** Asks a process to end; its exit code. */
function stopped({ process: one, ended }: ReturnType<typeof start>): Promise<unknown> {
  one.kill('SIGTERM');
  return ended;
}

/** Starts the product with one of its roles; `ready` is the line that says so. It ends with the test at the latest. */
function start(role: string, environment: Readonly<Record<string, string>>) {
  const process_ = spawn(process.execPath, [join(import.meta.dirname, '../../src/process/main.ts')], {
    env: {
      ALO_ROLES: role,
      DATABASE_URL: app.url,
      ALO_DATA_DIR: folder,
      ALO_DRAIN_SECONDS: '0',
      ALO_PORT: '0',
      ALO_SIP_PORT: '0',
      ALO_SIP_WSS_PORT: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void process_.kill('SIGKILL'));
  const ended = once(process_, 'exit').then(([code]: unknown[]) => code);
  const { promise: ready, resolve, reject } = Promise.withResolvers<string>();
  let said = '';
  process_.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (said.includes('Alô sẵn sàng')) resolve(said);
  });
  void ended.then(() => reject(new Error(`${role} ended: ${said}`)));
  return { process: process_, ready, ended };
}

/** The carrier sends an INVITE to the office's number (RFC 3261 §13). */
async function customerCalls(sipPort: number): Promise<void> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const here = `127.0.0.1:${socket.address().port}`;
  const sdp = [
    'v=0',
    `o=- 1 1 IN IP4 127.0.0.1`,
    's=-',
    'c=IN IP4 127.0.0.1',
    't=0 0',
    'm=audio 40000 RTP/AVP 8',
    '',
  ].join('\r\n');
  const invite = [
    `INVITE sip:${office.number}@127.0.0.1:${sipPort} SIP/2.0`,
    `Via: SIP/2.0/UDP ${here};branch=z9hG4bK${crypto.randomUUID()}`,
    'Max-Forwards: 70',
    `From: <sip:0901234567@${here}>;tag=${crypto.randomUUID().slice(0, 8)}`,
    `To: <sip:${office.number}@127.0.0.1>`,
    `Call-ID: ${crypto.randomUUID()}`,
    'CSeq: 1 INVITE',
    `Contact: <sip:0901234567@${here}>`,
    'Content-Type: application/sdp',
    `Content-Length: ${Buffer.byteLength(sdp)}`,
    '',
    sdp,
  ].join('\r\n');
  let answer = '';
  socket.on('message', (bytes) => {
    answer = bytes.toString();
  });
  // Sent again as long as nobody answers (§17.1.1.2).
  const again = setInterval(() => answer === '' && socket.send(invite, sipPort, '127.0.0.1'), 500);
  onTestFinished(() => clearInterval(again));
  socket.send(invite, sipPort, '127.0.0.1');
  await expect.poll(() => answer, patient).toMatch(/^SIP\/2\.0 [12]\d\d/);
  socket.close();
}
