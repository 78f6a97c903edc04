import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { sequenceAhead, timestampAhead } from './rtp-packet.ts';
import { amplitudeOf, heardLevel } from './testing/amplitude.ts';
import { Browser, connectedPhone } from './testing/phones.ts';
import { testPlane, until } from './testing/plane.ts';
import { together } from './testing/together.ts';
import type { TestVoice } from './testing/voice.ts';

it('two desk phones hear each other, in one gapless stream each, also across the laws', async () => {
  await using test = await testPlane();
  const { plane } = test;
  const [a, b] = [plane.rtpLeg(), plane.rtpLeg()];
  const [lan, minh] = [await connectedPhone(a, 'pcma'), await connectedPhone(b, 'pcmu')];
  const bridge = together(plane, a, b);
  lan.voice.speak(440);
  minh.voice.speak(700);
  await until(() => a.stats().packetsReceived > 30);
  await until(() => isPure(minh.voice.audio(400), 440) && isPure(lan.voice.audio(400), 700));
  expectPure(minh.voice.audio(400), 440);
  expectPure(lan.voice.audio(400), 700);
  expect(new Set(minh.voice.heard.map((packet) => packet.payloadType))).toEqual(new Set([0]));
  for (const { voice } of [lan, minh]) expectGapless(voice);
  expect(a.stats()).toMatchObject({ packetsLost: 0, packetsRefused: 0 });
  expect(a.stats().packetsReceived).toBeGreaterThan(30);
  bridge.set([]);
  await until(() => amplitudeOf(minh.voice.audio(100), 440) < 50); // Silence goes on in the same stream.
  for (const phone of [lan, minh]) phone.close();
});

it('whoever is alone and hears itself has its own voice back, and silence again when it leaves', async () => {
  await using test = await testPlane();
  const { plane } = test;
  const leg = plane.rtpLeg();
  const { voice, close } = await connectedPhone(leg);
  const bridge = plane.bridge();
  bridge.set([{ leg, hears: [leg], channel: 'left' }]);
  voice.speak(440);
  await until(() => isPure(voice.audio(400), 440));
  expectGapless(voice);
  bridge.set([]);
  await until(() => amplitudeOf(voice.audio(100), 440) < 50);
  close();
});

it('a browser that calls and a desk phone hear each other, keys included with their numbers rewritten', async () => {
  await using test = await testPlane();
  const { plane } = test;
  const [web, desk] = [plane.webRtcLeg(), plane.rtpLeg()];
  const browser = new Browser();
  const answer = await web.answer(await browser.offer());
  expect(answer).toMatch(/m=audio \d+ UDP\/TLS\/RTP\/SAVPF 8 126\r\n/);
  expect(answer).toContain('a=setup:passive');
  expect(answer).toContain('a=rtpmap:126 telephone-event/8000');
  browser.accept(answer);
  const phone = await connectedPhone(desk);
  await until(() => web.isOpen);
  together(plane, web, desk);
  const digits: string[] = [];
  web.onDigit((digit) => digits.push(digit));
  browser.voice.speak(440);
  phone.voice.speak(700);
  await until(() => amplitudeOf(phone.voice.audio(400), 440) > heardLevel);
  await until(() => amplitudeOf(browser.voice.audio(400), 700) > heardLevel);
  browser.voice.press(4, 126);
  browser.voice.press(10, 126);
  await until(() => digits.length === 2);
  expect(digits).toEqual(['4', '*']);
  await until(() => phone.voice.heard.some((packet) => packet.payloadType === 101 && packet.payload[0] === 10));
  expect(web.stats().packetsLost).toBe(0);
  phone.close();
  browser.close();
});

it('a browser that is called answers our offer', async () => {
  await using test = await testPlane();
  const leg = test.plane.webRtcLeg();
  const browser = new Browser();
  const offer = await leg.offer();
  expect(offer).toMatch(/m=audio \d+ UDP\/TLS\/RTP\/SAVPF 8 0 101\r\n/);
  const answer = await browser.answer(offer);
  let opened = 0;
  leg.onOpen(() => opened++);
  await leg.acceptAnswer(answer);
  await leg.acceptAnswer(answer);
  await until(() => opened === 1);
  leg.play([{ kind: 'tone', tone: 'busy' }], { loop: true }, () => {});
  await until(() => amplitudeOf(browser.voice.audio(200), 425) > 4000);
  browser.close();
});

it('bound to all addresses, a browser on the same machine is reached even without a network', async () => {
  await using test = await testPlane({ bindAddress: '0.0.0.0' });
  const leg = test.plane.webRtcLeg();
  const browser = new Browser();
  const answer = await leg.answer(await browser.offer());
  const offline = answer.replace(/a=candidate:(?!.* 127\.0\.0\.1 ).*\r\n/g, '');
  expect(offline.match(/a=candidate/g)?.length).toBe(1);
  browser.accept(offline);
  await until(() => leg.isOpen);
  const plain = await test.plane.rtpLeg().offer();
  expect(plain).not.toContain('0.0.0.0');
  browser.close();
});

it('the ICE port is held from the start, and a second plane is told that it is taken', async () => {
  await using first = await testPlane();
  await expect(testPlane({ icePort: first.plane.icePort })).rejects.toBeInstanceOf(Error);
});

it('hold music interrupts the bridge for the one who waits, and speech goes on after it', async () => {
  await using test = await testPlane();
  const { plane } = test;
  const [a, b] = [plane.rtpLeg(), plane.rtpLeg()];
  const [lan, minh] = [await connectedPhone(a), await connectedPhone(b)];
  together(plane, a, b);
  lan.voice.speak(600);
  minh.voice.speak(700);
  await until(() => lan.voice.heard.length > 5 && minh.voice.heard.length > 5);
  const heldAnswer = await a.renegotiate(lan.sdp('sendonly'));
  expect(heldAnswer).toContain('a=recvonly');
  expect(a.remoteHolds).toBe(true);
  const music = b.play([{ kind: 'tone', tone: 'congestion' }], { loop: true }, () => {});
  // What was under way comes to its end; what was said to them from now on would not.
  const heardAt = () => lan.voice.heard.length;
  for (let before = -1; before !== heardAt(); await sleep(100)) before = heardAt();
  const heardBefore = heardAt();
  await until(() => amplitudeOf(minh.voice.audio(480), 425) > 1500 && amplitudeOf(minh.voice.audio(480), 600) < 50);
  expect(lan.voice.heard.length).toBe(heardBefore);
  expect(await a.renegotiate(lan.sdp('sendrecv'))).toContain('a=sendrecv');
  b.stop(music);
  await until(() => amplitudeOf(minh.voice.audio(300), 600) > heardLevel);
  await until(() => amplitudeOf(lan.voice.audio(300), 700) > heardLevel);
  for (const { voice } of [lan, minh]) expectGapless(voice);
  for (const phone of [lan, minh]) phone.close();
});

it('whoever goes to another bridge leaves the one before, and what they listen to goes on', async () => {
  await using test = await testPlane();
  const { plane } = test;
  const [a, b, c] = [plane.rtpLeg(), plane.rtpLeg(), plane.rtpLeg()];
  const phones = [await connectedPhone(a), await connectedPhone(b), await connectedPhone(c)];
  const [lan, minh, khach] = phones;
  together(plane, a, b);
  const ends: string[] = [];
  const ringing = c.play([{ kind: 'tone', tone: 'ringback' }], { loop: true }, (end) => ends.push(end));
  together(plane, a, c);
  expect(ends).toEqual([]);
  c.stop(ringing);
  lan?.voice.speak(440);
  await until(() => amplitudeOf(khach?.voice.audio(200) ?? [], 440) > heardLevel);
  expect(amplitudeOf(minh?.voice.audio(100) ?? [], 440)).toBeLessThan(50);
  a.close();
  a.close();
  expect(c.isClosed).toBe(false);
  for (const phone of phones) phone.close();
});

const isPure = (samples: Int16Array, hertz: number): boolean =>
  Math.abs(amplitudeOf(samples, hertz) - 8000) < 250 && Math.abs(rmsOf(samples) * Math.SQRT2 - 8000) < 250;

const rmsOf = (samples: Int16Array): number =>
  Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);

/** The tone of amplitude 8000 and hardly anything else, as one law misread for the other would add. */
function expectPure(samples: Int16Array, hertz: number): void {
  expect(Math.abs(amplitudeOf(samples, hertz) - 8000)).toBeLessThan(250);
  expect(Math.abs(rmsOf(samples) * Math.SQRT2 - 8000)).toBeLessThan(250);
}

/** One SSRC, no number left out, the clock never back: nothing that a phone would count as loss. */
function expectGapless({ heard }: TestVoice): void {
  expect(new Set(heard.map((packet) => packet.ssrc)).size).toBe(1);
  const pairs = heard.slice(1).map((packet, i) => [packet, heard[i] ?? packet] as const);
  expect(
    pairs.map(([packet, before]) => sequenceAhead(packet.sequence, before.sequence)).filter((n) => n !== 1),
  ).toEqual([]);
  expect(
    pairs.map(([packet, before]) => timestampAhead(packet.timestamp, before.timestamp)).filter((n) => n <= 0),
  ).toEqual([]);
}
