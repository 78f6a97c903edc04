import { describe, expect, test } from 'vitest';

import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';

describe('whatever the engine does', () => {
  test('a crash ends the call as it was, with its cause', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    desk.answers('102');
    desk.wait(12);
    desk.ends('caller', 'interrupted');
    expect(desk.summary()).toMatchObject({
      status: 'answered',
      cause: 'interrupted',
      endedBy: { by: 'system', extension: null },
      talkMs: 12_000,
    });
    desk.extensionCalls('101', '102');
    desk.ends('caller', 'interrupted');
    expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'interrupted' });
  });

  test('late events of a call that is over change nothing', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    desk.ends('caller');
    const [arrival] = desk.events.filter((event) => event.type === 'arrived');
    if (arrival === undefined) throw new Error('nothing arrived');
    const before = desk.board;
    desk.take(arrival);
    expect(desk.board).toBe(before);
  });

  test('a stay ends when its party left, though what ended it was asked for before that was told', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    desk.answers('102');
    const { id: call, caller } = desk.call();
    desk.wait(12);
    desk.asks('102', { kind: 'hold', call, on: true });
    desk.wait(5);
    desk.asks('102', { kind: 'hold', call, on: false });
    desk.wait(3);
    const left = desk.now;
    desk.wait(10);
    desk.asks('102', { kind: 'park', call });
    desk.wait(3);
    expect(desk.stays()).toEqual(['101 called 30 s (5 s held)', '102 answered 30 s (5 s held)']);
    desk.take({ type: 'ended', call, leg: caller, at: left, cause: 'normal' });
    expect(desk.stays()).toEqual(['101 called 20 s (5 s held)', '102 answered 30 s (5 s held)']);
  });

  test('a phone that presses hold all day does not make its call heavier', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    desk.answers('102');
    for (let press = 0; press < 1000; press++) {
      desk.wait(1);
      desk.on('102', { type: 'held', on: press % 2 === 0 });
    }
    desk.ends('102');
    expect(desk.call().trace.length).toBe(301);
    expect(desk.call().segments.map(({ holdMs, holds }) => [holdMs, holds?.length])).toEqual([
      [500_000, 100],
      [500_000, 100],
    ]);
    expect(desk.trace().at(-1)).toBe('Kết thúc: Gặp');
  });

  test('a dialled name that JavaScript knows is no destination', () => {
    const desk = new Desk();
    for (const dialled of ['constructor', '__proto__', 'toString', '']) {
      desk.extensionCalls('101', dialled);
      desk.heardAll('caller');
      expect(desk.summary().status).toBe('failed');
    }
  });

  test('what the network sends is cut to what can be shown and stored', () => {
    const desk = new Desk();
    desk.customerCalls(`0901\u0000${'9'.repeat(500)}`, hotline);
    expect(desk.call().outsideNumber).toBe(`0901${'9'.repeat(60)}`);
  });

  test('an engine that does not report the end of a leg is not waited for', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    const { call, leg } = { call: desk.call().id, leg: desk.call().caller };
    const take = desk.take.bind(desk);
    // From here on the engine is deaf.
    desk.take = (event) => (event.type === 'ended' && event.leg !== leg ? undefined : take(event));
    take({ type: 'ended', call, leg, at: desk.now, cause: 'normal' });
    expect(desk.call().stage).toBe('closing');
    desk.wait(10);
    expect(desk.call().stage).toBe('ended');
  });

  test('how a leg sounded comes with its end, also of one that was told to go', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    desk.answers('102');
    const take = desk.take.bind(desk);
    let jitterMs = 3;
    desk.take = (event) => {
      const quality = { lossPercent: 2, farLossPercent: null, jitterMs: ++jitterMs, roundTripMs: 30 };
      take(event.type === 'ended' ? { ...event, quality } : event);
    };
    desk.ends('caller');
    expect(desk.call().legs.map(({ state, quality }) => [state, quality?.jitterMs])).toEqual([
      ['ended', 4],
      ['ended', 5],
    ]);
  });
});
