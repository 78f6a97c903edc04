import { describe, expect, test } from 'vitest';
import { personOf } from '../board/board.ts';
import type { RoutingPlan } from '../board/plan.ts';
import type { WrapUpRule, WrapUpRules } from '../board/wrap-up.ts';
import { whyNoCalls } from '../seen/why-no-calls.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan } from '../testing/plan.ts';
import { an, binh, officeWith } from '../testing/queue-office.ts';

const optional: WrapUpRule = { mode: 'optional', seconds: 20 };
const required: WrapUpRule = { mode: 'required', seconds: 20 };
const off: WrapUpRule = { mode: 'off', seconds: 0 };

/** A company whose calls from outside ring at 101. */
const direct = (wrapUp: WrapUpRules): RoutingPlan => ({
  ...leadingTo({ kind: 'direct', extension: '101' }),
  wrapUp,
});

/** How long somebody still writes up, and whether they owe what came of it. */
function writing(desk: Desk, extension = '101'): number | string {
  const { wrapUpUntil, owes } = whyNoCalls(desk.board, extension, desk.now);
  if (wrapUpUntil === null) return 'ready';
  const left = Math.max(0, wrapUpUntil - desk.now) / 1000;
  return owes === null ? left : `owes, ${left} s`;
}

/** A customer talks with 101 and hangs up. */
function talked(desk: Desk, number: string = an) {
  const call = desk.customerCalls(number, hotline);
  desk.answers('101', call);
  desk.ends('caller', 'normal', call);
  return call;
}

describe('after a conversation with a customer', () => {
  test('one writes up as long as the company gives, for calls in and out each, and not at all without a rule', () => {
    const desk = new Desk(direct({ inbound: optional }));
    talked(desk);
    expect(writing(desk)).toBe(20);
    desk.wait(20);
    expect(writing(desk)).toBe('ready');
    const out = desk.extensionCalls('101', '0909999999');
    desk.answers('trunk-a', out);
    desk.ends('caller', 'normal', out);
    expect(writing(desk)).toBe('ready');
    expect(desk.openTimers).toBe(0);
  });

  test('a call that one places is written up once it rings outside, answered or not; one to a colleague never is', () => {
    const desk = new Desk(direct({ outbound: optional }));
    const refused = desk.extensionCalls('101', '0909999999');
    desk.ends('caller', 'normal', refused);
    expect(writing(desk)).toBe('ready');
    const rang = desk.extensionCalls('101', '0909999999');
    desk.rings('trunk-a', rang);
    desk.ends('caller', 'normal', rang);
    expect(writing(desk)).toBe(20);
    desk.wait(20);
    const inside = desk.extensionCalls('101', '102');
    desk.answers('102', inside);
    desk.ends('caller', 'normal', inside);
    expect([writing(desk), writing(desk, '102')]).toEqual(['ready', 'ready']);
  });

  test('a queue and a ring group have rules of their own, also none', () => {
    const inbound = { inbound: optional };
    const queue = new Desk({ ...officeWith({ wrapUp: off, wrapUpSeconds: 30 }), wrapUp: inbound }, ['101']);
    talked(queue);
    expect(writing(queue)).toBe('ready');
    const old = new Desk({ ...officeWith({ wrapUpSeconds: 30 }), wrapUp: inbound }, ['101']);
    talked(old);
    expect(writing(old)).toBe(30);
    const { sales } = officePlan.groups;
    if (sales === undefined) throw new Error('The office has a group');
    const group = new Desk(
      {
        ...leadingTo({ kind: 'group', group: 'sales' }, { groups: { sales: { ...sales, wrapUp: required } } }),
        wrapUp: inbound,
      },
      ['101'],
    );
    talked(group);
    expect(writing(group)).toBe('owes, 20 s');
  });

  test('whoever gets a customer by a transfer writes it up too, and so does who sent them on', () => {
    const desk = new Desk(direct({ inbound: optional }));
    const call = desk.customerCalls(an, hotline);
    desk.answers('101', call);
    desk.asks('101', { kind: 'transfer', call, to: '102' });
    expect(writing(desk)).toBe(20);
    desk.answers('102', call);
    desk.wait(5);
    desk.ends('caller', 'normal', call);
    expect([writing(desk), writing(desk, '102')]).toEqual([15, 20]);
  });

  test('who was only asked for advice has nothing to write up', () => {
    const desk = new Desk(direct({ inbound: optional }));
    const call = desk.customerCalls(an, hotline);
    desk.answers('101', call);
    desk.asks('101', { kind: 'consult', call, to: '102' });
    desk.answers('102', call);
    desk.asks('101', { kind: 'back', call });
    expect(writing(desk, '102')).toBe('ready');
  });
});

describe('what came of a conversation', () => {
  test('is owed where the company wants it: neither time nor the person ends that, and no call is offered', () => {
    const plan = { ...officeWith({ wrapUp: required }), wrapUp: {} };
    const desk = new Desk(plan, ['101']);
    const first = talked(desk);
    desk.customerCalls(binh, hotline);
    desk.heard();
    desk.wait(60);
    expect(writing(desk)).toBe('owes, 0 s');
    const { owes, words } = whyNoCalls(desk.board, '101', desk.now);
    expect([owes, words]).toEqual([first, 'chưa ghi kết quả cuộc gọi vừa rồi']);
    expect(desk.asks('101', { kind: 'ready', extension: '101' })).toMatchObject({ ok: false, refused: 'not-now' });
    desk.chooses('101', 2);
    desk.chooses('101', 1);
    expect([writing(desk), desk.heard().filter((one) => one.startsWith('dial'))]).toEqual(['owes, 0 s', []]);
    expect(desk.spent('101').at(-1)).toBe('wrapping-up still');
    expect(desk.asks('101', { kind: 'written-up', extension: '101', call: first })).toMatchObject({ ok: false });
    desk.asks(null, { kind: 'written-up', extension: '101', call: first });
    expect(desk.heard().filter((one) => one.startsWith('dial'))).toEqual(['dial 101']);
  });

  test('ends the wrap-up as soon as it is kept; kept while one talks it leaves the time behind the call', () => {
    const desk = new Desk(direct({ inbound: required }));
    const first = talked(desk);
    desk.asks(null, { kind: 'written-up', extension: '101', call: first });
    expect([writing(desk), desk.openTimers]).toEqual(['ready', 0]);
    const call = desk.customerCalls(an, hotline);
    desk.answers('101', call);
    desk.asks(null, { kind: 'written-up', extension: '101', call });
    desk.ends('caller', 'normal', call);
    expect(writing(desk)).toBe(20);
    desk.asks('101', { kind: 'ready', extension: '101' });
    expect(writing(desk)).toBe('ready');
  });

  test('is owed for each of several: the last one that is kept ends it, in whichever order', () => {
    const desk = new Desk(direct({ inbound: required, outbound: required }));
    const first = talked(desk);
    const second = desk.extensionCalls('101', '0909999999');
    desk.answers('trunk-a', second);
    desk.ends('caller', 'normal', second);
    desk.asks(null, { kind: 'written-up', extension: '101', call: second });
    expect(writing(desk)).toBe('owes, 20 s');
    desk.asks(null, { kind: 'written-up', extension: '101', call: first });
    expect(writing(desk)).toBe('ready');
  });

  test('a supervisor lets somebody off, and nobody owes it who may not keep it', () => {
    const plan = direct({ inbound: required });
    const [lan, ha] = [plan.extensions['101'], plan.extensions['103']];
    if (lan === undefined || ha === undefined) throw new Error('The office has a 101 and a 103');
    const led = { ...plan, extensions: { ...plan.extensions, 103: { ...ha, supervises: 'everybody' as const } } };
    const desk = new Desk(led);
    talked(desk);
    expect(desk.asks('102', { kind: 'ready', extension: '101' })).toMatchObject({ refused: 'forbidden' });
    expect(desk.asks('103', { kind: 'ready', extension: '101' })).toMatchObject({ ok: true });
    expect(writing(desk)).toBe('ready');
    const reader = new Desk({
      ...plan,
      extensions: { ...plan.extensions, 101: { ...lan, keepsOutcomes: false as const } },
    });
    talked(reader);
    expect(writing(reader)).toBe(20);
  });
});

describe('more time', () => {
  test('is added to what is left, up to ten minutes, by the person alone and while they write up', () => {
    const desk = new Desk(direct({ inbound: optional }));
    const more = (by: string) => desk.asks(by, { kind: 'wrap-up-longer', extension: '101', seconds: 30 });
    expect(more('101')).toMatchObject({ refused: 'not-now' });
    talked(desk);
    desk.wait(15);
    expect(more('102')).toMatchObject({ refused: 'forbidden' });
    more('101');
    expect(writing(desk)).toBe(35);
    desk.wait(34);
    expect(writing(desk)).toBe(1);
    for (let n = 0; n < 40; n += 1) more('101');
    expect([writing(desk), desk.openTimers]).toEqual([600, 1]);
    desk.wait(600);
    expect([writing(desk), desk.openTimers]).toEqual(['ready', 0]);
  });

  test('a call that one takes meanwhile does not shorten it, and what is owed stays owed', () => {
    const desk = new Desk(direct({ inbound: required, outbound: optional }));
    talked(desk);
    desk.wait(5);
    const out = desk.extensionCalls('101', '0909999999');
    desk.answers('trunk-a', out);
    desk.wait(2);
    desk.ends('caller', 'normal', out);
    expect(writing(desk)).toBe('owes, 20 s');
  });

  test('a board that is read again has it as it was', () => {
    const desk = new Desk(direct({ inbound: required }));
    talked(desk);
    const kept: unknown = JSON.parse(JSON.stringify(personOf(desk.board, '101')));
    expect(kept).toEqual(personOf(desk.board, '101'));
  });
});
