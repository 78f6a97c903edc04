import { expect, it } from 'vitest';
import { audioLegOf } from './audio-leg.ts';
import { Browser } from './testing/phones.ts';
import { testPlane, until } from './testing/plane.ts';

it('of a hundred browsers that are called, twenty at a time, each opens at the first try', async () => {
  await using test = await testPlane();
  const { plane } = test;
  let calls = 0;
  let alarms = 0;
  const call = async () => {
    const leg = plane.webRtcLeg();
    leg.onMedia((on) => {
      if (!on) alarms++;
    });
    const browser = new Browser();
    await leg.acceptAnswer(await browser.answer(await leg.offer()));
    leg.expectMedia(true);
    await until(() => leg.isOpen);
    browser.close();
    leg.close();
  };
  const caller = async () => {
    while (calls++ < 100) await call();
  };
  await Promise.all(Array.from({ length: 20 }, caller));
  expect(alarms).toBe(0);
  expect(test.warnings).toEqual([]);
});

const named = (sdp: string) => ({
  ufrag: /a=ice-ufrag:(\S+)/.exec(sdp)?.[1],
  fingerprint: /a=fingerprint:(.+)/.exec(sdp)?.[1],
});

it('a further offer names the same transport; a fresh one has another certificate, by which browsers know it', async () => {
  await using test = await testPlane();
  const leg = test.plane.webRtcLeg();
  const browser = new Browser();
  const first = named(await leg.offer());
  const offer = await leg.offer();
  expect(named(offer)).toEqual(first);
  await leg.acceptAnswer(await browser.answer(offer));
  await until(() => leg.isOpen);
  expect(named(await leg.offer())).toEqual(first);
  const fresh = named(await leg.restart());
  expect(fresh.ufrag).not.toBe(first.ufrag);
  expect(fresh.fingerprint).not.toBe(first.fingerprint);
  browser.close();
});

it('until the new transport is open, the old one carries the audio', async () => {
  await using test = await testPlane();
  const leg = test.plane.webRtcLeg();
  const [browser, moved] = [new Browser(), new Browser()];
  await leg.acceptAnswer(await browser.answer(await leg.offer()));
  await until(() => leg.isOpen);
  const heard = { old: 0, new: 0 };
  audioLegOf(leg).tap(({ ssrc }) => {
    if (ssrc === browser.voice.ssrc) heard.old++;
    if (ssrc === moved.voice.ssrc) heard.new++;
  });
  // Neither side knows where the other is: the transport is agreed on and cannot open.
  const offer = await leg.restart();
  await leg.acceptAnswer(withoutCandidates(await moved.answer(withoutCandidates(offer))));
  browser.voice.speak(440);
  await until(() => heard.old > 5);
  expect(browser.voice.heard.length).toBeGreaterThan(0);
  expect(moved.voice.heard).toEqual([]);
  moved.learn(offer);
  await until(() => moved.voice.heard.length > 3);
  moved.voice.speak(700);
  await until(() => heard.new > 8);
  expect(leg.isOpen).toBe(true);
  browser.close();
  moved.close();
});

const withoutCandidates = (sdp: string): string => sdp.replace(/a=(candidate:.*|end-of-candidates)\r\n/g, '');
