import { describe, expect, test } from 'vitest';

import type { RoutingPlan } from '../board/plan.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan } from '../testing/plan.ts';

const customer = '0901234567';

/** Whoever is called outside may talk so long. */
function limited(mostMinutes: number, plan: RoutingPlan = officePlan): RoutingPlan {
  const outboundRules = plan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const, mostMinutes }));
  return { ...plan, outboundRules };
}

/** 101 calls a customer, who answers after five seconds. */
function talk(plan: RoutingPlan): Desk {
  const desk = new Desk(plan);
  desk.extensionCalls('101', customer);
  desk.wait(5);
  desk.answers('trunk-a');
  desk.heard();
  return desk;
}
const beeps = ['play beep to caller', 'play beep to trunk-a'];

describe('a call by a rule with a limit', () => {
  test('ends when its minutes are over, and a beep says so a minute before', () => {
    const desk = talk(limited(10));
    desk.wait(9 * 60 - 1);
    expect(desk.heard()).toEqual([]);
    desk.wait(1);
    expect(desk.heard()).toEqual(beeps);
    desk.wait(60);
    expect(desk.heard()).toEqual(
      expect.arrayContaining(['hang up caller (limit)', 'hang up trunk-a (limit)', 'stop recording']),
    );
    expect(desk.summary()).toMatchObject({ status: 'answered', cause: 'limit', talkMs: 600_000 });
    expect(desk.summary().endedBy).toEqual({ by: 'system', extension: null });
    expect(desk.trace()).toEqual(
      expect.arrayContaining([
        'Quy tắc gọi ra “Di động”: cuộc gọi kết thúc sau 10 phút',
        'Cuộc gọi đã hết 10 phút của quy tắc gọi ra',
        'Kết thúc: Gặp, hết thời lượng cho phép',
      ]),
    );
    expect(desk.openTimers).toBe(0);
  });

  test('of one minute beeps at nobody', () => {
    const desk = talk(limited(1));
    desk.wait(59);
    expect(desk.heard()).toEqual([]);
    desk.wait(1);
    expect(desk.summary().cause).toBe('limit');
  });

  test('does not take the music from whoever is on hold', () => {
    const desk = talk(limited(10));
    desk.on('caller', { type: 'held', on: true });
    desk.heard();
    desk.wait(9 * 60);
    expect(desk.heard()).toEqual(['play beep to caller']);
  });

  test('is counted from the answer of whoever is outside, whoever else is there', () => {
    const desk = new Desk(limited(2));
    desk.reaches(customer, { kind: 'direct', extension: '101' });
    desk.wait(30);
    desk.answers('trunk-a');
    desk.answers('101');
    desk.wait(119);
    expect(desk.summary().stage).not.toBe('ended');
    desk.wait(1);
    expect(desk.summary()).toMatchObject({ stage: 'ended', cause: 'limit' });
  });

  test('ends a forwarded call, too', () => {
    const fw = { kind: 'fw', number: '0909876543', showing: 'own' } as const;
    const desk = new Desk(limited(3, leadingTo(fw)));
    desk.customerCalls(customer, hotline);
    desk.answers('trunk-a');
    desk.wait(180);
    expect(desk.summary()).toMatchObject({ stage: 'ended', cause: 'limit' });
  });

  test('whoever has left the conversation ends it for nobody', () => {
    const desk = new Desk(limited(5));
    const call = desk.customerCalls('0912345678', hotline);
    desk.answers('101');
    desk.asks('101', { kind: 'invite', call, to: customer });
    desk.answers('trunk-a');
    desk.wait(60);
    desk.ends('trunk-a');
    desk.heard();
    desk.wait(600);
    expect(desk.heard()).toEqual([]);
    expect(desk.summary().stage).toBe('talking');
  });

  test('is no limit of an emergency', () => {
    const [rule] = officePlan.outboundRules;
    if (rule === undefined) throw new Error('There is a rule');
    const desk = new Desk(limited(1, { ...officePlan, outboundRules: [{ ...rule, pattern: '11x' }] }));
    desk.extensionCalls('101', '113');
    desk.answers('trunk-a');
    desk.heard();
    desk.wait(3_600);
    expect(desk.heard()).toEqual([]);
    expect(desk.summary().stage).toBe('talking');
  });

  test('without one nobody is hurried', () => {
    const desk = talk(officePlan);
    desk.wait(7_200);
    expect(desk.heard()).toEqual([]);
  });
});
