import { expect, test } from 'vitest';
import { plainLimits } from '../board/call-limits.ts';
import type { Destination } from '../board/destination.ts';
import type { CarrierShare, TrunkPlan } from '../board/plan.ts';
import { getFrom, valuesOf } from '../lib/persistent-map.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan, secondTrunk, trunk } from '../testing/plan.ts';

const over = (share: CarrierShare | undefined, name: string): TrunkPlan => ({
  calls: null,
  callsPerSecond: null,
  passesCallers: false,
  name,
  ...(share && { share }),
});
const viettel = (calls: number) => ({ id: 'one', name: 'Viettel', calls });

/** Both trunks lead to the operator's carrier, of which the company has two channels. */
const second = over(viettel(2), 'B');
const trunks = { [trunk]: over(viettel(2), 'A'), [secondTrunk]: second };
const outboundRules = officePlan.outboundRules.map((rule) => ({ ...rule, pattern: '*', extensions: 'all' as const }));
const limits = { ...plainLimits, extensionCalls: null };
const deskWith = (its: Readonly<Record<string, TrunkPlan>> = trunks) =>
  new Desk({ ...officePlan, trunks: its, outboundRules, limits });

const full = 'Phần được giao của nhà mạng “Viettel” đang có 2 cuộc gọi, hạn mức là 2';
const used = (desk: Desk) => getFrom(desk.board.usage, 'share one')?.now ?? 0;

test('a company has so many channels of the operator’s carrier, however many trunks of its lead there', () => {
  const desk = deskWith();
  const first = desk.extensionCalls('101', '0901111111');
  desk.extensionCalls('102', '0902222222');
  desk.heard();
  desk.extensionCalls('103', '0903333333');
  expect(desk.heard()).toEqual(['hang up caller (limit)']);
  expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'limit' });
  expect(desk.trace()).toContain(full);
  expect([...valuesOf(desk.board.alarms)].map(({ of, words }) => [of, words])).toEqual([['share one', full]]);
  desk.customerCalls('0904444444', hotline);
  expect(desk.heard()).toEqual(['hang up caller (limit)']);
  desk.ends('caller', 'normal', first);
  desk.heard();
  desk.extensionCalls('103', '0903333333');
  expect(desk.heard()).toEqual(['dial 0903333333 over trunk-a']);
});

test('a carrier of the company’s own is asked where the share is full', () => {
  const desk = deskWith({ [trunk]: over(viettel(1), 'A'), [secondTrunk]: over(undefined, 'B') });
  desk.extensionCalls('101', '0901111111');
  desk.extensionCalls('102', '0902222222');
  expect(desk.heard()).toEqual(['dial 0901111111 over trunk-a', 'dial 0902222222 over trunk-b']);
});

test('a call keeps its channel of the share though its trunk is taken away, and gives it back when it ends', () => {
  const desk = deskWith();
  const calls = ['101', '102'].map((from) => desk.extensionCalls(from, '0901111111'));
  desk.heard();
  desk.board = { ...desk.board, plan: { ...desk.board.plan, trunks: { [secondTrunk]: second } } };
  expect(used(desk)).toBe(2);
  desk.extensionCalls('103', '0903333333');
  expect(desk.heard()).toEqual(['dial 0903333333 over trunk-a']);
  desk.ends('trunk-a', 'congestion');
  // The way over the trunk that is left was given up when the call began.
  desk.heard();
  for (const call of calls) desk.ends('caller', 'normal', call);
  expect(used(desk)).toBe(0);
});

test('people who are rung outside all at once take no more channels than there are', () => {
  const away = (number: string): Destination => ({ kind: 'fw', number, showing: 'own' });
  const members = ['101', '102', '103'];
  const plan = leadingTo(
    { kind: 'group', group: 'all' },
    {
      outboundRules,
      limits,
      trunks: { [trunk]: over(viettel(3), 'A'), [secondTrunk]: over(viettel(3), 'B') },
      extensions: Object.fromEntries(
        members.map((one, nth) => [
          one,
          extension(one, one, {
            forwards: { always: away(`090${nth}111111`), busy: null, noAnswer: null, offline: null },
          }),
        ]),
      ),
      groups: {
        all: { name: 'Cả nhóm', strategy: 'ring-all', members, ringSeconds: 20, otherwise: null, confirms: true },
      },
    },
  );
  const desk = new Desk(plan);
  desk.customerCalls('0909999999', hotline);
  // The caller has one of the three.
  expect(desk.heard().filter((one) => one.startsWith('dial'))).toHaveLength(2);
  expect(used(desk)).toBe(3);
});

test('emergencies are called though the share is full', () => {
  const desk = deskWith({ [trunk]: over(viettel(1), 'A') });
  desk.extensionCalls('101', '0901111111');
  desk.heard();
  desk.extensionCalls('102', '113');
  expect(desk.heard()).toEqual(['dial 113 over trunk-a']);
});
