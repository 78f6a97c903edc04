import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { tone, wavHeader } from '@alo/engine-host/audio';
import { inDepth } from '@alo/testing/in-depth';
import { describe, expect, it } from 'vitest';
import { MediaRefusal } from './media-leg.ts';
import { amplitudeOf, heardLevel } from './testing/amplitude.ts';
import { Browser, connectedPhone, deskPhone } from './testing/phones.ts';
import { testPlane, until } from './testing/plane.ts';
import { together } from './testing/together.ts';

describe('what a leg plays', () => {
  it('a prompt is heard once in full, and its end is told', async () => {
    await using test = await testPlane();
    const clip = tone('busy').subarray(0, 4100);
    await mkdir(join(test.folder, 'prompts/system'), { recursive: true });
    await writeFile(join(test.folder, 'prompts/system/a.wav'), wav(clip));
    const leg = test.plane.rtpLeg();
    const phone = await connectedPhone(leg);
    const ends: string[] = [];
    leg.play([{ kind: 'file', file: 'system/a.wav' }], { loop: false }, (end) => ends.push(end));
    await until(() => ends.length > 0);
    expect(ends).toEqual(['ended']);
    // 4,100 samples are 25.6 frames, of which the last is weak; however late they come.
    const sounding = () => phone.voice.heard.filter((_, i) => amplitudeOf(phone.voice.frameAt(i), 425) > 4000).length;
    await until(() => sounding() >= 24);
    expect(sounding()).toBeLessThanOrEqual(26);
    phone.close();
  });

  it('music goes on from its start when it is at its end', async () => {
    await using test = await testPlane();
    await mkdir(join(test.folder, 'prompts/music'), { recursive: true });
    await writeFile(join(test.folder, 'prompts/music/m.wav'), wav(tone('busy').subarray(0, 1600)));
    const leg = test.plane.rtpLeg();
    const phone = await connectedPhone(leg);
    const ends: string[] = [];
    const play = leg.play([{ kind: 'music', music: 'm' }], { loop: false }, (end) => ends.push(end));
    // Three times as long as the piece.
    await until(() => amplitudeOf(phone.voice.audio(600), 425) > 4000);
    leg.stop(play);
    leg.stop(play);
    expect(ends).toEqual(['stopped']);
    phone.close();
  });

  it.each(['none.wav', '../../etc/passwd', '/etc/passwd', 'broken.wav'])(
    'a prompt that cannot be had (%s) is told as failed and logged',
    async (file) => {
      await using test = await testPlane();
      await mkdir(join(test.folder, 'prompts'));
      await writeFile(join(test.folder, 'prompts/broken.wav'), 'no sound');
      const leg = test.plane.rtpLeg();
      const ends: string[] = [];
      leg.play([{ kind: 'file', file }], { loop: true }, (end) => ends.push(end));
      await until(() => ends.length > 0);
      expect(ends).toEqual(['failed']);
      expect(test.warnings).toEqual(['prompt cannot be played']);
    },
  );

  it('another play takes the place of the first', async () => {
    await using test = await testPlane();
    const leg = test.plane.rtpLeg();
    const phone = await connectedPhone(leg);
    const ends: string[] = [];
    const first = leg.play([{ kind: 'tone', tone: 'ringback' }], { loop: true }, (end) => ends.push(`ringback ${end}`));
    leg.play([{ kind: 'tone', tone: 'beep' }], { loop: false }, (end) => ends.push(`beep ${end}`));
    leg.stop(first);
    await until(() => ends.length === 2);
    expect(ends).toEqual(['ringback stopped', 'beep ended']);
    // Its last packets are on their way.
    await until(() => amplitudeOf(phone.voice.audio(500), 1000) > 3000);
    phone.close();
  });
});

it('keys that we press are told as RFC 4733 has it, one after the other', async () => {
  await using test = await testPlane();
  const leg = test.plane.rtpLeg();
  const far = test.plane.rtpLeg();
  const offer = await leg.offer();
  await leg.acceptAnswer(await far.answer(offer));
  const digits: string[] = [];
  far.onDigit((digit) => digits.push(digit));
  leg.sendDtmf('19*#9');
  await until(() => digits.length === 5);
  expect(digits.join('')).toBe('19*#9');
  expect(far.stats().packetsLost).toBe(0);
});

it('keys for a party without telephone-event are given back, to be sent in another way', async () => {
  await using test = await testPlane();
  const leg = test.plane.rtpLeg();
  const phone = await deskPhone();
  const unsendable: string[] = [];
  leg.onUnsendable((digits) => unsendable.push(digits));
  await leg.answer(phone.sdp().replaceAll('101', '18'));
  leg.sendDtmf('1');
  expect(unsendable).toEqual([]);
  const bare = phone
    .sdp()
    .replace(' 8 101', ' 8')
    .replace(/a=rtpmap.*\r\n/, '');
  await leg.renegotiate(bare);
  leg.sendDtmf('23');
  expect(unsendable).toEqual(['23']);
  phone.close();
});

describe('who is believed', () => {
  it('a stranger who finds the port is neither heard nor answered, before and after the party speaks', async () => {
    await using test = await testPlane();
    const { plane } = test;
    const [a, b] = [plane.rtpLeg(), plane.rtpLeg()];
    const [lan, minh] = [await deskPhone(), await connectedPhone(b)];
    const answer = await a.answer(lan.sdp());
    together(plane, a, b);
    const strangers = [await deskPhone('pcma', '127.0.0.2'), await deskPhone('pcma', '127.0.0.1')];
    const [elsewhere, neighbour] = strangers;
    elsewhere?.connect(answer);
    elsewhere?.voice.speak(1500);
    await until(() => a.stats().packetsRefused > 5);
    lan.connect(answer);
    lan.voice.speak(440);
    await until(() => a.stats().packetsReceived > 0);
    const refused = a.stats().packetsRefused;
    neighbour?.connect(answer);
    neighbour?.voice.speak(1900);
    await until(() => a.stats().packetsRefused > refused + 20);
    await until(() => amplitudeOf(minh.voice.audio(300), 440) > heardLevel);
    const heard = minh.voice.audio(60_000);
    expect(amplitudeOf(heard, 1500)).toBeLessThan(50);
    expect(amplitudeOf(heard, 1900)).toBeLessThan(50);
    expect(elsewhere?.voice.heard.length).toBe(0);
    for (const phone of [lan, minh, ...strangers]) phone.close();
  });

  it('a phone behind NAT is heard from the address of its SIP, and answered there', async () => {
    await using test = await testPlane();
    const leg = test.plane.rtpLeg({ signalledFrom: '127.0.0.3' });
    const phone = await deskPhone('pcma', '127.0.0.3');
    phone.connect(await leg.answer(phone.sdp().replaceAll('127.0.0.3', '192.0.2.7')));
    phone.voice.speak(440);
    await until(() => phone.voice.heard.length > 5);
    expect(leg.stats().packetsRefused).toBe(0);
    phone.close();
  });
});

it('a browser with another certificate than its SDP announced is not spoken to', async () => {
  await using test = await testPlane();
  const leg = test.plane.webRtcLeg();
  const browser = new Browser();
  const offer = await browser.offer();
  const other = offer.replace(/(a=fingerprint:sha-256 )..:../, '$100:11');
  let alarmed = false;
  leg.onMedia((on) => {
    alarmed = !on;
  });
  browser.accept(await leg.answer(other));
  leg.expectMedia(true);
  browser.voice.speak(440);
  await until(() => alarmed);
  await sleep(300);
  expect(leg.isOpen).toBe(false);
  expect(leg.stats().packetsReceived).toBe(0);
  expect(browser.voice.heard.length).toBe(0);
  browser.close();
});

describe('the watchdog', () => {
  inDepth('tells once when a party that should speak is silent for 3 s, and again after it spoke', async () => {
    await using test = await testPlane();
    const leg = test.plane.rtpLeg();
    const phone = await connectedPhone(leg);
    const told: boolean[] = [];
    const start = performance.now();
    let after = 0;
    leg.onMedia((on) => {
      after = performance.now() - start;
      told.push(on);
    });
    leg.expectMedia(true);
    await until(() => told.length > 0);
    expect(after).toBeGreaterThan(2950);
    await sleep(700);
    expect(told).toEqual([false]);
    phone.voice.frame(440);
    await until(() => told.length === 2);
    expect(told).toEqual([false, true]);
    await until(() => told.length === 3);
    leg.setRemoteDirection('sendonly');
    await sleep(3300);
    expect(told).toEqual([false, true, false]);
    phone.close();
  });

  it('is told of a browser that never comes, which may be offered a fresh transport', async () => {
    await using test = await testPlane();
    const leg = test.plane.webRtcLeg();
    const gone = new Browser();
    await leg.answer(await gone.offer());
    gone.close();
    leg.expectMedia(true);
    let alarmed = false;
    leg.onMedia((on) => {
      alarmed = !on;
    });
    await until(() => alarmed);
    const browser = new Browser();
    await leg.acceptAnswer(await browser.answer(await leg.restart()));
    await until(() => leg.isOpen);
    browser.voice.speak(440);
    await until(() => leg.stats().packetsReceived > 5);
    expect(leg.stats().packetsLost).toBe(0);
    browser.close();
  });
});

describe('SDP that is no good', () => {
  it.each([
    ['nothing', ''],
    ['no audio', 'v=0\r\nm=video 9 RTP/AVP 96\r\n'],
    ['G.729 only', 'v=0\r\nc=IN IP4 127.0.0.1\r\nm=audio 4000 RTP/AVP 18\r\n'],
    ['a name for an address', 'v=0\r\nc=IN IP4 phone.example\r\nm=audio 4000 RTP/AVP 8\r\n'],
  ])('%s is refused by both kinds of leg', async (_, sdp) => {
    await using test = await testPlane();
    await expect(test.plane.rtpLeg().answer(sdp)).rejects.toThrow(MediaRefusal);
    await expect(test.plane.webRtcLeg().answer(sdp)).rejects.toThrow(MediaRefusal);
  });

  it('parameters that the native side does not like are a refusal, and the next call works', async () => {
    await using test = await testPlane();
    const browser = new Browser();
    const offer = await browser.offer();
    const broken = offer.replace(/a=fingerprint:sha-256 [0-9A-F:]+/, `a=fingerprint:sha-512 ${'AA:'.repeat(19)}AA`);
    await expect(test.plane.webRtcLeg().answer(broken)).rejects.toThrow(MediaRefusal);
    const leg = test.plane.webRtcLeg();
    browser.accept(await leg.answer(offer));
    await until(() => leg.isOpen);
    browser.close();
  });
});

it('a closed leg refuses to go on and forgets its play', async () => {
  await using test = await testPlane();
  for (const leg of [test.plane.rtpLeg(), test.plane.webRtcLeg()]) {
    await leg.offer();
    leg.close();
    await expect(leg.offer()).rejects.toThrow(MediaRefusal);
    const ends: string[] = [];
    leg.play([{ kind: 'silence', ms: 20 }], { loop: true }, (end) => ends.push(end));
    expect(ends).toEqual(['stopped']);
  }
});

it('a leg that is closed before anybody has its offer lets its port go', async () => {
  // Below those that the system gives to others meanwhile.
  await using test = await testPlane({ rtpPortRange: { first: 27_000, last: 27_001 } });
  const leg = test.plane.rtpLeg();
  const offering = leg.offer();
  leg.close();
  await expect(offering).resolves.toContain('m=audio 27000');
  await expect(test.plane.rtpLeg().offer()).resolves.toContain('m=audio 27000');
});

it('browsers keep their session over hold, and get a fresh one when their network changed', async () => {
  await using test = await testPlane();
  const leg = test.plane.webRtcLeg();
  const browser = new Browser();
  const offer = await browser.offer();
  const first = await leg.answer(offer);
  browser.accept(first);
  await until(() => leg.isOpen);
  const held = await leg.renegotiate(offer.replace('a=sendrecv', 'a=inactive'));
  const ufrag = (sdp: string) => /a=ice-ufrag:(\S+)/.exec(sdp)?.[1];
  expect(held).toContain('a=inactive');
  expect(ufrag(held)).toBe(ufrag(first));
  const moved = new Browser();
  const fresh = await leg.renegotiate(await moved.offer());
  expect(ufrag(fresh)).not.toBe(ufrag(first));
  moved.accept(fresh);
  await until(() => moved.voice.heard.length > 3);
  browser.close();
  moved.close();
});

function wav(samples: Int16Array): Buffer {
  return Buffer.concat([wavHeader(1, samples.byteLength), Buffer.from(new Int16Array(samples).buffer)]);
}

it('an offer by an IP version that a leg has no socket of is refused with 300, and leaves the audio as it was', async () => {
  await using test = await testPlane();
  const leg = test.plane.rtpLeg({ localAddress: '127.0.0.1' });
  const sdp = (connection: string) =>
    ['v=0', 'o=- 1 1 IN IP4 0.0.0.0', 's=-', `c=IN ${connection}`, 't=0 0', 'm=audio 4000 RTP/AVP 8', ''].join('\r\n');
  await expect(leg.answer(sdp('IP6 fd00::2'))).rejects.toMatchObject({ warning: { code: 300 } });
  expect(await leg.answer(sdp('IP4 127.0.0.9'))).toContain('m=audio');
  await expect(leg.renegotiate(sdp('IP6 fd00::2'))).rejects.toMatchObject({ warning: { code: 300 } });
  // Nowhere is of no version: it holds.
  expect(await leg.renegotiate(sdp('IP6 ::'))).toContain('a=recvonly');
});
