import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import type { RtpLegOptions } from './media-plane.ts';
import { amplitudeOf, heardLevel } from './testing/amplitude.ts';
import { connectedPhone } from './testing/phones.ts';
import { type TestPlane, testPlane, until } from './testing/plane.ts';
import { together } from './testing/together.ts';

interface Line {
  readonly offering?: RtpLegOptions;
  readonly answering?: RtpLegOptions;
  /** What a far end would have said instead. */
  readonly asOffered?: (sdp: string) => string;
  readonly asAnswered?: (sdp: string) => string;
}

/** Two phones in G.711, each with a leg, and between them a line on which two further legs speak as they agreed. */
async function line({ plane }: TestPlane, { offering, answering, asOffered, asAnswered }: Line) {
  const [left, right] = [plane.rtpLeg(offering), plane.rtpLeg(answering)];
  const offer = await left.offer();
  const answer = await right.answer(asOffered?.(offer) ?? offer);
  await left.acceptAnswer(asAnswered?.(answer) ?? answer);
  const [one, other] = [plane.rtpLeg(), plane.rtpLeg()];
  const [lan, minh] = [await connectedPhone(one), await connectedPhone(other, 'pcmu')];
  together(plane, one, left);
  together(plane, right, other);
  onTestFinished(() => {
    lan.close();
    minh.close();
  });
  return { left, right, lan, minh, offer, answer };
}

/** Both are heard, each by the other, and nothing else is. */
async function talk({ lan, minh, left, right }: Awaited<ReturnType<typeof line>>) {
  lan.voice.speak(440);
  minh.voice.speak(1000);
  await until(
    () => amplitudeOf(minh.voice.audio(400), 440) > heardLevel && amplitudeOf(lan.voice.audio(400), 1000) > heardLevel,
  );
  expect(amplitudeOf(minh.voice.audio(400), 1000)).toBeLessThan(300);
  for (const leg of [left, right]) expect(leg.stats()).toMatchObject({ packetsRefused: 0, packetsLost: 0 });
}

it.each(['AES_CM_128_HMAC_SHA1_80', 'AES_CM_128_HMAC_SHA1_32'])(
  'SRTP by %s: both hear each other, and others hear noise',
  async (suite) => {
    await using test = await testPlane();
    const without = (sdp: string) =>
      sdp
        .split('\r\n')
        .filter((text) => !text.startsWith('a=crypto') || text.includes(suite))
        .join('\r\n');
    const talkers = await line(test, { offering: { isSecret: true }, asOffered: without });
    expect(talkers.offer).toContain(' RTP/SAVP 8 0 101\r\n');
    expect(talkers.answer).toMatch(new RegExp(`m=audio \\d+ RTP/SAVP 8 101\r\na=crypto:\\d ${suite} inline:`));
    await talk(talkers);
    // A party that knows no keys is not heard, though it sends from the right address.
    const stranger = createSocket('udp4');
    stranger.bind(0, '127.0.0.1');
    await once(stranger, 'listening');
    const port = Number(/m=audio (\d+)/.exec(talkers.answer)?.[1]);
    for (let i = 0; i < 20; i++) stranger.send(talkers.lan.voice.heard.at(-1)?.bytes ?? '', port, '127.0.0.1');
    await until(() => talkers.right.stats().packetsRefused === 20);
    stranger.close();
  },
);

it('SRTP goes on with the same keys through a hold, and with others when they change', async () => {
  await using test = await testPlane();
  const talkers = await line(test, { offering: { isSecret: true } });
  await talk(talkers);
  const { left, right, answer } = talkers;
  const keyOf = (sdp: string) => /inline:(\S+)/.exec(sdp)?.[1];
  const again = await right.renegotiate(await left.offer());
  expect(keyOf(again)).toBe(keyOf(answer));
  await left.acceptAnswer(again);
  await talk(talkers);
  const fresh = test.plane.rtpLeg({ isSecret: true });
  const changed = await fresh.answer(await right.offer());
  await right.acceptAnswer(changed);
  expect(keyOf(changed)).not.toBe(keyOf(answer));
  fresh.close();
});

it('an answer without keys to an offer with them is none, and the other way round', async () => {
  await using test = await testPlane();
  const [secret, plain, far] = [test.plane.rtpLeg({ isSecret: true }), test.plane.rtpLeg(), test.plane.rtpLeg()];
  const toPlain = await far.answer(await plain.offer());
  await secret.offer();
  await expect(secret.acceptAnswer(toPlain)).rejects.toMatchObject({ warning: { code: 302 } });
  const toSecret = await far.answer(await secret.offer());
  await expect(plain.acceptAnswer(toSecret)).rejects.toMatchObject({ warning: { code: 302 } });
  await expect(secret.acceptAnswer(toSecret.replace('a=crypto:1', 'a=crypto:7'))).rejects.toMatchObject({
    warning: { code: 302 },
  });
});

it('G.722 on the line is heard as G.711 by whoever has nothing else', async () => {
  await using test = await testPlane();
  const talkers = await line(test, { offering: { codecs: ['g722', 'pcma'] }, answering: { codecs: ['g722'] } });
  expect(talkers.answer).toContain('RTP/AVP 9 101\r\na=rtpmap:9 G722/8000\r\n');
  await talk(talkers);
});

it.each([10, 30, 40, 60])('whoever wants %i ms in a packet gets them, and sends as many', async (ms) => {
  await using test = await testPlane();
  const wanted = (sdp: string) => sdp.replace('a=ptime:20', `a=ptime:${ms}`);
  const talkers = await line(test, { asOffered: wanted, asAnswered: wanted });
  await talk(talkers);
  const { left, lan } = talkers;
  const before = [left.stats().packetsReceived, lan.voice.heard.length] as const;
  await until(() => lan.voice.heard.length - before[1] > 50);
  // What came to the line's leg in packets of its own length went on to the phone, which did not say what it wants.
  expect(new Set(lan.voice.heard.slice(-20).map(({ payload }) => payload.length))).toEqual(new Set([8 * ms]));
});

/** What a far end says that has no telephone-event. */
const withoutEvents = (sdp: string) =>
  sdp
    .replace(' 8 0 101', ' 8')
    .replace(' 8 101', ' 8')
    .replace(/a=(rtpmap|fmtp):101.*\r\n/g, '');

it('keys are heard in the sound of a carrier that tells them in no other way, and said so to one', async () => {
  await using test = await testPlane();
  const { left, right } = await line(test, {
    offering: { keys: 'in-audio' },
    answering: { keys: 'in-audio' },
    asOffered: withoutEvents,
  });
  const heard: string[] = [];
  right.onDigit((digit) => heard.push(digit));
  left.onUnsendable(() => expect.unreachable('they have a sound'));
  left.sendDtmf('159*0#D');
  await until(() => heard.length === 7);
  expect(heard.join('')).toBe('159*0#D');
});

it('a carrier without telephone-event that tells its keys in words is told ours in words', async () => {
  await using test = await testPlane();
  const { left } = await line(test, {
    offering: { keys: 'in-audio' },
    answering: { keys: 'in-audio' },
    asOffered: withoutEvents,
  });
  const told: string[] = [];
  left.onUnsendable((digits) => told.push(digits));
  left.pressed('1');
  left.sendDtmf('47');
  expect(told).toEqual(['47']);
});

it('a press is passed on as long as it was, to whoever has another way to be told', async () => {
  await using test = await testPlane();
  const { left, right, lan } = await line(test, { asOffered: withoutEvents });
  const told: [string, number][] = [];
  left.onUnsendable((digits, durationMs) => told.push([digits, durationMs]));
  for (const [step, ended] of [1, 2, 3, 4, 5, 5, 5].map((each, i) => [each, i > 3] as const)) {
    const payload = Buffer.from([7, ended ? 0x8a : 0x0a, 0, 0]);
    payload.writeUInt16BE(step * 400, 2);
    lan.voice.packet(101, payload);
  }
  await until(() => told.length > 0);
  expect(told).toEqual([['7', 250]]);
  right.pressed('3', 480);
  expect(told).toHaveLength(1);
});

it('comfort noise is silence: nobody is sent it, and nothing is missing', async () => {
  await using test = await testPlane();
  const talkers = await line(test, {});
  await talk(talkers);
  const { lan, minh, left } = talkers;
  lan.voice.hush();
  minh.voice.forget();
  const before = left.stats().packetsSent;
  for (let i = 0; i < 10; i++) lan.voice.packet(13, Buffer.from([40]));
  for (let i = 0; i < 10; i++) lan.voice.frame(440);
  await until(() => left.stats().packetsSent >= before + 10);
  await until(() => minh.voice.heard.length >= 10);
  expect(minh.voice.heard.filter(({ payloadType }) => payloadType === 13)).toEqual([]);
  const sequences = minh.voice.heard.map(({ sequence }) => sequence);
  expect(sequences).toEqual(sequences.map((_, i) => ((sequences[0] ?? 0) + i) & 0xffff));
});
