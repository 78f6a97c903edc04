import { expect, test } from 'vitest';
import { type CallLimits, plainLimits } from '../board/call-limits.ts';
import type { DestinationClass } from '../board/destination-class.ts';
import type { CallId } from '../board/vocabulary.ts';
import { valuesOf } from '../lib/persistent-map.ts';
import { Desk } from '../testing/desk.ts';
import { extension, officePlan, trunk } from '../testing/plan.ts';

/** Numbers that cost their caller much and earn somebody something: abroad, premium, satellite. */
const costly = ['00252612345678', '0037178901234', '1900123456', '00881612345678'] as const;

const everything: readonly DestinationClass[] = [
  'internal',
  'local',
  'mobile',
  'long-distance',
  'international',
  'premium',
  'satellite',
];

/** The office, whose extension 101 was stolen, and which may call whatever `rights` say; the company has opened all. */
function stolen(limits: Partial<CallLimits>, rights?: readonly DestinationClass[]): Desk {
  const { extensions } = officePlan;
  return new Desk({
    ...officePlan,
    outboundRules: officePlan.outboundRules.map((rule) => ({ ...rule, pattern: '*', extensions: 'all' as const })),
    trunks: { [trunk]: { name: 'A', calls: null, callsPerSecond: null, passesCallers: false } },
    limits: { ...plainLimits, open: [...everything], costlyHours: null, ...limits },
    extensions: { ...extensions, 101: extension('101', 'Nguyễn Thị Lan', rights === undefined ? {} : { rights }) },
  });
}

/** A script dials as fast as it may for an hour, each call as long as it goes. Answers how many rang anywhere, and the minutes talked. */
function fraud(desk: Desk) {
  let [rang, talked] = [0, 0];
  const going = new Set<CallId>();
  /** Ended ones are forgotten after a while. */
  const countEnded = () => {
    for (const id of going) {
      const { stage, talkMs } = desk.call(id);
      if (stage !== 'ended') continue;
      going.delete(id);
      talked += talkMs / 60_000;
    }
  };
  for (let second = 0; second < 3_600; second += 2) {
    const call = desk.extensionCalls('101', costly[(second / 2) % costly.length] ?? '');
    if (desk.heard().some((said) => said.startsWith('dial'))) {
      rang++;
      desk.answers('trunk-a', call);
      going.add(call);
    }
    desk.wait(2);
    countEnded();
  }
  for (const id of going) desk.ends('caller', 'normal', id);
  countEnded();
  return { rang, talked, alarms: [...valuesOf(desk.board.alarms)] };
}

test('who stole an extension that may not call abroad calls nobody there, however often', () => {
  const { rang, talked } = fraud(stolen({}, ['internal', 'local', 'mobile', 'long-distance']));
  expect([rang, talked]).toEqual([0, 0]);
});

test('where the company has not opened what is costly nobody is called there, and it is told', () => {
  const { rang, alarms } = fraud(stolen({ open: plainLimits.open }));
  expect(rang).toBe(0);
  expect(alarms.map(({ of, count }) => [of, count > 1_000])).toContainEqual(['extension 101', true]);
});

/** Nobody looks for patterns: what is closed by a cap is closed by that cap alone. */
const unwatched = { ...plainLimits.alarm, costlyCalls: 1e9, repeatedCalls: 1e9, costlyMinutes: 1e9 };
const uncapped = { extensionCalls: null, costlyMinutesPerCall: null, costlyMinutesPerDay: null, alarm: unwatched };

test('what looks like fraud is stopped after so many calls as it says, and the bell says so', () => {
  const { rang, alarms } = fraud(stolen({ ...uncapped, alarm: plainLimits.alarm }));
  expect(rang).toBeLessThanOrEqual(plainLimits.alarm.costlyCalls);
  expect(alarms.map(({ kind, of }) => [kind, of])).toContainEqual(['fraud', 'extension 101']);
});

test.each<readonly [string, Partial<CallLimits>, { readonly rang: number; readonly talked: number }]>([
  // Two at once, each of ten minutes, for an hour and what the last ones have left.
  ['so many calls at once', { extensionCalls: 2, costlyMinutesPerCall: 10 }, { rang: 14, talked: 130 }],
  ['so many minutes a day', { costlyMinutesPerDay: 30 }, { rang: 1_800, talked: 31 }],
  [
    'so much money a day',
    { spend: { prices: { international: 6_000, premium: 6_000, satellite: 6_000 }, perDay: 60_000 } },
    { rang: 1_800, talked: 11 },
  ],
])('where everything is open a cap holds by itself: %s', (_, cap, most) => {
  const { rang, talked, alarms } = fraud(stolen({ ...uncapped, ...cap }));
  expect(rang).toBeGreaterThan(1);
  expect(rang).toBeLessThanOrEqual(most.rang);
  expect(talked).toBeLessThanOrEqual(most.talked);
  expect(alarms.map(({ kind, of }) => [kind, of])).toContainEqual(['limit', 'extension 101']);
});
