import type { Digit } from '@alo/call-core';
import { beforeAll, expect, it, vi } from 'vitest';
import { PlaneBridge } from './bridge.ts';
import { loadOpus, SILENT_OPUS } from './opus.ts';
import { sequenceAhead, timestampAhead } from './rtp-packet.ts';
import { amplitudeOf, heardLevel } from './testing/amplitude.ts';
import { Beat, opusFormats, type TestParty } from './testing/beat.ts';
import { recording } from './testing/recording.ts';
import { everybody } from './testing/together.ts';

beforeAll(loadOpus);

const silent = 100;

/** Everybody speaks until the coders are there, which nobody waits for: what is heard until then is forgotten. */
async function until(beat: Beat, condition: () => boolean): Promise<void> {
  await vi.waitFor(
    () => {
      beat.pass(200);
      if (!condition()) throw new Error(`not yet: ${condition.toString()}`);
    },
    { timeout: 15_000, interval: 1 },
  );
  for (const { far } of beat.parties) far.forget();
}

/** These hear each other. */
const allHear =
  (...parties: readonly TestParty[]) =>
  () =>
    parties.every((party) => parties.every((other) => other === party || party.level(other) > heardLevel));

function expectGapless({ far }: TestParty, ticks: number): void {
  const steps = far.heard.slice(1).map((packet, i) => {
    const before = far.heard[i] ?? packet;
    return [sequenceAhead(packet.sequence, before.sequence), timestampAhead(packet.timestamp, before.timestamp)];
  });
  expect(steps).toEqual(steps.map(() => [1, ticks]));
}

it('what two say to each other in Opus goes on as it came, octet by octet', async () => {
  using beat = new Beat();
  const [lan, minh] = [beat.party(440, undefined, opusFormats), beat.party(700, undefined, opusFormats)];
  new PlaneBridge(beat.ticker).set(everybody([lan, minh]));
  await until(beat, allHear(lan, minh));
  const said: Buffer[] = [];
  const send = lan.far.packet.bind(lan.far);
  vi.spyOn(lan.far, 'packet').mockImplementation((type, payload) => {
    said.push(payload);
    send(type, payload);
  });
  beat.pass(1_000);
  expect(said).toHaveLength(50);
  expect(minh.far.heard.map(({ payload }) => payload)).toEqual(said);
  expectGapless(minh, 960);
});

it('Opus and G.711 hear each other, in gapless streams of their own clocks', async () => {
  using beat = new Beat();
  const [lan, minh] = [beat.party(440, undefined, opusFormats), beat.party(700)];
  new PlaneBridge(beat.ticker).set(everybody([lan, minh]));
  await until(beat, allHear(lan, minh));
  beat.pass(1_000);
  expect(minh.level(lan, 800)).toBeGreaterThan(heardLevel);
  expect(lan.level(minh, 800)).toBeGreaterThan(heardLevel);
  expect(lan.level(lan, 800)).toBeLessThan(silent);
  expectGapless(minh, 160);
  expectGapless(lan, 960);
});

it('who joins makes a mix of it at once, for Opus and G.711 alike, and two who stay are passed on again', async () => {
  using beat = new Beat();
  const [lan, minh] = [beat.party(440, 3_000, opusFormats), beat.party(700, 3_000, opusFormats)];
  const customer = beat.party(1_100, 3_000);
  const bridge = new PlaneBridge(beat.ticker);
  bridge.set(everybody([lan, minh]));
  await until(beat, () => lan.level(minh) > 1_500 && minh.level(lan) > 1_500);
  bridge.set(everybody([lan, minh, customer]));
  beat.pass(200);
  // What was said before is decoded for it, which swells as a coder begins: nobody falls silent for the delay of a mix.
  for (const frame of [0, 1]) expect(amplitudeOf(customer.far.frameAt(frame), minh.hertz)).toBeGreaterThan(300);
  await until(beat, () => [lan, minh].every((party) => party.level(customer) > 1_500));
  beat.pass(600);
  for (const party of [lan, minh, customer]) {
    const others = [lan, minh, customer].filter((other) => other !== party);
    expect(party.level(party)).toBeLessThan(silent);
    expect(Math.min(...others.map((other) => party.level(other)))).toBeGreaterThan(1_500);
  }
  bridge.set(everybody([lan, minh]));
  beat.pass(600);
  expect(lan.level(minh)).toBeGreaterThan(1_500);
  expect(lan.level(customer)).toBeLessThan(silent);
});

it('a supervisor hears two who speak Opus, and neither hears the supervisor', async () => {
  using beat = new Beat();
  const [lan, minh] = [beat.party(440, undefined, opusFormats), beat.party(700, undefined, opusFormats)];
  const supervisor = beat.party(1_100);
  const hears = (leg: TestParty, ...others: TestParty[]) => ({ leg, hears: others, channel: 'right' as const });
  new PlaneBridge(beat.ticker).set([hears(lan, minh), hears(minh, lan), hears(supervisor, lan, minh)]);
  await until(beat, () => allHear(lan, minh)() && [lan, minh].every((one) => supervisor.level(one) > heardLevel));
  beat.pass(400);
  for (const party of [lan, minh]) expect(party.level(supervisor)).toBeLessThan(silent);
});

it('a recording has both sides of a talk that goes on in Opus, and the talk is passed on all the same', async () => {
  using beat = new Beat();
  const [lan, minh] = [beat.party(440, undefined, opusFormats), beat.party(700, undefined, opusFormats)];
  const bridge = new PlaneBridge(beat.ticker);
  bridge.set(everybody([lan, minh]));
  await until(beat, allHear(lan, minh));
  const { recorder, level } = recording(beat, bridge);
  beat.pass(2_000);
  expect(minh.level(lan)).toBeGreaterThan(heardLevel);
  expect(await recorder.stop()).toMatchObject({ durationMs: 2_000, state: 'whole' });
  expect(level('left', lan, 200, 1_900)).toBeGreaterThan(heardLevel);
  expect(level('right', minh, 200, 1_900)).toBeGreaterThan(heardLevel);
  expect(level('left', minh, 200, 1_900)).toBeLessThan(silent);
});

it('who waits in Opus hears tones, and before them silence of three octets a packet', async () => {
  using beat = new Beat();
  const lan = beat.party(425, undefined, opusFormats);
  beat.pass(200);
  expect(lan.far.heard.map(({ payload }) => payload)).toEqual(Array(10).fill(Buffer.from(SILENT_OPUS)));
  expectGapless(lan, 960);
  lan.play([{ kind: 'tone', tone: 'busy' }], { loop: true }, () => undefined);
  await until(beat, () => lan.level(lan) > heardLevel);
});

it('keys go from Opus to Opus as they are, and to a line of another clock when they are over, as long as they were', async () => {
  using beat = new Beat();
  const [lan, minh] = [beat.party(440, undefined, opusFormats), beat.party(700, undefined, opusFormats)];
  const carrier = beat.party(900);
  const bridge = new PlaneBridge(beat.ticker);
  bridge.set(everybody([lan, minh]));
  await until(beat, allHear(lan, minh));
  const told: Digit[] = [];
  lan.onDigit((digit) => told.push(digit));
  pressed(lan, 5, 960);
  const events = minh.far.heard.filter(({ payloadType }) => payloadType === 110);
  expect(events.map(({ payload }) => [payload[0], payload.readUInt16BE(2)])).toEqual(
    [1, 2, 3, 4, 5, 5, 5, 5].map((frames) => [5, frames * 960]),
  );
  bridge.set(everybody([lan, carrier]));
  beat.pass(100);
  pressed(lan, 6, 960);
  expect(carrier.far.heard.filter(({ payloadType }) => payloadType === 101)).toEqual([]);
  carrier.far.forget();
  beat.pass(400);
  const anew = carrier.far.heard.filter(({ payloadType }) => payloadType === 101);
  expect([anew[0]?.payload[0], anew.at(-1)?.payload.readUInt16BE(2)]).toEqual([6, 800]);
  pressed(carrier, 7, 160);
  beat.pass(400);
  const back = lan.far.heard.filter(({ payloadType }) => payloadType === 110);
  expect([back.at(-1)?.payload[0], back.at(-1)?.payload.readUInt16BE(2)]).toEqual([7, 4_800]);
  expect(told).toEqual(['5', '6']);
});

/** A key of 100 ms, with its end told three times more. */
function pressed({ far }: TestParty, event: number, frameTicks: number): void {
  const type = frameTicks === 960 ? 110 : 101;
  for (const [i, frames] of [1, 2, 3, 4, 5, 5, 5, 5].entries()) {
    const payload = Buffer.from([event, i > 4 ? 0x8a : 0x0a, 0, 0]);
    payload.writeUInt16BE(frames * frameTicks, 2);
    far.packet(type, payload);
  }
}
