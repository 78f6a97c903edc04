import type { RequestedAction } from '@alo/call-core';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { otpSealer } from '../src/features/voice-otp/codes.ts';
import { otpDialler } from '../src/features/voice-otp/dialler.ts';
import { tellOfEvents, tellOfOtp } from '../src/features/webhooks/deliveries.ts';
import { newId } from '../src/kernel/new-id.ts';
import { type TestApp, type TestPerson, type TestTenant, testApp } from '../testing/app.ts';
import { storeCall } from '../testing/stored-calls.ts';

/** One-time passwords that are said by telephone: who may ask, who is called how often, and what comes of it. */
let app: TestApp;
let tenant: TestTenant;
let admin: TestPerson;
/** Calls that are on the board, and all that call control was asked for. */
const board = new Set<string>();
let placed: { id: string; call: string; code: string; toBots: true | undefined }[] = [];
/** Call control has no line free. */
let isFull = false;
let number: string;
let dialler: ReturnType<typeof startDialler>;

const startDialler = (reachable = true) =>
  otpDialler({
    db: app.db,
    bus: app.bus,
    sealer: otpSealer(app.serverKey),
    tellOfEnd: tellOfOtp,
    now: () => app.clock.now,
    runsHere: () => [tenant.id],
    hasCall: () => (call) => board.has(call),
    async request(_, { id, what }) {
      if (!reachable) throw new Error('The process dies here.');
      placed.push({ id, ...reached(what) });
      if (isFull) return { id, ok: false, refused: 'forbidden', words: 'Chưa có quy tắc gọi ra cho số này' };
      board.add(reached(what).call);
      return { id, ok: true, call: null };
    },
    onError: () => undefined,
  });

function reached(what: RequestedAction) {
  if (what.kind !== 'reach' || what.then.kind !== 'otp') throw new Error('Something else was asked for.');
  return { call: what.call as string, code: what.then.digits, toBots: what.toBots };
}

beforeAll(async () => {
  app = await testApp();
  tenant = await app.tenant('mot');
  ({ admin } = tenant);
  number = newId();
  await app.db.inTenant(tenant.id, async (trx) => {
    const trunk = newId();
    await trx.insertInto('trunk').values({ id: trunk, name: 'T', host: 'x.alo.local' }).execute();
    await trx
      .insertInto('service_number')
      .values({ id: number, number: '+842871000101', name: 'Hotline', trunk_id: trunk })
      .execute();
  });
  expect((await admin.call('POST', '/voice-otp', { phone: '0901234567' })).json().code).toBe('call_refused');
  const kept = await admin.call('POST', '/voice-otp-number', { service_number_id: number });
  expect([kept.statusCode, kept.json()]).toEqual([200, expect.objectContaining({ number: '+842871000101', reads: 2 })]);
  dialler = startDialler();
});
afterEach(async () => {
  placed = [];
  isFull = false;
  board.clear();
  await app.db.inTenant(tenant.id, (trx) => trx.deleteFrom('otp_request').execute());
});
afterAll(async () => {
  await dialler.close();
  await app.close();
});

let phones = 0;
const phone = () => `09${String(10_000_000 + (phones += 1))}`;
async function asked(more: object = {}) {
  const answer = await admin.call('POST', '/voice-otp', { phone: phone(), ...more });
  expect([answer.statusCode, answer.payload]).toEqual([200, expect.anything()]);
  await dialler.settled();
  return answer.json();
}
const now = async (id: string) => (await admin.call('GET', `/voice-otp/${id}`)).json();
const rowOf = (id: string) =>
  app.db.inTenant(tenant.id, (trx) =>
    trx.selectFrom('otp_request').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
  );

/** The call is over, as the history has it. */
async function ends({ call }: { call: string }, more: Parameters<typeof storeCall>[2] & { heard?: boolean } = {}) {
  const { heard = false, ...fields } = more;
  const trace = JSON.stringify(heard ? [{ at: 0, kind: 'destination', text: 'x', detail: { 'otp-heard': '1' } }] : []);
  await storeCall(app.db, tenant.id, { id: call, direction: 'outbound', trace, ...fields });
  board.delete(call);
  app.bus.publish('calls-written', tenant.id, [call]);
  await dialler.settled();
}

const only = () => {
  const [one] = placed;
  if (one === undefined || placed.length > 1) throw new Error(`${placed.length} calls were placed.`);
  return one;
};

test('a code is said by a number of the company, and nothing of it is kept once it was heard', async () => {
  const { id, state } = await asked({ code: '4709', ref: 'DH-1' });
  expect(state).toBe('asked');
  const call = only();
  expect(call.code).toBe('4709');
  expect(await now(id)).toMatchObject({ state: 'calling', attempts: 1, number: '02871000101', call_id: call.call });
  await ends(call, { status: 'answered', heard: true });
  expect(await now(id)).toMatchObject({ state: 'heard', seconds: 50, ref: 'DH-1', reason: '' });
  expect(await rowOf(id)).toMatchObject({ sealed_code: null, code_hash: null });
  const list = await admin.call('GET', '/voice-otps?search=DH-1');
  expect(list.json()).toMatchObject({ total: 1, data: [{ id }] });
  expect(list.payload).not.toContain('4709');
  expect((await admin.call('GET', '/voice-otps/figures')).json()).toMatchObject({ asked: 1, over: 1, heard: 1 });
});

test('a program that is tried out has a bot told its code, in tries that were lost too', async () => {
  const { id } = (
    await admin.call('POST', '/api-key', { name: 'CRM thử', sandbox: true, scopes: ['voice-otp.create'] })
  ).json();
  const { secret } = (await admin.call('POST', `/api-key/${id}/secret`)).json();
  const answer = await app.http.inject({
    method: 'POST',
    url: '/api/mot/voice-otp',
    headers: { authorization: `Bearer ${secret}` },
    payload: { phone: phone() },
  });
  expect(answer.json()).toMatchObject({ test: true });
  await dialler.settled();
  expect(only()).toMatchObject({ toBots: true });
  // Call control has never heard of it.
  board.clear();
  placed = [];
  dialler.lookAtAll();
  await dialler.settled();
  expect(only()).toMatchObject({ toBots: true });
  placed = [];
  await asked();
  expect(only().toBots).toBeUndefined();
});

test('whoever did not answer is called again after the pause, and no more often than was asked', async () => {
  const { id } = await asked({ code: '4709', tries: 2, pause_seconds: 30 });
  await ends(only(), { status: 'no_answer' });
  expect(await now(id)).toMatchObject({ state: 'asked', attempts: 1, reason: 'Không nghe máy' });
  expect(placed).toHaveLength(1);
  app.clock.now += 31_000;
  app.bus.publish('otp-asked', tenant.id, [id]);
  await dialler.settled();
  expect(placed).toHaveLength(2);
  const second = placed[1];
  if (second !== undefined) await ends(second, { status: 'busy', cause: 'busy' });
  expect(await now(id)).toMatchObject({ state: 'busy', attempts: 2 });
});

test('a call that found all lines in use says so, and is one of the tries', async () => {
  isFull = true;
  const { id } = await asked({ code: '4709', tries: 2, pause_seconds: 30 });
  await ends(only(), { status: 'failed', cause: 'limit' });
  const words = 'Hết kênh hoặc chạm giới hạn gọi ra';
  expect(await now(id)).toMatchObject({ state: 'asked', attempts: 1, reason: words, ended_at: null });
  isFull = false;
  app.clock.now += 31_000;
  app.bus.publish('otp-asked', tenant.id, [id]);
  await dialler.settled();
  const second = placed[1];
  if (second === undefined) throw new Error('Nobody was called once more.');
  await ends(second, { status: 'answered', heard: true });
  expect(await now(id)).toMatchObject({ state: 'heard', attempts: 2 });
});

test('a process that dies between its row and the call is made up for by the next one, with the same call and no other', async () => {
  await dialler.close();
  const dying = startDialler(false);
  const { id } = (await admin.call('POST', '/voice-otp', { phone: phone(), code: '4709' })).json();
  await dying.settled();
  await dying.close();
  const { call_id: call, state } = await now(id);
  expect([state, placed]).toEqual(['calling', []]);
  dialler = startDialler();
  dialler.lookAtAll();
  await dialler.settled();
  expect(placed).toEqual([{ id: `otp/${id}/1`, call, code: '4709' }]);
  // The one after it finds the call on the board, and then in the history: nobody is called twice.
  for (const step of [async () => undefined, () => ends(only(), { status: 'answered', heard: true })]) {
    await step();
    dialler.lookAtAll();
    await dialler.settled();
  }
  expect(placed).toHaveLength(1);
  expect(await now(id)).toMatchObject({ state: 'heard' });
});

test('a code that we made is right once; wrong ones are counted, and after five there is none', async () => {
  const first = await asked({ length: 4 });
  const { code } = only();
  expect(code).toMatch(/^\d{4}$/);
  const verify = async (id: string, typed: string) =>
    (await admin.call('POST', `/voice-otp/${id}/verify`, { code: typed })).json();
  const wrong = code === '0000' ? '1111' : '0000';
  expect(await verify(first.id, wrong)).toEqual({ verified: false, tries_left: 4 });
  expect(await verify(first.id, code)).toMatchObject({ verified: true });
  expect(await verify(first.id, code)).toEqual({ verified: false, tries_left: 0 });
  expect(await now(first.id)).toMatchObject({ state: 'verified' });
  await ends(only(), { status: 'answered', heard: true });
  expect(await now(first.id)).toMatchObject({ state: 'verified', ended_at: expect.any(String) });

  const second = await asked({ length: 4 });
  const its = placed[1]?.code ?? '';
  const bad = its === '0000' ? '1111' : '0000';
  for (let nth = 0; nth < 5; nth += 1) await verify(second.id, bad);
  expect(await verify(second.id, its)).toEqual({ verified: false, tries_left: 0 });
});

test('a code that is right stays so, whatever becomes of its call at the same moment or afterwards', async () => {
  const waiting = sql<{ n: number }>`select count(*)::int as n from pg_locks
    where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))`;
  const { id } = await asked({ tries: 2, pause_seconds: 30 });
  let ending: Promise<void> | undefined;
  await app.db.inTenant(tenant.id, async (trx) => {
    // What asking whether it is right does, and its answer is on its way.
    await trx.updateTable('otp_request').set({ state: 'verified', sealed_code: null }).where('id', '=', id).execute();
    ending = ends(only(), { status: 'answered' });
    await expect.poll(async () => (await waiting.execute(trx)).rows[0]?.n).toBeGreaterThan(0);
  });
  await ending;
  expect(await now(id)).toMatchObject({ state: 'verified', ended_at: expect.any(String) });

  // Of its call nothing is known.
  placed = [];
  const lost = await asked();
  const { code, call } = only();
  await admin.call('POST', `/voice-otp/${lost.id}/verify`, { code });
  board.delete(call);
  dialler.lookAtAll();
  await dialler.settled();
  expect(await now(lost.id)).toMatchObject({ state: 'verified', ended_at: expect.any(String) });
});

test('a code that is right between two calls ends the request at once, and nobody is called for it any more', async () => {
  const { id } = await asked({ tries: 2, pause_seconds: 30 });
  const call = only();
  await ends(call, { status: 'answered' });
  expect(await now(id)).toMatchObject({ state: 'asked', attempts: 1 });
  await admin.call('POST', `/voice-otp/${id}/verify`, { code: call.code });
  await dialler.settled();
  expect(await now(id)).toMatchObject({ state: 'verified', ended_at: expect.any(String) });
});

test('one number is called only so often, and no hotline or authority at all', async () => {
  const again = phone();
  for (let nth = 0; nth < 5; nth += 1) await asked({ phone: again, code: '4709' });
  const sixth = await admin.call('POST', '/voice-otp', { phone: again, code: '4709' });
  expect([sixth.statusCode, sixth.json().message]).toEqual([429, 'Số này đã được yêu cầu gọi mã quá nhiều lần']);
  expect((await admin.call('POST', '/voice-otp', { phone: '19001234', code: '4709' })).statusCode).toBe(422);
  expect((await admin.call('POST', '/voice-otp', { phone: '+14155550100', code: '4709' })).json().message).toBe(
    'Không có đầu số OTP nào được gọi số nước ngoài',
  );
});

test('what has expired calls nobody, and its code is gone', async () => {
  await dialler.close();
  const { id } = (await admin.call('POST', '/voice-otp', { phone: phone(), ttl_seconds: 30 })).json();
  app.clock.now += 31_000;
  dialler = startDialler();
  dialler.lookAtAll();
  await dialler.settled();
  expect(placed).toEqual([]);
  expect(await now(id)).toMatchObject({ state: 'expired' });
  expect(await rowOf(id)).toMatchObject({ sealed_code: null, code_hash: null });
});

test('a webhook is told once, when nothing more will come, with the number as its maker sees it', async () => {
  const hook = await admin.call('POST', '/webhook', {
    name: 'CRM',
    url: 'https://crm.example.com/alo',
    events: ['voice-otp.ended'],
  });
  expect(hook.statusCode).toBe(200);
  const { id } = await asked({ code: '4709' });
  await ends(only(), { status: 'busy' });
  dialler.lookAtAll();
  await dialler.settled();
  const told = await app.db.inTenant(tenant.id, async (trx) => {
    for (let times = 0; times < 2; times += 1) await tellOfEvents(trx);
    return trx.selectFrom('webhook_delivery').select(['event', 'data']).execute();
  });
  expect(told).toMatchObject([{ event: 'voice-otp.ended', data: { otp_id: id, state: 'busy' } }]);
});

test('the table keeps no code that can be read', async () => {
  const { id } = await asked({ code: '470951' });
  const { rows } = await app.db.inTenant(tenant.id, (trx) =>
    sql<{ all: string }>`select to_jsonb(otp_request)::text || encode(sealed_code, 'escape') as all from otp_request
      where id = ${id}`.execute(trx),
  );
  expect(rows[0]?.all).not.toContain('470951');
});

test('a number or a greeting that codes are said with is deleted by nobody unseen', async () => {
  const greeting = newId();
  await app.db.inTenant(tenant.id, async (trx) => {
    const audio = newId();
    await trx.insertInto('audio').values({ id: audio, source: 'file', duration_ms: 1, bytes: 1 }).execute();
    await trx.insertInto('greeting').values({ id: greeting, name: 'Chào', audio_id: audio }).execute();
    await trx.updateTable('otp_number').set({ greeting_id: greeting }).execute();
  });
  for (const path of [`//telephony/partner/service-number/${number}`, `//telephony/partner/greeting/${greeting}`]) {
    const answer = await admin.call('DELETE', path);
    expect([answer.statusCode, answer.json().used_by]).toMatchObject([409, [{ kind: 'Đầu số OTP', name: 'Hotline' }]]);
  }
});
