import { describe, expect, test } from 'vitest';
import { queuePlan } from '../board/queue-plan.ts';
import { isSpent } from '../board/status-span.ts';
import type { ContactId } from '../board/vocabulary.ts';
import { getFrom, valuesOf } from '../lib/persistent-map.ts';
import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';
import { an, binh, officeWith } from '../testing/queue-office.ts';

describe('what somebody’s time goes to', () => {
  test('is being ready, a call, writing it up and being ready again; a call that only rings is none', () => {
    const desk = new Desk(officeWith({ wrapUpSeconds: 30 }), ['101']);
    desk.wait(60);
    desk.customerCalls(an, hotline);
    desk.wait(7);
    desk.answers('101');
    desk.wait(100);
    desk.ends('caller');
    desk.wait(45);
    expect(desk.spent('101')).toEqual(['ready 67 s', 'on-a-call 100 s', 'wrapping-up 30 s', 'ready still']);
  });

  test('is a call from dialling on, whoever is called', () => {
    const desk = new Desk(officeWith(), ['101', '102']);
    desk.wait(5);
    desk.extensionCalls('101', '102');
    desk.wait(8);
    desk.answers('102');
    desk.wait(20);
    desk.ends('caller');
    expect(desk.spent('101')).toEqual(['ready 5 s', 'on-a-call 28 s', 'ready still']);
    expect(desk.spent('102')).toEqual(['ready 13 s', 'on-a-call 20 s', 'ready still']);
  });

  test('is a break with its reason; one for another reason is another one, and one that begins in a call begins after it', () => {
    const desk = new Desk(officeWith(), ['101']);
    desk.chooses('101', 2, 'Ăn trưa');
    desk.wait(1_800);
    desk.chooses('101', 2, 'Họp');
    desk.wait(60);
    desk.chooses('101', 1);
    desk.extensionCalls('101', '102');
    desk.wait(10);
    desk.chooses('101', 2, '');
    desk.wait(10);
    desk.ends('caller');
    expect(desk.spent('101')).toEqual([
      'on-a-break (Ăn trưa) 1800 s',
      'on-a-break (Họp) 60 s',
      'on-a-call 20 s',
      'on-a-break still',
    ]);
  });

  test('is nothing while no phone is there or they are off, but for a call that still goes on', () => {
    const desk = new Desk(officeWith(), ['101']);
    desk.wait(30);
    desk.leaves('101');
    desk.wait(500);
    desk.registers('101');
    desk.wait(5);
    desk.registers('101', true);
    desk.wait(10);
    desk.registers('101');
    desk.extensionCalls('101', '102');
    desk.chooses('101', 3);
    desk.wait(40);
    desk.ends('caller');
    desk.wait(100);
    expect(desk.spent('101')).toEqual(['ready 30 s', 'ready 5 s', 'asleep 10 s', 'on-a-call 40 s']);
    expect(getFrom(desk.board.spans, '101')).toMatchObject({ status: 'off', from: desk.now - 100_000 });
  });

  test('is nothing while nobody would hear them', () => {
    const desk = new Desk(officeWith(), ['101']);
    desk.wait(30);
    desk.registers('101', false, true);
    desk.wait(500);
    desk.registers('101');
    desk.wait(5);
    desk.leaves('101');
    expect(desk.spent('101')).toEqual(['ready 30 s', 'ready 5 s']);
  });

  test('is a pause where one queue stopped calling them, or where they pause in all', () => {
    const care = queuePlan({
      name: 'Chăm sóc',
      strategy: 'linear',
      members: officeWith().queues['sales']?.members ?? [],
    });
    const desk = new Desk(officeWith({ ringSeconds: 10, pauseAfterMissed: 1 }, { care }), ['101']);
    desk.customerCalls(an, hotline);
    desk.wait(12);
    desk.asks('101', { kind: 'ready', extension: '101' });
    desk.wait(3);
    desk.ends('caller');
    const pauses = (queue: string | null, on: boolean) =>
      desk.asks('101', { kind: 'queue-pause', extension: '101', queue, on, reason: 'Gửi báo giá' });
    pauses('sales', true);
    desk.wait(5);
    pauses('care', true);
    desk.wait(6);
    pauses(null, false);
    expect(desk.spent('101').slice(0, 2)).toEqual(['ready 10 s', 'auto-paused 2 s']);
    expect(desk.spent('101').slice(-2)).toEqual(['paused (Gửi báo giá) 6 s', 'ready still']);
  });

  test('is not wanting to be disturbed as soon as that is saved', () => {
    const office = officeWith();
    const lan = office.extensions['101'];
    if (lan === undefined) throw new Error('the office has no 101');
    const desk = new Desk(office, ['101']);
    desk.wait(9);
    const quiet = { ...office, extensions: { ...office.extensions, 101: { ...lan, doNotDisturb: true } } };
    desk.take({ type: 'plan-changed', plan: quiet, at: desk.now });
    desk.wait(4);
    desk.take({ type: 'plan-changed', plan: office, at: desk.now });
    expect(desk.spent('101')).toEqual(['ready 9 s', 'do-not-disturb 4 s', 'ready still']);
  });

  test('is a call as long as they talked in the longest of several, though a shorter one is told of last', () => {
    const desk = new Desk(officeWith(), ['101', '102', '103']);
    desk.wait(5);
    const first = desk.extensionCalls('101', '102');
    desk.answers('102');
    desk.wait(10);
    const second = desk.extensionCalls('101', '103');
    desk.answers('103');
    desk.wait(60);
    desk.ends('caller', 'normal', first);
    desk.wait(30);
    // The engine that carried it was lost 80 s ago.
    desk.take({
      type: 'ended',
      call: second,
      leg: desk.leg('caller', second),
      at: desk.now - 80_000,
      cause: 'interrupted',
    });
    desk.leaves('101');
    expect(desk.spent('101').slice(0, 2)).toEqual(['ready 5 s', 'on-a-call 70 s']);
  });

  test('is a call until they asked somebody’s advice, though that the other had hung up before is told last', () => {
    const desk = new Desk(officeWith(), ['101', '102', '103']);
    desk.wait(5);
    const call = desk.extensionCalls('101', '102');
    desk.answers('102');
    const other = desk.leg('102', call);
    desk.wait(60);
    desk.asks('102', { kind: 'hold', call, on: true });
    desk.wait(60);
    desk.asks('101', { kind: 'consult', call, to: '103' });
    const asked = desk.now;
    // The engine's link was broken meanwhile.
    desk.take({ type: 'ended', call, leg: other, at: asked - 200, cause: 'normal' });
    desk.take({ type: 'ended', call, leg: desk.leg('caller', call), at: asked - 100, cause: 'normal' });
    const spans = [...desk.spans.values()].filter(({ extension }) => extension === '101');
    expect(spans.find(({ status }) => status === 'on-a-call')?.to).toBe(asked);
  });

  test('is a call from the answer on, though what they chose after it was heard first', () => {
    const desk = new Desk(officeWith(), ['101']);
    desk.wait(60);
    const call = desk.customerCalls(an, hotline);
    desk.wait(4);
    const answered = desk.now;
    desk.wait(2);
    desk.asks('101', { kind: 'queue-pause', extension: '101', queue: null, on: true, reason: 'Gửi báo giá' });
    desk.wait(1);
    desk.take({ type: 'answered', call, leg: desk.leg('101', call), at: answered });
    desk.wait(20);
    desk.ends('caller');
    desk.wait(5);
    expect(desk.spent('101')).toEqual(['ready 64 s', 'on-a-call 2 s', 'on-a-call 21 s', 'paused (Gửi báo giá) still']);
  });

  test('goes to one call at a time where two are told of late, the earlier answer last', () => {
    const desk = new Desk(officeWith(), ['101']);
    desk.wait(60);
    const first = desk.customerCalls(an, hotline);
    desk.wait(6);
    desk.asks('101', { kind: 'queue-pause', extension: '101', queue: null, on: true, reason: 'Gửi báo giá' });
    desk.wait(2);
    desk.take({ type: 'answered', call: first, leg: desk.leg('101', first), at: desk.now - 3_000 });
    desk.wait(10);
    desk.ends('caller');
    desk.wait(1);
    const second = desk.extensionCalls('102', '101');
    // The engine's clock was set back.
    desk.take({ type: 'answered', call: second, leg: desk.leg('101', second), at: desk.now - 15_000 });
    expect(desk.spent('101')).toEqual([
      'ready 64 s',
      'on-a-call 1 s',
      'on-a-call 1 s',
      'on-a-call 12 s',
      'on-a-call still',
    ]);
  });

  test('has no gap and nothing at once, however late an event is told or the clock is set', () => {
    const desk = new Desk(officeWith({ wrapUpSeconds: 30 }), ['101', '102']);
    desk.wait(60);
    desk.now -= 3_600_000;
    desk.chooses('101', 2, 'Họp');
    desk.wait(7_200);
    desk.take({ type: 'contacts', extension: '101', contacts: [], at: desk.now - 5_000 });
    desk.take({ type: 'contacts', extension: '101', contacts: [{ id: '101' as ContactId, asleep: false }], at: 0 });
    desk.leaves('101');
    desk.customerCalls(binh, hotline);
    desk.answers('102');
    desk.ends('caller');
    for (const extension of ['101', '102']) {
      const its = [...desk.spans.values()].filter((span) => span.extension === extension);
      for (const [index, { from, to }] of its.entries()) {
        const end = to ?? Number.POSITIVE_INFINITY;
        expect(end).toBeGreaterThanOrEqual(from);
        expect(its[index + 1]?.from ?? end).toBeGreaterThanOrEqual(end);
      }
    }
    expect([...valuesOf(desk.board.spans)].filter(isSpent).map(({ extension }) => extension)).toEqual(['102']);
  });
});
