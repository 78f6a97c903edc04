import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import type { CallerId, CallId, EngineEvent, LegId, TenantId, TrunkId } from '@alo/call-core';
import type { TrunkManner, TrunkProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { header, type IncomingRequest, optionTags, type Request } from '@alo/sip';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { startedEngine } from './testing/started-engine.ts';
import {
  askingForProof,
  type CarrierAnswers,
  granting,
  type TestCarrier,
  testCarrier,
} from './testing/test-carrier.ts';

const tenant = 'manners' as TenantId;
const trunk = 'carrier' as TrunkId;
const number = '02871000102';
const account = { username: 'alo', authUsername: 'alo-auth', password: 'secret' };

let engine: HostedEngine;
let events: EngineEvent[] = [];
let revision = 0;
let calls = 0;

beforeAll(async () => {
  engine = await startedEngine((event) => events.push(event));
});
afterAll(() => engine.close());
beforeEach(() => {
  events = [];
});

async function carrierAt(address: string, answers: CarrierAnswers = {}): Promise<TestCarrier> {
  const carrier = await testCarrier(address, answers);
  onTestFinished(() => carrier.close());
  return carrier;
}

async function wanting(
  { address, port }: TestCarrier,
  manner: TrunkManner,
  more: Partial<TrunkProvision> = {},
): Promise<void> {
  revision += 1;
  const base = { trunk, host: address, port, transport: 'udp', addresses: [], numbers: [number], manner } as const;
  await engine.provision({ tenant, revision, domain: 'm.example', extensions: [], trunks: [{ ...base, ...more }] });
}

function dial(to = '0901234567', callerId: CallerId = { number, name: '' }): LegId {
  calls += 1;
  const call = `manner-${calls}` as CallId;
  const leg = `${call}/1` as LegId;
  engine.perform(tenant, call, { type: 'dial', leg, to: { kind: 'trunk', trunk, number: to }, callerId });
  return leg;
}
const hangUp = (leg: LegId) =>
  engine.perform(tenant, leg.replace('/1', '') as CallId, { type: 'hang-up', leg, cause: 'normal' });
const toldOf = (leg: LegId) => events.flatMap((event) => ('leg' in event && event.leg === leg ? [event.type] : []));
const asked = ({ requests }: TestCarrier, method: string) => requests.filter((request) => request.method === method);
const busy = (incoming: IncomingRequest) => void incoming.respond({ status: 486 });
const body = (request: Request) => new TextDecoder().decode(request.body);
const sdp = (formats = '8', more = '') =>
  new TextEncoder().encode(
    `v=0\r\no=- 1 1 IN IP4 127.0.0.5\r\ns=-\r\nc=IN IP4 127.0.0.5\r\nt=0 0\r\nm=audio 40000 RTP/AVP ${formats}\r\n${more}`,
  );
const answeredWith = (bytes: Uint8Array) => (incoming: IncomingRequest) =>
  void incoming.respond({
    status: 200,
    headers: [
      { name: 'contact', value: `<${incoming.request.uri}>` },
      { name: 'content-type', value: 'application/sdp' },
    ],
    body: bytes,
  });

/** The INVITE that a carrier with this manner gets. */
async function invited(
  manner: TrunkManner,
  more: Partial<TrunkProvision> = {},
  to?: string,
  callerId?: CallerId,
): Promise<Request> {
  const carrier = await carrierAt('127.0.0.5', { INVITE: busy, REGISTER: granting(60) });
  await wanting(carrier, manner, more);
  dial(to, callerId);
  await expect.poll(() => asked(carrier, 'INVITE')).toHaveLength(1);
  return asked(carrier, 'INVITE')[0] ?? never();
}

test('the name that a carrier goes by stands in the request, From, To and what is asserted; packets go to its server', async () => {
  const invite = await invited({ domain: 'ims.example.vn' }, { identity: 'asserted', transport: 'udp' });
  expect(invite.uri).toBe('sip:0901234567@ims.example.vn');
  expect(header(invite, 'from')).toContain(`<sip:${number}@ims.example.vn>`);
  expect(header(invite, 'to')).toContain('<sip:0901234567@ims.example.vn>');
  expect(header(invite, 'p-asserted-identity')).toContain(`<sip:${number}@ims.example.vn>`);
});

test('a carrier that registers us elsewhere than it takes calls is registered with there, under its name', async () => {
  const registrar = await carrierAt('127.0.0.6');
  registrar.answers.REGISTER = askingForProof('alo-auth', 'secret', granting(60));
  const carrier = await carrierAt('127.0.0.5', { INVITE: busy });
  const manner = { domain: 'ims.example.vn', registrar: `127.0.0.6:${registrar.port}` };
  await wanting(carrier, manner, { account, inside: ['127.0.0.6'] });
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'trunk', state: 'up' }));
  const [, proved] = asked(registrar, 'REGISTER');
  expect(proved?.uri).toBe('sip:ims.example.vn');
  expect(header(proved ?? never(), 'to')).toBe('<sip:alo@ims.example.vn>');
  expect(asked(carrier, 'REGISTER')).toEqual([]);
  dial();
  await expect.poll(() => asked(carrier, 'INVITE')).toHaveLength(1);
  expect(asked(registrar, 'INVITE')).toEqual([]);
});

test('a registrar is nowhere inside, unless the operator assigned it', async () => {
  const registrar = await carrierAt('127.0.0.6', { REGISTER: granting(60) });
  const carrier = await carrierAt('127.0.0.5');
  await wanting(carrier, { registrar: `127.0.0.6:${registrar.port}` }, { account });
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'trunk', state: 'down' }));
  expect(registrar.requests).toEqual([]);
});

test.each([
  ['national', '+84901234567', '0901234567'],
  ['international', '0901234567', '84901234567'],
  ['plus', '0901234567', '+84901234567'],
  ['plus', '19001234', '19001234'],
  ['plus', '113', '113'],
] as const)('a carrier that wants numbers %s is asked for %s as %s', async (calledForm, dialled, written) => {
  const invite = await invited({ calledForm }, {}, dialled);
  expect(invite.uri).toMatch(new RegExp(`^sip:${written.replace('+', '\\+')}@`));
  expect(header(invite, 'to')).toContain(`<sip:${written}@`);
});

test('a carrier that wants numbers to be called phones finds that in each of them', async () => {
  const invite = await invited({ userIsPhone: true }, { identity: 'asserted' });
  expect(invite.uri).toMatch(/;user=phone$/);
  for (const name of ['from', 'to', 'p-asserted-identity']) expect(header(invite, name)).toContain(';user=phone>');
});

test.each([
  [undefined, 'id'],
  ['user-id', 'user;id'],
  ['none', undefined],
] as const)('a number that is withheld is so as the carrier wants it: %s', async (privacy, said) => {
  const withheld = { number: '', name: '' };
  const invite = await invited(privacy === undefined ? {} : { privacy }, {}, '0901234567', withheld);
  expect(header(invite, 'privacy')).toBe(said);
  expect(header(invite, 'from')).toContain('anonymous.invalid');
});

test.each(['from', 'asserted'] as const)(
  'a carrier that wants its account in From is told who calls beside it, also where its identity is “%s”',
  async (identity) => {
    const invite = await invited({ accountInFrom: true }, { account, identity });
    expect(header(invite, 'from')).toContain('<sip:alo@');
    expect(header(invite, 'p-asserted-identity')).toContain(`<sip:${number}@`);
  },
);

test.each([
  [{}, ['timer', '100rel'], [], undefined],
  [{ provisionals: 'plain' }, ['timer'], [], undefined],
  [{ provisionals: 'plain', refreshSeconds: null }, [], [], undefined],
  [{ provisionals: 'reliable' }, ['timer', '100rel'], ['100rel'], undefined],
  [{ refreshSeconds: 1_800 }, ['timer', '100rel'], [], '1800;refresher=uac'],
] as const)('of %o a carrier is told so', async (manner, supported, required, expires) => {
  const invite = await invited(manner);
  expect(optionTags(invite, 'supported')).toEqual(supported);
  expect(optionTags(invite, 'require')).toEqual(required);
  expect(header(invite, 'session-expires')).toBe(expires);
});

test.each([
  ['nothing at all', new Uint8Array()],
  ['what we do not speak', sdp('18', 'a=rtpmap:18 G729/8000\r\n')],
])('a carrier that answers with %s is hung up on with the reason', async (_words, answer) => {
  const carrier = await carrierAt('127.0.0.5', { INVITE: answeredWith(answer), BYE: granting(60) });
  await wanting(carrier, {});
  const leg = dial();
  await expect
    .poll(() => asked(carrier, 'BYE').map((bye) => header(bye, 'reason')))
    .toEqual(['Q.850;cause=88;text="No audio in common"']);
  await expect.poll(() => toldOf(leg)).toContain('ended');
  expect(toldOf(leg)).not.toContain('answered');
});

test('a carrier to which our sessions are too short says how long they are to be, and is called anew', async () => {
  const carrier = await carrierAt('127.0.0.5', {
    INVITE: (incoming) =>
      header(incoming.request, 'session-expires') === '3600;refresher=uac'
        ? busy(incoming)
        : void incoming.respond({ status: 422, headers: [{ name: 'min-se', value: '3600' }] }),
  });
  await wanting(carrier, { refreshSeconds: 1_800 });
  const leg = dial();
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'ended', leg, cause: 'busy' }));
  expect(asked(carrier, 'INVITE').map((one) => header(one, 'cseq'))).toEqual(['1 INVITE', '2 INVITE']);
});

test.each([
  [undefined, true, undefined],
  ['info', false, 'Signal=5'],
  ['sound', false, undefined],
] as const)('keys by %s: telephone-event is offered %s, and INFO says %s', async (keys, isOffered, info) => {
  const carrier = await carrierAt('127.0.0.5', {
    INVITE: answeredWith(sdp('8 101', 'a=rtpmap:101 telephone-event/8000\r\n')),
    INFO: (incoming) => void incoming.respond({ status: 200 }),
    BYE: (incoming) => void incoming.respond({ status: 200 }),
  });
  await wanting(carrier, keys === undefined ? {} : { keys });
  const leg = dial();
  await expect.poll(() => toldOf(leg)).toContain('answered');
  expect(body(asked(carrier, 'INVITE')[0] ?? never()).includes('telephone-event')).toBe(isOffered);
  engine.perform(tenant, leg.replace('/1', '') as CallId, { type: 'send-dtmf', leg, digits: '5' });
  await expect.poll(() => info === undefined || asked(carrier, 'INFO').map(body).join().includes(info)).toBe(true);
  hangUp(leg);
  await expect.poll(() => asked(carrier, 'BYE').length).toBeGreaterThan(0);
  expect(asked(carrier, 'INFO')).toHaveLength(info === undefined ? 0 : 1);
});

test.each([
  [false, 'early-media'],
  [true, 'ringing'],
] as const)(
  'what a carrier sounds before it answers is not wanted (%s): the call is told %s',
  async (ignoresEarlyMedia, told) => {
    const carrier = await carrierAt('127.0.0.5', {
      INVITE: (incoming) =>
        void incoming.respond({
          status: 183,
          headers: [{ name: 'content-type', value: 'application/sdp' }],
          body: sdp(),
        }),
    });
    await wanting(carrier, { ignoresEarlyMedia });
    const leg = dial();
    await expect.poll(() => toldOf(leg)).toEqual([told]);
    hangUp(leg);
  },
);

test('a carrier that may be silent for so long and no longer is hung up on, though its signalling answers', async () => {
  const carrier = await carrierAt('127.0.0.5', {
    INVITE: answeredWith(sdp()),
    OPTIONS: (incoming) => void incoming.respond({ status: 200 }),
    BYE: (incoming) => void incoming.respond({ status: 200 }),
  });
  await wanting(carrier, { silenceMs: 1_000 });
  const leg = dial();
  await expect.poll(() => events).toContainEqual(expect.objectContaining({ type: 'ended', leg, cause: 'no-media' }));
});

function never(): never {
  throw new Error('the carrier of this test has not been asked');
}

/** What is answered to a datagram from an address. */
async function toldTo(address: string, text: string): Promise<string> {
  const socket = createSocket('udp4');
  onTestFinished(() => void socket.close());
  socket.bind(0, address);
  await once(socket, 'listening');
  const answer = once(socket, 'message');
  socket.send(text.replace('$me', `${address}:${socket.address().port}`), engine.listening?.sipPort ?? 0, '127.0.0.1');
  const [bytes] = await answer;
  return String(bytes).split('\r\n', 1)[0] ?? '';
}

test('a carrier that heard the tags of a call of another company’s carrier does not end it; its own does, by whichever of its ports', async () => {
  const stranger = await carrierAt('127.0.0.6');
  const base = { trunk: 'other' as TrunkId, transport: 'udp', addresses: [], numbers: ['02871000999'] } as const;
  await engine.provision({
    tenant: 'other' as TenantId,
    revision: 1,
    domain: 'o.example',
    extensions: [],
    trunks: [{ ...base, host: stranger.address, port: stranger.port }],
  });
  let tag = '';
  const carrier = await carrierAt('127.0.0.5', {
    INVITE(incoming) {
      tag = incoming.toTag;
      answeredWith(sdp())(incoming);
    },
  });
  await wanting(carrier, {});
  const leg = dial();
  await expect.poll(() => toldOf(leg)).toContain('answered');
  const invite = asked(carrier, 'INVITE')[0] ?? never();
  const bye = [
    `BYE sip:alo@127.0.0.1:${engine.listening?.sipPort} SIP/2.0`,
    'Via: SIP/2.0/UDP $me;branch=z9hG4bKbye',
    `From: ${header(invite, 'to')};tag=${tag}`,
    `To: ${header(invite, 'from')}`,
    `Call-ID: ${header(invite, 'call-id')}`,
    'CSeq: 7 BYE\r\nMax-Forwards: 70\r\nContent-Length: 0\r\n\r\n',
  ].join('\r\n');
  expect(await toldTo('127.0.0.6', bye)).toMatch(/^SIP\/2\.0 481 /);
  expect(toldOf(leg)).not.toContain('ended');
  expect(await toldTo('127.0.0.5', bye.replace('z9hG4bKbye', 'z9hG4bKown'))).toBe('SIP/2.0 200 OK');
  await expect.poll(() => toldOf(leg)).toContain('ended');
});
