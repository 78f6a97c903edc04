import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, EngineEvent, LegId, TenantId, TrunkId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { contact, header, type IncomingRequest, parseSipUri, type Request } from '@alo/sip';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createSipEngine } from './index.ts';
import { startedEngine } from './testing/started-engine.ts';
import {
  askingForProof,
  type CarrierAnswers,
  granting,
  type TestCarrier,
  testCarrier,
} from './testing/test-carrier.ts';

// Names of this test; anywhere else they come from the database and from call control.
const tenant = 'trunks' as TenantId;
const trunk = 'carrier' as TrunkId;
const number = '02871000101';
const silenceMs = 3_000;

let engine: HostedEngine;
let events: EngineEvent[] = [];
let revision = 0;
let calls = 0;

beforeAll(async () => {
  engine = await startedEngine((event) => events.push(event), { carrierSilenceMs: silenceMs, carrierRetryMs: 200 });
});
afterAll(() => engine.close());

beforeEach(async () => {
  await provision();
  events = [];
});

async function provision(...trunks: TrunkProvision[]): Promise<void> {
  revision += 1;
  await engine.provision({ tenant, revision, domain: 'trunks.example', extensions: [], trunks });
}

async function carrierAt(address: string, answers: CarrierAnswers = {}): Promise<TestCarrier> {
  const carrier = await testCarrier(address, answers);
  onTestFinished(() => carrier.close());
  return carrier;
}

/** A machine that takes what comes and says nothing at all, not even 100; the calls that it was asked for. */
async function silentAt(address: string): Promise<{ address: string; port: number; calls: Set<string> }> {
  const socket = createSocket('udp4');
  socket.bind(0, address);
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  const asked = new Set<string>();
  socket.on('message', (bytes) => {
    const [, call] = /^INVITE [^]*^Call-ID: *(\S+)/im.exec(bytes.toString()) ?? [];
    if (call !== undefined) asked.add(call);
  });
  return { address, port: socket.address().port, calls: asked };
}

const trunkTo = (
  { address, port }: Pick<TestCarrier, 'address' | 'port'>,
  more: Partial<TrunkProvision> = {},
): TrunkProvision => ({
  trunk,
  host: address,
  port,
  transport: 'udp',
  addresses: [],
  numbers: [number],
  ...more,
});
const account = { username: 'alo', authUsername: 'alo-auth', password: 'secret' };
const asked = ({ requests }: TestCarrier, method: string) => requests.filter((request) => request.method === method);
/** How many different ones: what is refused without being remembered is asked again where the answer is slow. */
const byesTo = (carrier: TestCarrier) =>
  new Set(asked(carrier, 'BYE').map((bye) => `${header(bye, 'call-id')} ${header(bye, 'cseq')}`)).size;
const news = () => events.filter((event) => event.type === 'trunk');
const sdpOfCarrier =
  'v=0\r\no=- 1 1 IN IP4 127.0.0.5\r\ns=-\r\nc=IN IP4 127.0.0.5\r\nt=0 0\r\nm=audio 40000 RTP/AVP 8\r\n';
const ours = () => engine.listening?.sipPort ?? 0;

/** Calls a number through the trunk. */
function dial(callerId = { number, name: '' }): LegId {
  calls += 1;
  const call = `call-${calls}` as CallId;
  const leg = `${call}/1` as LegId;
  engine.perform(tenant, call, { type: 'dial', leg, to: { kind: 'trunk', trunk, number: '0901234567' }, callerId });
  return leg;
}
const hangUp = (leg: LegId, call = leg.replace('/1', '') as CallId) =>
  engine.perform(tenant, call, { type: 'hang-up', leg, cause: 'normal' });
function goodbye(bye: IncomingRequest, gone: Request[]): void {
  gone.push(bye.request);
  bye.respond({ status: 200 });
}
const endOf = (leg: LegId) => expect.poll(() => events.find((event) => event.type === 'ended' && event.leg === leg));

test('we register with a proof, again before it runs out, and take ourselves off when the trunk is gone', async () => {
  const carrier = await carrierAt('127.0.0.5');
  carrier.answers.REGISTER = askingForProof('alo-auth', 'secret', granting(2));
  await provision(trunkTo(carrier, { account }));
  await expect.poll(news).toMatchObject([{ trunk, state: 'up', why: 'registered' }]);
  const [, proved] = asked(carrier, 'REGISTER');
  expect(header(proved ?? never(), 'to')).toMatch(/^<sip:alo@127\.0\.0\.5:\d+>$/);
  expect(header(proved ?? never(), 'authorization')).toContain('username="alo-auth"');
  await expect.poll(() => asked(carrier, 'REGISTER').length).toBeGreaterThanOrEqual(4);
  expect(news()).toHaveLength(1);
  await provision();
  await expect.poll(() => asked(carrier, 'REGISTER').map((one) => header(one, 'expires'))).toContain('0');
});

test('a registration that is granted after its trunk is gone is taken off again: calls would go to where nobody is', async () => {
  const held: IncomingRequest[] = [];
  const carrier = await carrierAt('127.0.0.5', { REGISTER: (incoming) => void held.push(incoming) });
  await provision(trunkTo(carrier, { account }));
  await expect.poll(() => held.length).toBe(1);
  await provision();
  const grant = granting(60);
  carrier.answers.REGISTER = grant;
  for (const incoming of held) grant(incoming);
  const [registered] = asked(carrier, 'REGISTER');
  await expect.poll(() => header(asked(carrier, 'REGISTER').at(-1) ?? never(), 'expires')).toBe('0');
  expect(contact(asked(carrier, 'REGISTER').at(-1) ?? never())).toEqual(contact(registered ?? never()));
});

test('a trunk that is taken away and given again is registered after it was taken off, not before', async () => {
  const carrier = await carrierAt('127.0.0.5', { REGISTER: granting(3_600) });
  await provision(trunkTo(carrier, { account }));
  await expect.poll(news).toHaveLength(1);
  const held: IncomingRequest[] = [];
  carrier.answers.REGISTER = (incoming) => void held.push(incoming);
  await provision();
  await provision(trunkTo(carrier, { account }));
  await expect.poll(() => held.map(({ request }) => header(request, 'expires'))).toEqual(['0']);
  carrier.answers.REGISTER = granting(3_600);
  for (const incoming of held) incoming.respond({ status: 200 });
  await expect
    .poll(() => asked(carrier, 'REGISTER').map((one) => header(one, 'expires')))
    .toEqual(['3600', '0', '3600']);
});

test('an engine that comes after one that died registers the same Contact: a carrier may take but one of an account', async () => {
  const carrier = await carrierAt('127.0.0.5', { REGISTER: granting(3_600) });
  const users = () => asked(carrier, 'REGISTER').map((one) => parseSipUri(contact(one)?.uri ?? '')?.user);
  await provision(trunkTo(carrier, { account }));
  await expect.poll(users).toHaveLength(1);
  const folder = await mkdtemp(join(tmpdir(), 'alo-trunks-'));
  const next = createSipEngine({ files: { promptsFolder: folder, recordingsFolder: folder }, sipPort: 0 });
  onTestFinished(() => next.close());
  await next.start();
  const trunks = [trunkTo(carrier, { account })];
  await next.provision({ tenant, revision: 1, domain: 'trunks.example', extensions: [], trunks });
  await next.open();
  await expect.poll(users).toHaveLength(2);
  const [first, second] = users();
  expect(second).toBe(first);
  await provision(trunkTo(carrier, { account: { ...account, password: 'another' } }));
  await expect.poll(() => users().at(-1)).not.toBe(first);
});

test('a carrier that refuses us is down with its answer, and asked again less and less often', async () => {
  const times: number[] = [];
  const carrier = await carrierAt('127.0.0.5', {
    REGISTER: (incoming) => {
      times.push(performance.now());
      incoming.respond({ status: 403 });
    },
  });
  await provision(trunkTo(carrier, { account }));
  await expect.poll(() => times.length).toBe(4);
  expect(news()).toMatchObject([{ state: 'down', why: 'refused', sipCode: 403 }]);
  const pauses = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  expect(pauses[2]).toBeGreaterThan(2 * (pauses[0] ?? 0));
  carrier.answers.REGISTER = granting(60);
  await expect.poll(news).toMatchObject([{ state: 'down' }, { state: 'up', why: 'registered' }]);
});

test('a wrong password is refused once, and not tried on and on', async () => {
  const carrier = await carrierAt('127.0.0.5', { REGISTER: askingForProof('alo-auth', 'other', granting(60)) });
  await provision(trunkTo(carrier, { account }));
  await expect.poll(news).toMatchObject([{ state: 'down', why: 'refused', sipCode: 401 }]);
  expect(asked(carrier, 'REGISTER').length).toBeLessThan(4);
});

test('a call for the Contact that we registered is the carrier’s, from wherever; a number that is not ours is not found', async () => {
  const carrier = await carrierAt('127.0.0.5', { REGISTER: granting(60) });
  await provision(trunkTo(carrier, { account }));
  await expect.poll(news).toHaveLength(1);
  const [registered] = asked(carrier, 'REGISTER');
  const user = parseSipUri(contact(registered ?? never())?.uri ?? '')?.user ?? '';
  const elsewhere = await carrierAt('127.0.0.6');
  void elsewhere.invite(user, ours(), { dialled: `+84${number.slice(1)}` });
  await expect
    .poll(() => events.find(({ type }) => type === 'arrived'))
    .toMatchObject({ dialled: number, origin: { kind: 'trunk', trunk, number: '0901234567' } });
  expect(await elsewhere.invite(user, ours(), { dialled: '02899999999' })).toBe(404);
  expect(await elsewhere.invite(number, ours())).toBe(401);
});

test.each([
  [`+84${number.slice(1)};cpc=ordinary`, '+84901112223;cpc=ordinary'],
  [`+84${number.slice(1)};npdi;rn=+84901000000`, '+84901112223;noa=national;srvattri=national'],
  [`${number};phone-context=+84`, '0901112223;phone-context=+84'],
  [`+84${number.slice(1)};tgrp=g1;trunk-context=ims.vn`, '+84901112223;tgrp=g1;trunk-context=ims.vn'],
  [`+84-28-${number.slice(3)}`, '+84901112223;isub=12'],
])('a carrier that calls %s from %s reaches our number, and the caller’s is plain', async (to, from) => {
  const carrier = await carrierAt('127.0.0.5');
  await provision(trunkTo(carrier));
  void carrier.invite(to, ours(), { from });
  await expect
    .poll(() => events.find(({ type }) => type === 'arrived'))
    .toMatchObject({ dialled: number, origin: { kind: 'trunk', trunk, number: '+84901112223' } });
  const asserted = { name: 'p-asserted-identity', value: '<sip:+84907770001;cpc=payphone@ims.vn>, <tel:+84907770001>' };
  void carrier.invite(to, ours(), { from, headers: [asserted] });
  await expect
    .poll(() => events.filter(({ type }) => type === 'arrived'))
    .toMatchObject([{}, { origin: { number: '+84907770001' } }]);
});

test('a carrier that answers nothing is down, and up from its first answer on', async () => {
  const carrier = await carrierAt('127.0.0.5');
  await provision(trunkTo(carrier, { checkSeconds: 0.3 }));
  await expect.poll(news).toMatchObject([{ state: 'down', why: 'no-response' }]);
  carrier.answers.OPTIONS = (incoming) => void incoming.respond({ status: 404 });
  await expect.poll(news).toMatchObject([{ state: 'down' }, { state: 'up', why: 'answers' }]);
});

test('a carrier that was away is registered with as soon as it is back: it may have started again, and know us no more', async () => {
  const answering = (status: number) => (incoming: IncomingRequest) => void incoming.respond({ status });
  const carrier = await carrierAt('127.0.0.5', { REGISTER: granting(3_600), OPTIONS: answering(200) });
  await provision(trunkTo(carrier, { account, checkSeconds: 0.2 }));
  await expect.poll(news).toMatchObject([{ state: 'up' }]);
  carrier.answers.OPTIONS = answering(503);
  await expect.poll(news).toMatchObject([{ state: 'up' }, { state: 'down', why: 'refused', sipCode: 503 }]);
  expect(asked(carrier, 'REGISTER')).toHaveLength(1);
  carrier.answers.OPTIONS = answering(200);
  await expect.poll(news).toMatchObject([{ state: 'up' }, { state: 'down' }, { state: 'up', why: 'registered' }]);
  await expect.poll(() => asked(carrier, 'REGISTER').length).toBe(2);
  const contacts = asked(carrier, 'REGISTER').map((register) => header(register, 'contact'));
  expect(contacts[1]).toBe(contacts[0]);
  // Once, and not at each sign of life.
  const checked = asked(carrier, 'OPTIONS').length;
  await expect.poll(() => asked(carrier, 'OPTIONS').length).toBeGreaterThan(checked + 1);
  expect(asked(carrier, 'REGISTER')).toHaveLength(2);
});

test('a call is proved where the carrier asks for it', async () => {
  const busy = (incoming: Parameters<NonNullable<CarrierAnswers['INVITE']>>[0]) =>
    void incoming.respond({ status: 486 });
  const carrier = await carrierAt('127.0.0.5', {
    REGISTER: granting(60),
    INVITE: askingForProof('alo-auth', 'secret', busy),
  });
  await provision(trunkTo(carrier, { account }));
  const leg = dial();
  await endOf(leg).toMatchObject({ cause: 'busy', sipCode: 486 });
  expect(asked(carrier, 'INVITE').map((one) => header(one, 'cseq'))).toEqual(['1 INVITE', '2 INVITE']);
});

/** Picks up, whoever calls; the ACKs that come of it. */
function pickingUp(carrier: () => TestCarrier, written?: string) {
  const acks: Request[] = [];
  const pickUp = (incoming: IncomingRequest): void => {
    incoming.watch({ onAck: (ack) => void acks.push(ack) });
    const { address, port } = carrier();
    const headers = [
      { name: 'contact', value: written ?? `<sip:carrier@${address}:${port}>` },
      { name: 'content-type', value: 'application/sdp' },
    ];
    incoming.respond({ status: 200, headers, body: new TextEncoder().encode(sdpOfCarrier) });
  };
  return { pickUp, acks };
}

test('who picks up a call that was proved is told so with the same proof (RFC 3261 §22.1)', async () => {
  const { pickUp, acks } = pickingUp(() => carrier);
  const carrier: TestCarrier = await carrierAt('127.0.0.5', {
    REGISTER: granting(60),
    INVITE: askingForProof('alo-auth', 'secret', pickUp),
  });
  await provision(trunkTo(carrier, { account }));
  dial();
  await expect.poll(() => acks.length).toBe(1);
  const [, proved] = asked(carrier, 'INVITE');
  expect(header(proved ?? never(), 'x-alo-call')).toBeUndefined();
  expect(header(proved ?? never(), 'authorization')).toContain('username="alo-auth"');
  expect(header(acks[0] ?? never(), 'authorization')).toBe(header(proved ?? never(), 'authorization'));
});

test('a carrier that wants a proof of who acknowledges its ringing gets one, and the call goes on', async () => {
  const proved: Request[] = [];
  const ringing: IncomingRequest[] = [];
  const ring = (incoming: IncomingRequest, number: number) =>
    incoming.respond({
      status: 180,
      headers: [
        { name: 'contact', value: `<sip:carrier@${carrier.address}:${carrier.port}>` },
        { name: 'require', value: '100rel' },
        { name: 'rseq', value: String(number) },
      ],
    });
  const { pickUp, acks } = pickingUp(() => carrier);
  const gone: Request[] = [];
  const carrier: TestCarrier = await carrierAt('127.0.0.5', {
    REGISTER: granting(60),
    INVITE: askingForProof('alo-auth', 'secret', (incoming) => {
      ringing.push(incoming);
      ring(incoming, 7);
    }),
    PRACK: askingForProof('alo-auth', 'secret', (prack) => goodbye(prack, proved)),
    BYE: (bye) => goodbye(bye, gone),
  });
  await provision(trunkTo(carrier, { account }));
  const leg = dial();
  const racks = () => proved.map((prack) => [header(prack, 'rack'), header(prack, 'cseq')]);
  await expect.poll(racks).toEqual([['7 2 INVITE', '4 PRACK']]);
  ring(ringing[0] ?? never(), 8);
  await expect.poll(racks).toEqual([
    ['7 2 INVITE', '4 PRACK'],
    ['8 2 INVITE', '6 PRACK'],
  ]);
  pickUp(ringing[0] ?? never());
  await expect.poll(() => acks.length).toBe(1);
  // What we say next has a number of its own, or it would be refused.
  hangUp(leg);
  await expect.poll(() => gone.map((bye) => header(bye, 'cseq'))).toEqual(['7 BYE']);
});

describe('a gateway behind NAT that writes where it believes to be is told everything where it speaks from', () => {
  const behind = '<sip:gateway@10.255.255.1:5060>';

  test('in a call that we made', async () => {
    const gone: Request[] = [];
    const { pickUp, acks } = pickingUp(() => gateway, behind);
    const gateway: TestCarrier = await carrierAt('127.0.0.5', {
      INVITE: pickUp,
      BYE: (bye) => goodbye(bye, gone),
    });
    await provision(trunkTo(gateway));
    const leg = dial();
    await expect.poll(() => acks.length).toBe(1);
    hangUp(leg);
    await expect.poll(() => gone.map(({ uri }) => uri)).toEqual(['sip:gateway@10.255.255.1:5060']);
  });

  test('in a call that came from there', async () => {
    const gone: Request[] = [];
    const gateway = await carrierAt('127.0.0.5', { BYE: (bye) => goodbye(bye, gone) });
    await provision(trunkTo(gateway));
    const status = gateway.invite(number, ours(), { contact: behind, sdp: sdpOfCarrier });
    await expect.poll(() => events.some(({ type }) => type === 'arrived')).toBe(true);
    const arrived = events.find((event) => event.type === 'arrived') ?? never();
    engine.perform(tenant, arrived.call, { type: 'answer', leg: arrived.leg });
    expect(await status).toBe(200);
    hangUp(arrived.leg, arrived.call);
    await expect.poll(() => gone.length).toBe(1);
  });
});

describe('a carrier that wants a proof of who hangs up gets one, and the call does not go on there', () => {
  test('of a call that we made', async () => {
    const gone: Request[] = [];
    const { pickUp, acks } = pickingUp(() => carrier);
    const carrier: TestCarrier = await carrierAt('127.0.0.5', {
      REGISTER: granting(60),
      INVITE: pickUp,
      BYE: askingForProof('alo-auth', 'secret', (bye) => goodbye(bye, gone)),
    });
    await provision(trunkTo(carrier, { account }));
    const leg = dial();
    await expect.poll(() => acks.length).toBe(1);
    hangUp(leg);
    await expect.poll(() => gone.map((bye) => header(bye, 'cseq'))).toEqual(['3 BYE']);
    expect(byesTo(carrier)).toBe(2);
  });

  test('of a call that came from there', async () => {
    const gone: Request[] = [];
    const carrier = await carrierAt('127.0.0.5', {
      REGISTER: granting(60),
      BYE: askingForProof('alo-auth', 'secret', (bye) => goodbye(bye, gone)),
    });
    await provision(trunkTo(carrier, { account }));
    const status = carrier.invite(number, ours(), { sdp: sdpOfCarrier });
    await expect.poll(() => events.some(({ type }) => type === 'arrived')).toBe(true);
    const arrived = events.find((event) => event.type === 'arrived') ?? never();
    engine.perform(tenant, arrived.call, { type: 'answer', leg: arrived.leg });
    expect(await status).toBe(200);
    // How we call the call is not its affair.
    expect(carrier.responses.map((response) => header(response, 'x-alo-call'))).not.toContain(arrived.call);
    hangUp(arrived.leg, arrived.call);
    await expect.poll(() => gone.length).toBe(1);
  });

  test('of a call that it picked up when we had just given up', async () => {
    const gone: Request[] = [];
    const ringing: IncomingRequest[] = [];
    const { pickUp } = pickingUp(() => carrier);
    const carrier: TestCarrier = await carrierAt('127.0.0.5', {
      REGISTER: granting(60),
      INVITE(incoming) {
        incoming.respond({ status: 180 });
        ringing.push(incoming);
      },
      BYE: askingForProof('alo-auth', 'secret', (bye) => goodbye(bye, gone)),
    });
    await provision(trunkTo(carrier, { account }));
    const leg = dial();
    await expect.poll(() => events.some(({ type }) => type === 'ringing')).toBe(true);
    hangUp(leg);
    // The CANCEL is on its way.
    pickUp(ringing[0] ?? never());
    await expect.poll(() => gone.map((bye) => header(bye, 'cseq'))).toEqual(['3 BYE']);
  });

  test('one that takes no proof is not told again and again', async () => {
    const { pickUp, acks } = pickingUp(() => carrier);
    const carrier: TestCarrier = await carrierAt('127.0.0.5', {
      REGISTER: granting(60),
      INVITE: pickUp,
      BYE: askingForProof('alo-auth', 'another', () => expect.unreachable('the proof is right')),
    });
    await provision(trunkTo(carrier, { account }));
    const leg = dial();
    await expect.poll(() => acks.length).toBe(1);
    hangUp(leg);
    await expect.poll(() => byesTo(carrier)).toBe(2);
    // A call that comes and goes after it has taken longer than a third BYE would have.
    const next = dial();
    await expect.poll(() => acks.length).toBe(2);
    hangUp(next);
    await expect.poll(() => byesTo(carrier)).toBe(4);
  });
});

test('the next server of a carrier is called when the first says nothing or cannot serve, in one patience together', async () => {
  const silent = await silentAt('127.0.0.5');
  const full = await carrierAt('127.0.0.6', { INVITE: (incoming) => void incoming.respond({ status: 503 }) });
  const good = await carrierAt('127.0.0.7', { INVITE: (incoming) => void incoming.respond({ status: 486 }) });
  const backups = [full, good].map(({ address, port }) => `${address}:${port}`);
  await provision(trunkTo(silent, { backups }));
  const began = performance.now();
  await endOf(dial()).toMatchObject({ cause: 'busy' });
  expect(performance.now() - began).toBeLessThan(silenceMs);
  // Who said nothing is asked behind the others for a while.
  expect(silent.calls.size).toBe(1);
  await endOf(dial()).toMatchObject({ cause: 'busy' });
  expect(silent.calls.size).toBe(1);
});

test.each([
  ['asserted', { number, name: 'Alô' }, 'p-asserted-identity', `"Alô" <sip:${number}@`, undefined],
  ['remote-party', { number, name: '' }, 'remote-party-id', ';party=calling;privacy=off;screen=yes', undefined],
  ['asserted', { number: '', name: '' }, 'p-asserted-identity', '<sip:alo@', 'id'],
  ['remote-party', { number: '', name: '' }, 'remote-party-id', 'privacy=full', 'id'],
] as const)('a carrier that wants it %s is told who calls as %j', async (identity, callerId, name, told, privacy) => {
  const carrier = await carrierAt('127.0.0.5', {
    REGISTER: granting(60),
    INVITE: (incoming) => void incoming.respond({ status: 486 }),
  });
  await provision(trunkTo(carrier, { account, identity }));
  await endOf(dial(callerId)).toMatchObject({ cause: 'busy' });
  const [invite] = asked(carrier, 'INVITE');
  expect(header(invite ?? never(), name)).toContain(told);
  expect(header(invite ?? never(), 'privacy')).toBe(privacy);
  expect(header(invite ?? never(), 'from')).toContain(callerId.number || 'anonymous.invalid');
});

test.each([
  [
    'what the network asserts',
    [{ name: 'p-asserted-identity', value: '"A" <sip:+84912345678@x>' }],
    true,
    '+84912345678',
  ],
  ['a tel URI', [{ name: 'p-asserted-identity', value: '<tel:+84912345678>' }], true, '+84912345678'],
  [
    'an older header',
    [{ name: 'remote-party-id', value: '<sip:0912345678@x>;party=calling;privacy=off' }],
    true,
    '0912345678',
  ],
  ['not the called party', [{ name: 'remote-party-id', value: '<sip:0912345678@x>;party=called' }], true, ''],
  [
    'nothing when the caller wants none',
    [
      { name: 'p-asserted-identity', value: '<sip:0912345678@x>' },
      { name: 'privacy', value: 'id;critical' },
    ],
    true,
    '',
  ],
  [
    'nothing where the carrier is not believed',
    [{ name: 'p-asserted-identity', value: '<sip:0912345678@x>' }],
    false,
    '',
  ],
] as const)('of an anonymous caller we show %s', async (_words, headers, trustsIdentity, shown) => {
  const carrier = await carrierAt('127.0.0.5');
  await provision(trunkTo(carrier, { trustsIdentity }));
  void carrier.invite(number, ours(), { from: 'anonymous', headers });
  await expect.poll(() => events.find(({ type }) => type === 'arrived')).toMatchObject({ origin: { number: shown } });
});

function never(): never {
  throw new Error('the carrier of this test has not been asked');
}
