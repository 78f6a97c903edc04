import { describe, expect, test } from 'vitest';
import type { CallId } from '../board/vocabulary.ts';
import { Desk } from '../testing/desk.ts';
import { officePlan } from '../testing/plan.ts';
import { blockList } from './block-list.ts';

const customer = '0901234567';

describe('a call to the outside', () => {
  test('goes by the first rule for the number and the extension, with an own caller number', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '0901 234 567');
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a']);
    desk.on('trunk-a', { type: 'early-media' });
    desk.wait(8);
    desk.answers('trunk-a');
    desk.wait(60);
    desk.ends('trunk-a');
    expect(desk.summary()).toMatchObject({ status: 'answered', ringMs: 8000, talkMs: 60_000, agentExtension: '101' });
    expect(desk.call()).toMatchObject({
      direction: 'outbound',
      outsideNumber: '+84901234567',
      serviceNumber: '+842871000101',
    });
  });

  test('is refused where no rule allows it', () => {
    const desk = new Desk();
    for (const [extension, number] of [
      ['101', '0014155550100'],
      ['103', customer],
      ['101', '19001234'],
    ] as const) {
      desk.extensionCalls(extension, number);
      expect(desk.heard()).toEqual(['hang up caller (forbidden)']);
      expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'forbidden' });
    }
    expect(desk.trace()).toContain('Không có quy tắc gọi ra nào cho phép cuộc gọi này');
    expect(desk.trace()).toContain('Quy tắc gọi ra “Di động” không khớp: khác mẫu số');
  });

  test('that is to reach a bot does so wherever it goes outside, by the rules that are for everybody', () => {
    const desk = new Desk();
    const call = 'tried' as CallId;
    desk.asks('101', { kind: 'call', call, extension: '101', dialled: customer, purpose: 'test', toBots: true });
    desk.answers('101');
    expect(desk.heard()).toContain('dial 0901234567 over trunk-a for a bot');
    desk.answers('trunk-a');
    desk.asks('101', { kind: 'transfer', call, to: '0901234599' });
    expect(desk.heard()).toContain('dial 0901234599 over trunk-a for a bot');
    expect(desk.trace()).toContain('Cuộc gọi chạy thử: khách thử nghe máy thay cho người được gọi');
    expect(
      desk.asks('103', { kind: 'call', call: 'no' as CallId, extension: '103', dialled: customer, toBots: true }).ok,
    ).toBe(false);
  });

  test('from a phone that is not in the plan is refused', () => {
    const desk = new Desk();
    desk.extensionCalls('999', customer);
    expect(desk.heard()).toEqual(['hang up caller (forbidden)']);
  });

  test('takes the next trunk when one cannot be reached, and not when the customer is busy', () => {
    const desk = new Desk();
    desk.extensionCalls('101', customer);
    desk.ends('trunk-a', 'congestion');
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a', 'dial 0901234567 over trunk-b']);
    desk.ends('trunk-b', 'busy');
    expect(desk.summary()).toMatchObject({ status: 'busy', cause: 'busy' });
    desk.extensionCalls('101', customer);
    desk.heard();
    desk.ends('trunk-a', 'busy');
    expect(desk.heard()).toEqual(['hang up caller (busy)']);
  });

  test('shows the number that was chosen for it, of those that its rule lets be shown', () => {
    const rules = officePlan.outboundRules.map((rule) => ({
      ...rule,
      routes: rule.routes.map((route, place) => ({ ...route, ...(place === 1 && { callerNumber: '02871000102' }) })),
    }));
    const desk = new Desk({ ...officePlan, outboundRules: rules });
    const calls = (showing?: string) => {
      const call = desk.extensionCalls('101', customer, undefined, showing);
      const heard = desk.heard();
      desk.ends('caller');
      desk.heard();
      return { heard, number: desk.call(call).serviceNumber };
    };
    expect(calls('+842871000102')).toEqual({ heard: ['dial 0901234567 over trunk-b'], number: '+842871000102' });
    expect(calls()).toEqual({ heard: ['dial 0901234567 over trunk-a'], number: '+842871000101' });
    const call = desk.clicks('101', customer, '+842871000102');
    desk.answers('101', call);
    expect(desk.heard()).toContain('dial 0901234567 over trunk-b');
  });

  test('to a blocked number is blocked', () => {
    const blockedNumbers = blockList([{ kind: 'number', value: '+84901234567', reason: 'khách yêu cầu' }]);
    const desk = new Desk({ ...officePlan, blockedNumbers });
    desk.extensionCalls('101', customer);
    expect(desk.summary().status).toBe('blocked');
  });
});
