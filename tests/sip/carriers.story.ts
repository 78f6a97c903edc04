import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CallId, EngineEvent, LegId, TenantId, TrunkId } from '@alo/call-core';
import type { TrunkProvision } from '@alo/engine';
import type { HostedEngine } from '@alo/engine-host';
import { createSipEngine } from '@alo/engine-sip';
import { freePort } from '@alo/testing';
import { inDepth } from '@alo/testing/in-depth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { until } from '../e2e/support/until.ts';
import { asWritten, isTaken, play } from './play-scenario.ts';
import { ask, hear, perhaps, plain, type Step, sdp, tell, wait } from './scenario.ts';

/**
 * sipp as the carrier: one engine, whose calls a few lines below decide about, and a scenario of each thing that another stack has
 * to see on the wire. Which test holds which promise about the outside world stands in docs/outside-world.md.
 */
const tenant = 'sipp' as TenantId; // A name of this story; anywhere else they come from the database, as do trunks.
const known = '127.0.0.2';
const stranger = '127.0.0.66';
/** Longer than a busy machine keeps a program of another process from its first answer. */
const silenceMs = 10_000;

let engine: HostedEngine;
let revision = 1;
const events: EngineEvent[] = [];

type Arrived = Extract<EngineEvent, { type: 'arrived' }>;
/** What becomes of a call, by the number that it is for; a number of its own for each test. */
const plans = new Map<string, (call: Arrived) => void>();

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'alo-carriers-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  engine = createSipEngine({
    files,
    sipPort: 0,
    bindAddress: '::',
    carrierSilenceMs: silenceMs,
    carrierRetryMs: 200,
  });
  await engine.start();
  engine.onEvent((_tenant, event) => {
    events.push(event);
    if (event.type === 'arrived') plans.get(event.dialled)?.(event);
  });
  const numbers = Array.from({ length: 40 }, (_, i) => numberOf(i));
  const addresses = [known, '::1'];
  const carrier = { trunk: 'in' as TrunkId, host: known, port: 5999, transport: 'udp', addresses, numbers } as const;
  await engine.provision({ tenant, revision, domain: 'sipp.example', extensions: [], trunks: [carrier] });
  await engine.open();
});
afterAll(() => engine.close());

const numberOf = (index: number): string => `028710${String(10_000 + index)}`;
let given = 0;
/** A number of ours that no other test has, and what becomes of calls for it. */
function line(plan: (call: Arrived) => void): string {
  const number = numberOf(given);
  given += 1;
  plans.set(number, plan);
  return number;
}

const perform = (call: CallId, command: Parameters<HostedEngine['perform']>[2]) =>
  engine.perform(tenant, call, command);
const answers = ({ call, leg }: Arrived) => perform(call, { type: 'answer', leg });
const rings = ({ call, leg }: Arrived) => perform(call, { type: 'ring', leg });
const soundsEarly = ({ call, leg }: Arrived) => perform(call, { type: 'progress', leg });
const eventsOf = (call: CallId) => events.filter((event) => 'call' in event && event.call === call);
const arrivedFor = (number: string) =>
  events.find((event): event is Arrived => event.type === 'arrived' && event.dialled === number);
/** All that was told of a call once it is over: the engine tells it a moment after its caller has heard so. */
const toldOf = (number: string) =>
  until('the end is told', () => {
    const told = eventsOf(arrivedFor(number)?.call ?? never());
    return told.some(({ type }) => type === 'ended') && told;
  });

type Way = { readonly address?: string; readonly transport?: 'udp' | 'tcp'; readonly host?: string };
/** The carrier calls a number of ours. */
const carrierCalls = (name: string, number: string, steps: readonly Step[], { host = '127.0.0.1', ...way }: Way = {}) =>
  play(name, { steps, ...way, calls: { number, host, port: engine.listening?.sipPort ?? 0 } });

const call = (body?: string, headers: readonly string[] = []) =>
  ask('INVITE', { headers, ...(body === undefined ? {} : { body }) });
const trying = [perhaps(100), perhaps(180), perhaps(183)];
const hangsUp = (seq = 2) => [ask('BYE', { seq }), hear(200)];
/** An answer that says so, and a talk that is over at once. */
const answered = (says: Parameters<typeof hear>[1] = {}) => [...trying, hear(200, says), ask('ACK'), ...hangsUp()];
const refused = (status: number, says: Parameters<typeof hear>[1] = {}) => [
  perhaps(100),
  hear(status, says),
  ask('ACK'),
];

describe.concurrent('a carrier that calls us', () => {
  test.each([
    ['+84…', (number: string) => `+84${number.slice(1)}`],
    ['84…', (number: string) => `84${number.slice(1)}`],
    ['0…', (number: string) => number],
  ])('may write our number as %s', async (name, written) => {
    const number = line(answers);
    expect(await carrierCalls(name, written(number), [call(plain), ...answered({ body: 'RTP/AVP 8' })])).toBe(
      asWritten,
    );
    expect(arrivedFor(number)).toMatchObject({ dialled: number, origin: { kind: 'trunk', number: '0912345678' } });
  });

  test('is told 404 of a number that is not ours, and never asked for a proof', async () => {
    expect(await carrierCalls('not ours', '02899999999', [call(plain), ...refused(404)])).toBe(asWritten);
  });

  test('from an address that is nobody’s gets a challenge, whatever number of ours it knows', async () => {
    const number = line(answers);
    expect(await carrierCalls('wrong source', number, [call(plain), ...refused(401)], { address: stranger })).toBe(
      asWritten,
    );
    expect(arrivedFor(number)).toBeUndefined();
  });

  test.each([
    ['TCP', { transport: 'tcp' }],
    ['IPv6', { address: '::1', host: '[::1]' }],
  ] as const)('may come by %s', async (name, way) => {
    expect(await carrierCalls(name, line(answers), [call(plain), ...answered()], way)).toBe(asWritten);
  });

  test('who gives up is told 487, and its call is cancelled', async () => {
    const number = line(rings);
    const steps = [call(plain), perhaps(100), hear(180), ask('CANCEL'), hear(200), hear(487), ask('ACK')];
    expect(await carrierCalls('gives up', number, steps)).toBe(asWritten);
    await toldOf(number);
  });

  test('who hangs up before its ACK has hung up', async () => {
    const steps = [call(plain), ...trying, hear(200), ask('BYE', { seq: 2 }), hear(200), ask('ACK')];
    expect(await carrierCalls('BYE before ACK', line(answers), steps)).toBe(asWritten);
  });

  test('who requires 100rel is told to acknowledge its ringing, and answered then', async () => {
    const number = line((arrived) => {
      rings(arrived);
      answers(arrived);
    });
    const steps = [
      call(plain, ['Require: 100rel']),
      perhaps(100),
      hear(180, { header: 'Require: 100rel', keeps: { rseq: 'RSeq' } }),
      ask('PRACK', { seq: 2, headers: ['RAck:[$rseq] 1 INVITE'] }),
      hear(200),
      hear(200),
      ask('ACK'),
      ...hangsUp(3),
    ];
    expect(await carrierCalls('100rel', number, steps)).toBe(asWritten);
  });

  test('hears us before the answer where there is something to hear: 183 with SDP', async () => {
    const number = line((arrived) => {
      soundsEarly(arrived);
      setTimeout(() => answers(arrived), 200);
    });
    expect(
      await carrierCalls('early media', number, [
        call(plain),
        perhaps(100),
        hear(183, { body: 'm=audio [1-9]' }),
        hear(200),
        ask('ACK'),
        ...hangsUp(),
      ]),
    ).toBe(asWritten);
  });
});

const key = 'a=crypto:1 AES_CM_128_HMAC_SHA1_80 inline:d0RmdmcmVCspeEc3QGZiNWpVLFJhQX1cfHAwJSoj';
const alaw = 'a=rtpmap:8 PCMA/8000';

describe.concurrent('audio is agreed on by the book', () => {
  test.each([
    ['SRTP with its keys in the SDP in kind', sdp(['m=audio RTP/SAVP 8', alaw, key]), 'RTP/SAVP 8.*a=crypto:1'],
    ['AVPF in kind', sdp(['m=audio RTP/AVPF 8', alaw]), 'RTP/AVPF 8'],
    [
      'a plain line behind one that nobody can have',
      sdp(['m=audio RTP/SAVP 8', alaw, 'm=audio RTP/AVP 8', alaw]),
      'm=audio 0 RTP/SAVP.*m=audio [1-9][0-9]* RTP/AVP 8',
    ],
    ['A-law where µ-law stands first', sdp(['m=audio RTP/AVP 0 8', alaw]), 'RTP/AVP 8'],
    ['A-law where Opus stands first', sdp(['m=audio RTP/AVP 96 8', 'a=rtpmap:96 opus/48000/2', alaw]), 'RTP/AVP 8'],
    ['Opus of who has nothing else', sdp(['m=audio RTP/AVP 96', 'a=rtpmap:96 opus/48000/2']), 'RTP/AVP 96'],
  ])('%s', async (name, offer, says) => {
    expect(await carrierCalls(name, line(answers), [call(offer), ...answered({ body: says })])).toBe(asWritten);
  });

  test.each([
    ['G.729 alone', sdp(['m=audio RTP/AVP 18', 'a=rtpmap:18 G729/8000']), '305'],
    ['SRTP without a key', sdp(['m=audio RTP/SAVP 8', alaw]), '3[0-9][0-9]'],
    ['a picture alone', sdp(['m=image [media_port] udptl t38']), '3[0-9][0-9]'],
  ])('%s is refused, with a word why', async (name, offer, code) => {
    expect(
      await carrierCalls(name, line(answers), [call(offer), ...refused(488, { header: `Warning: ${code}` })]),
    ).toBe(asWritten);
  });

  test('an offer among other things is found', async () => {
    const parts = [
      '--b',
      'Content-Type: application/sdp',
      '',
      plain,
      '--b',
      'Content-Type: application/isup',
      '',
      'x',
      '--b--',
      '',
    ];
    const invite = ask('INVITE', { type: 'multipart/mixed;boundary=b', body: parts.join('\n') });
    expect(await carrierCalls('multipart', line(answers), [invite, ...answered({ body: 'RTP/AVP 8' })])).toBe(
      asWritten,
    );
  });

  test('who brings no offer is made one, and answers it in the ACK', async () => {
    const number = line(answers);
    const steps = [
      call(),
      ...trying,
      hear(200, { body: 'RTP/AVP 8 0' }),
      ask('ACK', { body: plain }),
      wait(100),
      ...hangsUp(),
    ];
    expect(await carrierCalls('delayed offer', number, steps)).toBe(asWritten);
    expect((await toldOf(number)).at(-1)).toMatchObject({ cause: 'normal' });
  });

  test('hold is understood in its three forms, and told once each', async () => {
    const number = line(answers);
    const audio = (direction: string, address?: string) => sdp(['m=audio RTP/AVP 8', alaw, `a=${direction}`], address);
    const offers = [
      [audio('sendonly'), 'a=recvonly'],
      [audio('sendrecv'), 'a=sendrecv'],
      [audio('inactive'), 'a=inactive'],
      [audio('sendrecv'), 'a=sendrecv'],
      [audio('sendrecv', '0.0.0.0'), 'a=(recvonly|inactive|sendonly)'],
      [audio('sendrecv'), 'a=sendrecv'],
    ] as const;
    const steps = offers.flatMap(([body, says], i) => [
      ask('INVITE', { seq: i + 2, body }),
      perhaps(100),
      hear(200, { body: says }),
      ask('ACK', { seq: i + 2 }),
    ]);
    expect(
      await carrierCalls('hold', number, [call(plain), ...trying, hear(200), ask('ACK'), ...steps, ...hangsUp(9)]),
    ).toBe(asWritten);
    const told = (await toldOf(number)).flatMap((event) => (event.type === 'held' ? [event.on] : []));
    expect(told).toEqual([true, false, true, false, true, false]);
  });

  test('keys by INFO, of both kinds, are keys', async () => {
    const number = line(answers);
    const info = (seq: number, type: string, body: string) => [ask('INFO', { seq, type, body }), hear(200)];
    expect(
      await carrierCalls('keys', number, [
        call(plain),
        ...trying,
        hear(200),
        ask('ACK'),
        ...info(2, 'application/dtmf-relay', 'Signal=5\nDuration=160\n'),
        ...info(3, 'application/dtmf', '9'),
        ...hangsUp(4),
      ]),
    ).toBe(asWritten);
    const digits = (await toldOf(number)).flatMap((event) => (event.type === 'digit' ? [event.digit] : []));
    expect(digits).toEqual(['5', '9']);
  });
});

describe.concurrent('a session is kept by the book', () => {
  test.each(['uac', 'uas'])('refreshed by whom its caller names: %s', async (refresher) => {
    const headers = ['Supported: timer', 'Require: timer', `Session-Expires: 90;refresher=${refresher}`];
    const says = { header: `Session-Expires: 90;refresher=${refresher}` };
    expect(await carrierCalls(`refresher ${refresher}`, line(answers), [call(plain, headers), ...answered(says)])).toBe(
      asWritten,
    );
  });

  test('one that is too brief is refused with what we take', async () => {
    const headers = ['Supported: timer', 'Session-Expires: 60'];
    const steps = [call(plain, headers), ...refused(422, { header: 'Min-SE: 90' })];
    expect(await carrierCalls('too brief', line(answers), steps)).toBe(asWritten);
  });

  test('another version of the protocol is refused as such', async () => {
    expect(
      await carrierCalls('505', line(answers), [ask('INVITE', { version: 'SIP/3.0', body: plain }), hear(505)]),
    ).toBe(asWritten);
  });
});

/** A trunk to a sipp that plays these steps, for one call or registration. */
async function carrierThat(name: string, steps: readonly Step[], more: Partial<TrunkProvision> = {}) {
  const trunk = name as TrunkId;
  const port = await freePort('127.0.0.4');
  const done = play(name, {
    steps,
    address: '127.0.0.4',
    port,
    ...(more.account ? { password: more.account.password } : {}),
  });
  await until(`${name} listens`, () => isTaken('127.0.0.4', port));
  const provision: TrunkProvision = {
    trunk,
    host: '127.0.0.4',
    port,
    transport: 'udp',
    addresses: [],
    numbers: [],
    ...more,
  };
  revision += 1;
  await engine.change(tenant, revision, [{ type: 'trunk', trunk: provision }]);
  return { trunk, done };
}

/** Calls a number by that trunk, shown as ours. */
function weCall(trunk: TrunkId, callerId = { number: numberOf(0), name: '' }) {
  const call = `call-${trunk}` as CallId;
  const leg = `${call}/1` as LegId;
  perform(call, { type: 'dial', leg, to: { kind: 'trunk', trunk, number: '0901234567' }, callerId });
  const seen = (type: EngineEvent['type'], timeoutMs = 20_000) =>
    until(`${trunk}: ${type}`, () => eventsOf(call).find((event) => event.type === type), timeoutMs);
  return { call, leg, seen, hangUp: (cause: 'normal' | 'no-answer') => perform(call, { type: 'hang-up', leg, cause }) };
}

const ok = tell('200 OK', { body: plain });
const agrees = tell('200 OK', { inDialog: true });
/** It is hung up on, and says yes. */
const hungUpOn = [hear('BYE'), agrees];

describe.concurrent('a carrier that we call and that fails', () => {
  test('by saying nothing at all is given up in our patience', async () => {
    const { trunk } = await carrierThat('silent', [hear('INVITE'), wait(silenceMs + 2_000)]);
    const began = performance.now();
    expect(await weCall(trunk).seen('ended')).toMatchObject({ cause: 'no-response' });
    expect(performance.now() - began).toBeGreaterThan(silenceMs - 50);
  });

  test.each([
    '503 Service Unavailable',
    '408 Request Timeout',
    '500 Server Internal Error',
    '486 Busy Here',
    '404 Not Found',
  ])('by %s is heard at once, with its status', async (status) => {
    const { trunk, done } = await carrierThat(`says-${status.slice(0, 3)}`, [
      hear('INVITE'),
      tell(status),
      hear('ACK'),
    ]);
    expect(await weCall(trunk).seen('ended')).toMatchObject({ sipCode: Number(status.slice(0, 3)) });
    expect(await done).toBe(asWritten);
  });

  inDepth(
    'by dying in the middle of a call is noticed, and its call ends: no audio, and nobody answers our BYE',
    async () => {
      const { trunk, done } = await carrierThat('dies', [hear('INVITE'), ok, hear('ACK'), wait(300)]);
      const { seen } = weCall(trunk);
      await seen('answered');
      expect(await done).toBe(asWritten); // Gone without a word: nobody is at that port any more.
      expect(await seen('media', 15_000)).toMatchObject({ on: false });
      expect(await seen('ended', 45_000)).toMatchObject({ cause: 'no-media' });
    },
  );
});

describe.concurrent('a carrier that we call', () => {
  test('hears who calls in the way that it wants, and nothing where that is withheld', async () => {
    const steps = (header: string) => [hear('INVITE', { header }), tell('486 Busy Here'), hear('ACK')];
    const shown = await carrierThat('asserted', steps(`P-Asserted-Identity: .*<sip:${numberOf(0)}@`), {
      identity: 'asserted',
    });
    const hidden = await carrierThat('withheld', steps('From: .*anonymous'), { identity: 'asserted' });
    weCall(shown.trunk);
    weCall(hidden.trunk, { number: '', name: '' });
    expect(await Promise.all([shown.done, hidden.done])).toEqual([asWritten, asWritten]);
  });

  test('may sound before it answers, and answer', async () => {
    const steps = [
      hear('INVITE'),
      tell('183 Session Progress', { body: plain }),
      wait(300),
      ok,
      hear('ACK'),
      ...hungUpOn,
    ];
    const { trunk, done } = await carrierThat('early', steps);
    const { seen, hangUp } = weCall(trunk);
    await seen('early-media');
    await seen('answered');
    hangUp('normal');
    expect(await done).toBe(asWritten);
  });

  test('who wants its ringing acknowledged gets a PRACK', async () => {
    const { trunk, done } = await carrierThat('reliable', [
      hear('INVITE', { keeps: { via: 'Via' } }),
      tell('180 Ringing', { headers: ['Require: 100rel', 'RSeq: 7'] }),
      hear('PRACK', { header: 'RAck: 7 1 INVITE' }),
      agrees,
      tell('200 OK', { inDialog: true, ofInvite: true, via: 'via', body: plain }),
      hear('ACK'),
      ...hungUpOn,
    ]);
    const { seen, hangUp } = weCall(trunk);
    await seen('answered');
    hangUp('normal');
    expect(await done).toBe(asWritten);
  });

  test('who answers though we had cancelled gets its ACK and a BYE at once', async () => {
    const { trunk, done } = await carrierThat('late', [
      hear('INVITE'),
      tell('180 Ringing'),
      hear('CANCEL'),
      tell('200 OK'),
      tell('200 OK', { ofInvite: true, body: plain }),
      hear('ACK'),
      ...hungUpOn,
    ]);
    const { seen, hangUp } = weCall(trunk);
    await seen('ringing');
    hangUp('no-answer');
    expect(await done).toBe(asWritten);
  });
});

const challenge = (field: string) => `${field}: Digest realm="carrier.example", nonce="abc", algorithm=MD5`;

describe.concurrent('a carrier that knows us by an account', () => {
  const account = { username: 'alo', authUsername: 'alo-auth', password: 'secret' };
  const news = (trunk: TrunkId) => events.filter((event) => event.type === 'trunk' && event.trunk === trunk);

  test('asks for a proof, grants it, and is up', async () => {
    const { trunk, done } = await carrierThat(
      'registrar',
      [
        hear('REGISTER'),
        tell('401 Unauthorized', { headers: [challenge('WWW-Authenticate')] }),
        hear('REGISTER', { header: 'Authorization: Digest .*username="alo-auth"' }),
        tell('200 OK', { headers: ['[last_Contact:];expires=60'] }),
      ],
      { account },
    );
    expect(await done).toBe(asWritten);
    await until('it is up', () => news(trunk).length > 0);
    expect(news(trunk)).toMatchObject([{ state: 'up', why: 'registered' }]);
  });

  test('is asked whether it is there, and is down since it says nothing more', async () => {
    const steps = [hear('OPTIONS'), tell('200 OK')];
    const { trunk, done } = await carrierThat('health', steps, { checkSeconds: 0.5 });
    expect(await done).toBe(asWritten);
    await until('it is down', () => news(trunk).length > 1);
    expect(news(trunk)).toMatchObject([{ state: 'up', why: 'answers' }, { state: 'down' }]);
  });
});

function never(): never {
  throw new Error('the call of this test never came');
}
