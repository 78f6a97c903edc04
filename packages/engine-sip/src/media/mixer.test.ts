import { describe, expect, it } from 'vitest';
import { PlaneBridge } from './bridge.ts';
import type { MediaMember } from './media-plane.ts';
import { sumOf } from './mixer.ts';
import { heardLevel } from './testing/amplitude.ts';
import { Beat, type TestParty } from './testing/beat.ts';
import { everybody } from './testing/together.ts';

const hears = (leg: TestParty, ...others: TestParty[]): MediaMember => ({ leg, hears: others, channel: 'right' });
const silent = 60;

describe('a company of three and more', () => {
  it.each([3, 8])('of %i each hears all the others, and nobody hears himself', (count) => {
    using beat = new Beat();
    const parties = Array.from({ length: count }, (_, i) => beat.party(400 + i * 250, 2_000));
    new PlaneBridge(beat.ticker).set(everybody(parties));
    beat.pass(500);
    for (const party of parties) {
      const others = parties.filter((other) => other !== party);
      expect(party.level(party)).toBeLessThan(silent);
      expect(Math.min(...others.map((other) => party.level(other)))).toBeGreaterThan(1_500);
    }
  });

  it('whoever leaves is not heard any more, and the two who stay are relayed as they came', () => {
    using beat = new Beat();
    const [a, b, c] = [beat.party(400), beat.party(700), beat.party(1100)];
    const bridge = new PlaneBridge(beat.ticker);
    bridge.set(everybody([a, b, c]));
    beat.pass(300);
    c.close();
    beat.pass(400);
    expect(a.level(c)).toBeLessThan(silent);
    expect(a.level(b)).toBeGreaterThan(heardLevel);
    expect([a.partner, b.partner]).toEqual([b, a]);
  });
});

describe('who hears whom', () => {
  it('a listener hears both and is heard by none', () => {
    using beat = new Beat();
    const [customer, agent, supervisor] = [beat.party(400), beat.party(700), beat.party(1100)];
    const bridge = new PlaneBridge(beat.ticker);
    bridge.set([hears(customer, agent), hears(agent, customer), hears(supervisor, customer, agent)]);
    beat.pass(500);
    for (const other of [customer, agent]) expect(supervisor.level(other)).toBeGreaterThan(heardLevel);
    for (const party of [customer, agent]) expect(party.level(supervisor)).toBeLessThan(silent);
    expect(customer.level(agent)).toBeGreaterThan(heardLevel);
  });

  it('a whisper is heard by the agent only', () => {
    using beat = new Beat();
    const [customer, agent, supervisor] = [beat.party(400), beat.party(700), beat.party(1100)];
    const bridge = new PlaneBridge(beat.ticker);
    bridge.set([hears(customer, agent), hears(agent, customer, supervisor), hears(supervisor, customer, agent)]);
    beat.pass(500);
    expect(agent.level(supervisor)).toBeGreaterThan(heardLevel);
    expect(customer.level(supervisor)).toBeLessThan(silent);
  });

  it('of two, one may be deaf to the other', () => {
    using beat = new Beat();
    const [a, b] = [beat.party(400), beat.party(700)];
    new PlaneBridge(beat.ticker).set([hears(a, b), hears(b)]);
    beat.pass(500);
    expect(a.level(b)).toBeGreaterThan(heardLevel);
    expect(b.level(a)).toBeLessThan(silent);
    // A stream flows all the same.
    expect(b.far.heard.length).toBeGreaterThan(20);
  });

  it('a key that is pressed reaches those who hear it, once', () => {
    using beat = new Beat();
    const [a, b, c] = [beat.party(400), beat.party(700), beat.party(1100)];
    new PlaneBridge(beat.ticker).set([hears(a, b), hears(b, a, c), hears(c, b)]);
    const digits: string[] = [];
    a.onDigit((digit) => digits.push(digit));
    a.far.press(5);
    beat.pass(400);
    const presses = (party: TestParty) =>
      new Set(party.far.heard.filter((packet) => packet.payloadType === 101).map(({ timestamp }) => timestamp)).size;
    expect([presses(a), presses(b), presses(c)]).toEqual([0, 1, 0]);
    expect(digits).toEqual(['5']);
  });
});

describe('going from bridge to bridge', () => {
  it('nobody falls silent for more than a frame, whether relayed or mixed', () => {
    using beat = new Beat();
    const [a, b, c, d] = [beat.party(400), beat.party(700), beat.party(1100), beat.party(1500)];
    const [first, second, third] = [
      new PlaneBridge(beat.ticker),
      new PlaneBridge(beat.ticker),
      new PlaneBridge(beat.ticker),
    ];
    first.set(everybody([a, b]));
    beat.pass(300);
    a.far.forget();
    const steps = [
      () => first.set(everybody([a, b, c])), // A third joins: relay to mix,
      () => second.set(everybody([a, b, c, d])), // all move to another mix,
      () => third.set(everybody([a, b])), // and two talk again.
      () => first.set([hears(a, b), hears(b)]),
      () => second.set(everybody([a, b])),
    ];
    for (const step of steps) {
      step();
      beat.pass(300);
    }
    expect(a.longestGapMs(b)).toBeLessThanOrEqual(20);
    // To the far end it is one stream: no number left out, the clock never back.
    const numbers = a.far.heard.map(({ sequence }) => sequence);
    expect(numbers.slice(1).filter((n, i) => n !== (((numbers[i] ?? 0) + 1) & 0xffff))).toEqual([]);
  });
});

it('what is louder than a frame can be is cut there, not wrapped', () => {
  const loud = new Int16Array(160).fill(30_000);
  const soft = new Int16Array(160).fill(-32_000);
  expect(sumOf([loud, loud])[0]).toBe(32_767);
  expect(sumOf([soft, soft, soft])[0]).toBe(-32_768);
  expect(sumOf([loud, soft])[0]).toBe(-2_000);
  expect(sumOf([])).toEqual(new Int16Array(160));
});
