import { describe, expect, test } from 'vitest';
import type { CallId, LegId, TransferId } from '../board/vocabulary.ts';
import { ownConversations } from '../seen/own-conversations.ts';
import { ringingAt } from '../seen/ringing-at.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan } from '../testing/plan.ts';

const customer = '0901234567';
const transfer = 'refer-1' as TransferId; // a test's own name

/** A customer talks with 101. */
function talking(plan = officePlan): { desk: Desk; call: CallId } {
  const desk = new Desk(plan);
  const call = desk.customerCalls(customer, hotline);
  desk.answers('101');
  desk.heard();
  return { desk, call };
}

/** Who talked, and for how many seconds. */
const shares = (seconds: Readonly<Record<string, number>>) =>
  new Map(Object.entries(seconds).map(([extension, many]) => [extension, many * 1_000]));

describe('a blind transfer', () => {
  test('sends the customer on, frees the one who sent, and each talk is its own', () => {
    const { desk, call } = talking();
    desk.wait(30);
    expect(desk.asks('101', { kind: 'transfer', call, to: '103' })).toMatchObject({ ok: true });
    expect(desk.heard()).toEqual(['hang up 101 (normal)', 'dial 103', 'unbridge']);
    desk.rings('103');
    desk.wait(4);
    desk.answers('103');
    expect(desk.heard()).toEqual(['play ringback to caller', 'stop playing to caller', 'bridge caller+103', 'record']);
    desk.wait(10);
    desk.ends('caller');
    expect(desk.summary()).toMatchObject({ status: 'answered', talkMs: 40_000, ringMs: 4000, agentExtension: '101' });
    expect(desk.stays()).toEqual(['101 answered 30 s', '103 transfer 10 s']);
    expect(desk.summary().shares).toEqual(shares({ 101: 30, 103: 10 }));
    expect(desk.call().recordings).toHaveLength(1);
  });

  test('tells whoever is rung who sent the customer, and their word of hand-over, also once they talk', () => {
    const { desk, call } = talking();
    const word = 'hỏi về bảo hành';
    desk.asks('101', { kind: 'transfer', call, to: '103', word });
    const at = desk.now;
    desk.wait(4);
    expect(ringingAt(desk.board, '103')[0]?.waiting.handedOver).toEqual({ by: '101', word, at });
    desk.answers('103');
    expect(ownConversations(desk.board, '103')[0]?.parties[0]?.handedOver).toEqual({ by: '101', word, at });
    desk.asks('103', { kind: 'transfer', call, to: '102' });
    expect(ringingAt(desk.board, '102')[0]?.waiting.handedOver).toEqual({ by: '103', word: '', at: desk.now });
  });

  test('that nobody takes comes back to the one who sent it', () => {
    const { desk, call } = talking();
    desk.asks('101', { kind: 'transfer', call, to: '103' });
    desk.wait(25);
    expect(desk.heard().slice(-3)).toEqual(['unbridge', 'hang up 103 (no-answer)', 'dial 101']);
    desk.answers('101');
    desk.wait(5);
    desk.ends('caller');
    expect(desk.stays()).toEqual(['101 answered 0 s', '101 transfer 5 s']);
    expect(desk.summary()).toMatchObject({ toExtension: '101', shares: shares({ 101: 5 }) });
  });

  test('goes outside only by the rights of the one who sends', () => {
    const { desk, call } = talking();
    expect(desk.asks('101', { kind: 'transfer', call, to: '0014155550100' })).toMatchObject({
      refused: 'forbidden',
      words: 'Gọi quốc tế chưa được mở',
    });
    expect(desk.asks('101', { kind: 'transfer', call, to: '199' })).toMatchObject({ refused: 'no-such-number' });
    expect(desk.asks('101', { kind: 'transfer', call, to: '0987654321' })).toMatchObject({ ok: true });
    expect(desk.heard()).toContain('dial 0987654321 over trunk-a');
    desk.answers('trunk-a');
    expect(desk.heard()).toContain('bridge caller+trunk-a');
    expect(desk.summary().toExtension).toBe('101');
  });

  test('of a call out is no call of whom it rings in vain', () => {
    const desk = new Desk();
    const call = desk.extensionCalls('101', customer);
    desk.answers('trunk-a');
    desk.wait(5);
    desk.asks('101', { kind: 'transfer', call, to: '103' });
    desk.rings('103');
    desk.ends('trunk-a');
    expect(desk.summary()).toMatchObject({ fromExtension: '101', toExtension: null, shares: shares({ 101: 5 }) });
  });

  test('is for those who are in the conversation', () => {
    const { desk, call } = talking();
    expect(desk.asks('102', { kind: 'transfer', call, to: '103' })).toMatchObject({ refused: 'not-yours' });
  });

  test('asked for by a desk phone is the same, and the phone is told', () => {
    const { desk } = talking();
    desk.on('101', { type: 'transfer-requested', transfer, to: '199', replaces: null });
    expect(desk.heard()).toEqual(['transfer of 101: failed']);
    desk.on('101', { type: 'transfer-requested', transfer, to: '103', replaces: null });
    expect(desk.heard()).toEqual(['transfer of 101: done', 'hang up 101 (normal)', 'dial 103', 'unbridge']);
  });
});

describe('a consultation', () => {
  test('leaves the customer with music, and is completed, with a stay for everybody', () => {
    const { desk, call } = talking();
    desk.wait(10);
    desk.asks('101', { kind: 'consult', call, to: '103' });
    expect(desk.heard()).toEqual(['dial 103', 'bridge caller', 'play music to caller']);
    desk.wait(2);
    desk.answers('103');
    expect(desk.heard()).toEqual(['bridge 101+103']);
    desk.wait(8);
    desk.asks('101', { kind: 'complete', call });
    expect(desk.heard()).toEqual(['hang up 101 (normal)', 'bridge caller+103', 'unbridge', 'stop playing to caller']);
    desk.wait(20);
    desk.ends('103');
    expect(desk.stays()).toEqual([
      '101 answered 20 s (10 s held)',
      '101 consultation 8 s',
      '103 consultation 8 s',
      '103 transfer 20 s',
    ]);
    expect(desk.holds()).toEqual(['101 consultation 10–20 s']);
    expect(desk.summary()).toMatchObject({
      talkMs: 40_000,
      holdMs: 10_000,
      endedBy: { by: 'agent', extension: '103' },
      // What was said about the customer was not said with the customer.
      shares: shares({ 101: 20, 103: 20 }),
    });
  });

  test('may go back and forth, and back to the customer', () => {
    const { desk, call } = talking();
    desk.asks('101', { kind: 'consult', call, to: '103' });
    desk.answers('103');
    desk.heard();
    desk.asks('101', { kind: 'swap', call });
    expect(desk.heard()).toEqual(['bridge caller+101', 'bridge 103', 'stop playing to caller', 'play music to 103']);
    desk.asks('101', { kind: 'swap', call });
    expect(desk.heard()).toEqual(['bridge caller', 'bridge 101+103', 'play music to caller', 'stop playing to 103']);
    desk.asks('101', { kind: 'back', call });
    expect(desk.heard()).toEqual(['hang up 103 (normal)', 'bridge caller+101', 'unbridge', 'stop playing to caller']);
  });

  test('makes one conversation of all', () => {
    const { desk, call } = talking();
    desk.asks('101', { kind: 'consult', call, to: '103' });
    desk.answers('103');
    desk.heard();
    desk.asks('101', { kind: 'merge', call });
    expect(desk.heard()).toEqual(['bridge caller+101+103', 'unbridge', 'stop playing to caller']);
    desk.wait(3);
    desk.ends('101');
    expect(desk.heard()).toEqual(['bridge caller+103']);
    desk.wait(2);
    desk.ends('caller');
    expect(desk.heard()).toEqual(['hang up 103 (normal)', 'stop recording', 'unbridge']);
    expect(desk.summary()).toMatchObject({ talkMs: 5_000, shares: shares({ 101: 3, 103: 5 }) });
  });

  /** Lan asks Hà about a customer, and Hà asks Minh in turn. */
  function askedOn() {
    const { desk, call } = talking();
    desk.asks('101', { kind: 'consult', call, to: '103' });
    desk.answers('103');
    desk.asks('103', { kind: 'consult', call, to: '102' });
    desk.heard();
    return { desk, call };
  }

  test('that is completed while the colleague asks somebody in turn keeps the customer for when they are back', () => {
    const { desk, call } = askedOn();
    desk.answers('102');
    desk.heard();
    desk.asks('101', { kind: 'complete', call });
    expect(desk.heard()).toEqual(['hang up 101 (normal)', 'unbridge']);
    desk.wait(5);
    desk.asks('103', { kind: 'back', call });
    expect(desk.heard()).toEqual(['hang up 102 (normal)', 'bridge caller+103', 'unbridge', 'stop playing to caller']);
    desk.wait(7);
    desk.ends('caller');
    expect(desk.stays()).toContain('103 transfer 7 s');
    expect(desk.call()).toMatchObject({ stage: 'ended', outcome: { status: 'answered' } });
  });

  test('that is completed while the colleague rings somebody in turn may go on to them, or come back', () => {
    for (const isAnswered of [true, false]) {
      const { desk, call } = askedOn();
      desk.asks('101', { kind: 'complete', call });
      if (isAnswered) {
        desk.answers('102');
        desk.asks('103', { kind: 'complete', call });
      } else desk.asks('103', { kind: 'back', call });
      expect(desk.heard()).toContain(isAnswered ? 'bridge caller+102' : 'bridge caller+103');
    }
  });

  test('that is made one conversation while the colleague asks somebody in turn has them when they are back', () => {
    const { desk, call } = askedOn();
    desk.answers('102');
    desk.asks('101', { kind: 'merge', call });
    desk.heard();
    desk.asks('103', { kind: 'back', call });
    expect(desk.heard()).toContain('bridge caller+101+103');
  });

  test('that is completed before the colleague answers rings for the customer', () => {
    const { desk, call } = talking();
    desk.asks('101', { kind: 'consult', call, to: '103' });
    desk.rings('103');
    desk.heard();
    desk.asks('101', { kind: 'complete', call });
    expect(desk.heard()).toEqual([
      'stop playing to caller',
      'play ringback to caller',
      'stop playing to 101',
      'hang up 101 (normal)',
      'unbridge',
    ]);
    desk.answers('103');
    expect(desk.heard()).toEqual(['stop playing to caller', 'bridge caller+103', 'record']);
  });

  test('with somebody who does not answer leads back to the customer', () => {
    const { desk, call } = talking();
    desk.asks('101', { kind: 'consult', call, to: '103' });
    desk.heard();
    desk.wait(25);
    expect(desk.heard()).toEqual(['hang up 103 (no-answer)', 'bridge caller+101', 'stop playing to caller']);
  });

  test('whose customer hangs up goes on, or stops ringing', () => {
    const { desk, call } = talking();
    desk.asks('101', { kind: 'consult', call, to: '103' });
    desk.answers('103');
    desk.heard();
    desk.ends('caller');
    expect(desk.heard()).toEqual(['unbridge']);
    desk.ends('101');
    expect(desk.summary().status).toBe('answered');
    const second = talking();
    second.desk.asks('101', { kind: 'consult', call: second.call, to: '103' });
    second.desk.heard();
    second.desk.ends('caller');
    expect(second.desk.heard()).toEqual([
      'hang up 101 (normal)',
      'hang up 103 (cancelled)',
      'stop recording',
      'unbridge',
    ]);
  });

  test('by a desk phone’s second call joins those who are left, and is two rows', () => {
    const { desk, call } = talking();
    desk.on('101', { type: 'held', on: true });
    const second = desk.extensionCalls('101', '103');
    desk.answers('103');
    desk.heard();
    const replaces = { call: second, leg: desk.leg('caller', second) };
    desk.on('101', { type: 'transfer-requested', transfer, to: '103', replaces }, call);
    expect(desk.heard()).toEqual([
      'transfer of 101: done',
      'hang up 101 (normal)',
      'hang up caller (normal)',
      'stop recording',
      'unbridge',
      'bridge caller+103',
      'stop playing to caller',
    ]);
    expect(desk.summary(second)).toMatchObject({ status: 'answered', stage: 'ended' });
    desk.wait(12);
    // Keys between people are the bridge's own affair: asked for here as well, they would come twice.
    desk.on('103', { type: 'digit', digit: '5' }, call);
    expect(desk.heard()).toEqual([]);
    desk.ends('103', 'normal', call);
    expect(desk.summary(call)).toMatchObject({ status: 'answered', stage: 'ended' });
    expect(desk.stays(call)).toEqual(['101 answered 0 s', '103 transfer 12 s']);
    expect(desk.board.adopted.size).toBe(0);
  });

  test('by a desk phone’s second call fails while the colleague asks somebody in turn, and leaves both calls as they are', () => {
    const { desk, call } = talking();
    desk.on('101', { type: 'held', on: true });
    const second = desk.extensionCalls('101', '103');
    desk.answers('103');
    desk.asks('103', { kind: 'consult', call: second, to: '102' });
    desk.answers('102');
    desk.heard();
    const replaces = { call: second, leg: desk.leg('caller', second) };
    desk.on('101', { type: 'transfer-requested', transfer, to: '103', replaces }, call);
    expect(desk.heard()).toEqual(['transfer of 101: failed']);
    desk.asks('103', { kind: 'back', call: second });
    desk.heard();
    desk.on('101', { type: 'transfer-requested', transfer, to: '103', replaces }, call);
    expect(desk.heard()).toContain('bridge caller+103');
  });
});

describe('a desk phone with two lines in one call', () => {
  /** A customer, Lan and Minh in one conversation; Minh asks Lan something on her second line while she holds the first. */
  function twice() {
    const extensions = { ...officePlan.extensions, 101: extension('101', 'Lan', { callWaiting: true }) };
    const { desk, call } = talking({ ...officePlan, extensions });
    const first = desk.leg('101');
    const happens = (happening: { type: 'held'; on: boolean } | { type: 'ended'; cause: 'normal' }) =>
      desk.take({ ...happening, call, leg: first, at: desk.now });
    desk.asks('101', { kind: 'invite', call, to: '102' });
    desk.answers('102');
    desk.asks('102', { kind: 'consult', call, to: '101' });
    happens({ type: 'held', on: true });
    desk.answers('101');
    desk.heard();
    return { desk, call, first, second: desk.leg('101'), happens };
  }
  const replacing = (call: CallId, leg: LegId) =>
    ({ type: 'transfer-requested', transfer, to: '102', replaces: { call, leg } }) as const;

  test('joins those on both when it asks to (REFER with Replaces), and leaves by both', () => {
    const { desk, call, first, second } = twice();
    expect(second).not.toBe(first);
    desk.take({ ...replacing(call, second), call, leg: first, at: desk.now });
    expect(desk.heard()).toEqual([
      'transfer of 101: done',
      'hang up 101 (normal)',
      'hang up 101 (normal)',
      'bridge caller+102',
      'unbridge',
      'stop playing to caller',
    ]);
    desk.wait(8);
    desk.ends('caller');
    expect(desk.call()).toMatchObject({ stage: 'ended', outcome: { status: 'answered' } });
    expect(desk.openTimers).toBe(0);
  });

  test('joins them from the other line just as well', () => {
    const { desk, call, first, second } = twice();
    desk.take({ ...replacing(call, first), call, leg: second, at: desk.now });
    expect(desk.heard()).toContain('bridge caller+102');
    desk.ends('caller');
    expect(desk.call().stage).toBe('ended');
  });

  test('is sent on by the line that asks, not by the other', () => {
    const { desk, call, first, happens } = twice();
    happens({ type: 'held', on: false });
    const refer = { type: 'transfer-requested', transfer, to: '103', replaces: null } as const;
    desk.take({ ...refer, call, leg: first, at: desk.now });
    expect(desk.heard()).toContain('transfer of 101: done');
    expect(desk.call().legs.find(({ id }) => id === first)?.state).toBe('ended');
    expect(desk.call().legs.find(({ id }) => id === desk.leg('101'))?.state).toBe('up');
  });

  test('asks on a screen for the line that talks, and hears on when the other one ends', () => {
    const { desk, call, second, happens } = twice();
    expect(desk.asks('101', { kind: 'hold', call, on: true })).toMatchObject({ ok: true });
    expect(desk.call().legs.find(({ id }) => id === second)?.holds).toBe(true);
    desk.asks('101', { kind: 'hold', call, on: false });
    happens({ type: 'ended', cause: 'normal' });
    expect(desk.call().stage).toBe('open');
    desk.asks('101', { kind: 'hang-up', call, leg: second });
    expect(desk.heard().at(-1)).toBe('stop playing to caller');
    desk.ends('102');
    expect(desk.call().stage).toBe('ended');
  });
});

describe('a conference', () => {
  test('takes eight, and whoever is removed is out', () => {
    const people = ['103', '104', '105', '106', '107', '108', '109'];
    const extensions = Object.fromEntries(people.map((number) => [number, extension(number, number)]));
    const internalNumbers = Object.fromEntries(
      people.map((number) => [number, { kind: 'direct', extension: number } as const]),
    );
    const plan = {
      ...officePlan,
      extensions: { ...officePlan.extensions, ...extensions },
      internalNumbers: { ...officePlan.internalNumbers, ...internalNumbers },
    };
    const { desk, call } = talking(plan);
    for (const number of people) desk.registers(number);
    for (const number of people.slice(0, 6)) {
      expect(desk.asks('101', { kind: 'invite', call, to: number })).toMatchObject({ ok: true });
      desk.answers(number);
    }
    expect(desk.heard().at(-1)).toBe('bridge caller+101+103+104+105+106+107+108');
    expect(desk.asks('101', { kind: 'invite', call, to: '109' })).toMatchObject({ refused: 'full' });
    desk.asks('101', { kind: 'remove', call, leg: desk.leg('108') });
    expect(desk.heard()).toEqual(['hang up 108 (normal)', 'bridge caller+101+103+104+105+106+107']);
    desk.asks('101', { kind: 'hang-up', call, leg: null });
    expect(desk.heard()).toEqual(['hang up 101 (normal)', 'bridge caller+103+104+105+106+107']);
  });
});

test('after the talk a customer stays for what follows, and the call is answered all the same', () => {
  const plan = leadingTo({ kind: 'group', group: 'sales' });
  const rules = plan.inboundRules.map((rule) => ({
    ...rule,
    afterTalk: { kind: 'msg', announcement: 'closed' } as const,
  }));
  const { desk } = talking({ ...plan, inboundRules: rules });
  desk.wait(20);
  desk.ends('101');
  expect(desk.heard()).toEqual(['play demo/closed.wav to caller', 'unbridge']);
  desk.wait(7);
  desk.heardAll('caller');
  expect(desk.summary()).toMatchObject({ status: 'answered', talkMs: 20_000, endedBy: { by: 'system' } });
});
