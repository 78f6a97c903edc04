import { expect, it } from 'vitest';
import { PlaneBridge } from './bridge.ts';
import { heardLevel } from './testing/amplitude.ts';
import { Beat, type TestParty } from './testing/beat.ts';
import { recording } from './testing/recording.ts';
import { everybody } from './testing/together.ts';

const silent = 60;

it('customers are left and everybody else right, whoever comes and goes, and the length is that of the talk', async () => {
  using beat = new Beat();
  const [customer, agent, third] = [beat.party(400), beat.party(700), beat.party(1100)];
  const bridge = new PlaneBridge(beat.ticker);
  bridge.set(everybody([customer, agent]));
  const { recorder, level } = recording(beat, bridge);
  beat.pass(1_000);
  bridge.set(everybody([customer, agent, third]));
  beat.pass(1_000);
  agent.close();
  beat.pass(1_000);
  const result = await recorder.stop();
  expect(result).toEqual({ durationMs: 3_000, bytes: 44 + 3_000 * 32, state: 'whole' });
  expect(level('left', customer, 200, 2_800)).toBeGreaterThan(heardLevel);
  for (const other of [agent, third]) expect(level('left', other, 200, 2_800)).toBeLessThan(silent);
  expect(level('right', third, 0, 900)).toBeLessThan(silent);
  expect(level('right', agent, 1_200, 1_900)).toBeGreaterThan(heardLevel);
  expect(level('right', third, 1_200, 2_900)).toBeGreaterThan(heardLevel);
  expect(level('right', agent, 2_200, 2_900)).toBeLessThan(silent);
});

it('who is off the record is in no recording from the first frame to the last, and who stays on it has no break', async () => {
  using beat = new Beat();
  const [customer, agent, listener] = [beat.party(400), beat.party(700), beat.party(1100)];
  const company = (...off: readonly TestParty[]) =>
    everybody([customer, agent, listener]).map((member) =>
      off.some((party) => party === member.leg) ? { ...member, offRecord: true as const } : member,
    );
  const bridge = new PlaneBridge(beat.ticker);
  bridge.set(company(listener));
  const { recorder, level } = recording(beat, bridge);
  beat.pass(1_000);
  bridge.set(company(customer, agent, listener));
  beat.pass(1_000);
  bridge.set(company());
  beat.pass(1_000);
  expect(await recorder.stop()).toMatchObject({ durationMs: 3_000, state: 'whole' });
  expect(level('right', listener, 0, 1_900)).toBeLessThan(silent);
  for (const [side, party] of [
    ['left', customer],
    ['right', agent],
  ] as const) {
    expect(level(side, party, 100, 950)).toBeGreaterThan(heardLevel);
    expect(level(side, party, 1_150, 1_950)).toBeLessThan(silent);
    expect(level(side, party, 2_200, 2_900)).toBeGreaterThan(heardLevel);
  }
  expect(level('right', listener, 2_200, 2_900)).toBeGreaterThan(heardLevel);
});

it('a recording goes on in another bridge, with silence for the time in between', async () => {
  using beat = new Beat();
  const [customer, agent, other] = [beat.party(400), beat.party(700), beat.party(1100)];
  const [first, second] = [new PlaneBridge(beat.ticker), new PlaneBridge(beat.ticker)];
  first.set(everybody([customer, agent]));
  const { recorder, level, follow } = recording(beat, first);
  beat.pass(600);
  first.set([]);
  beat.pass(600);
  second.set(everybody([customer, other]));
  follow(second);
  beat.pass(600);
  expect(await recorder.stop()).toMatchObject({ durationMs: 1_800, state: 'whole' });
  expect(level('left', customer, 100, 500)).toBeGreaterThan(heardLevel);
  expect(level('left', customer, 800, 1_100)).toBeLessThan(silent);
  expect(level('left', customer, 1_400, 1_700)).toBeGreaterThan(heardLevel);
  expect(level('right', other, 1_400, 1_700)).toBeGreaterThan(heardLevel);
});

it('nothing that is said in a pause is kept, and the pause is as long as it was', async () => {
  using beat = new Beat();
  const [customer, agent] = [beat.party(400), beat.party(700)];
  const bridge = new PlaneBridge(beat.ticker);
  bridge.set(everybody([customer, agent]));
  const { recorder, level } = recording(beat, bridge);
  beat.pass(600);
  recorder.pause(true);
  beat.pass(600);
  recorder.pause(false);
  beat.pass(600);
  expect(await recorder.stop()).toMatchObject({ durationMs: 1_800 });
  expect(level('left', customer, 100, 500)).toBeGreaterThan(heardLevel);
  expect(level('left', customer, 600, 1_200)).toBeLessThan(silent);
  expect(level('right', agent, 600, 1_200)).toBeLessThan(silent);
  expect(level('left', customer, 1_300, 1_700)).toBeGreaterThan(heardLevel);
});

it('what the engine missed while it stood still is silence of that length, and the recording says so', async () => {
  using beat = new Beat();
  const [customer, agent] = [beat.party(400), beat.party(700)];
  const bridge = new PlaneBridge(beat.ticker);
  bridge.set(everybody([customer, agent]));
  const { recorder, level } = recording(beat, bridge);
  beat.pass(600);
  recorder.missed(5_000);
  beat.pass(600);
  expect(await recorder.stop()).toEqual({
    durationMs: 6_200,
    bytes: 44 + 6_200 * 32,
    state: 'incomplete',
    gapMs: 4_900,
  });
  expect(level('left', customer, 100, 580)).toBeGreaterThan(heardLevel);
  expect(level('left', customer, 620, 5_600)).toBe(0);
  expect(level('left', customer, 5_800, 6_100)).toBeGreaterThan(heardLevel);
  expect(level('right', agent, 5_800, 6_100)).toBeGreaterThan(heardLevel);
});

it.each(['at once', 'at the end'])(
  'a disk that writes %s has what was said where it was said, and silence behind it',
  async (when) => {
    using beat = new Beat();
    const [customer, agent] = [beat.party(400), beat.party(700)];
    const bridge = new PlaneBridge(beat.ticker);
    bridge.set(everybody([customer, agent]));
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    const { recorder, level } = recording(beat, bridge, when === 'at the end' ? ended : undefined);
    const pass = async (ms: number) => {
      for (let passed = 0; passed < ms; passed += 100) {
        beat.pass(100);
        await new Promise((resolve) => setImmediate(resolve)); // The disk's turn.
      }
    };
    await pass(2_000);
    beat.parties.length = 0;
    await pass(2_000);
    end();
    expect(await recorder.stop()).toMatchObject({ durationMs: 4_000, state: 'whole' });
    const loud = level('left', customer, 100, 700);
    expect(loud).toBeGreaterThan(heardLevel);
    expect(level('left', customer, 1_000, 1_900) / loud).toBeCloseTo(1, 1);
    expect(level('left', customer, 2_100, 3_900)).toBe(0);
    expect(level('right', agent, 2_100, 3_900)).toBe(0);
  },
);

it('a talk that ends while nobody decides anything ends its recording; where people talk again, all stands at its time', async () => {
  using beat = new Beat();
  const talk = () => {
    const [customer, agent] = [beat.party(400), beat.party(700)];
    const bridge = new PlaneBridge(beat.ticker);
    bridge.set(everybody([customer, agent]));
    return { customer, agent, bridge, ...recording(beat, bridge) };
  };
  const [decided, over, resumed] = [talk(), talk(), talk()];
  beat.pass(600);
  decided.customer.close();
  resumed.customer.close();
  // The word of it was under way to the server that is gone now.
  for (const { recorder } of [over, resumed]) recorder.decided(false);
  over.customer.close();
  beat.pass(1_000);
  // A server is there again, and has heard of it.
  for (const { recorder } of [over, resumed]) recorder.decided(true);
  beat.pass(200);
  expect(await over.recorder.stop()).toEqual({ durationMs: 600, bytes: 44 + 600 * 32, state: 'whole' });
  const third = beat.party(1_100);
  for (const { bridge, agent } of [decided, resumed]) bridge.set(everybody([third, agent]));
  beat.pass(400);
  for (const { recorder } of [decided, resumed]) expect((await recorder.stop()).durationMs).toBe(2_200);
  expect(resumed.level('left', resumed.customer, 200, 500)).toBeGreaterThan(heardLevel);
  expect(resumed.level('right', resumed.agent, 700, 1_700)).toBeLessThan(silent);
  expect(decided.level('right', decided.agent, 700, 1_700)).toBeGreaterThan(heardLevel);
  for (const side of ['left', 'right'] as const)
    expect(resumed.level(side, side === 'left' ? third : resumed.agent, 1_900, 2_100)).toBeGreaterThan(heardLevel);
});
