import { describe, expect, test } from 'vitest';

import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan } from '../testing/plan.ts';

const customer = '0901234567';

describe('a group', () => {
  test('rings everyone, bridges the first to answer and cancels the rest', () => {
    const desk = new Desk();
    desk.customerCalls('84901234567', hotline);
    expect(desk.heard()).toEqual(['dial 101', 'dial 102']);
    desk.rings('101');
    desk.rings('102');
    expect(desk.heard()).toEqual(['ring caller']);
    desk.wait(6);
    desk.answers('102');
    expect(desk.heard()).toEqual(['hang up 101 (answered-elsewhere)', 'answer caller', 'bridge caller+102', 'record']);
    desk.wait(62);
    desk.ends('caller');
    expect(desk.heard()).toEqual(['hang up 102 (normal)', 'stop recording', 'unbridge']);
    expect(desk.summary()).toMatchObject({
      stage: 'ended',
      status: 'answered',
      endedBy: { by: 'customer', extension: null },
      cause: 'normal',
      ringMs: 6000,
      waitMs: 6000,
      talkMs: 62_000,
      agentExtension: '102',
    });
    expect(desk.call()).toMatchObject({
      direction: 'inbound',
      outsideNumber: '+84901234567',
      serviceNumber: '+842871000101',
    });
    expect(desk.openTimers).toBe(0);
  });

  test('is not hurried by the ring time of somebody who has declined meanwhile', () => {
    const desk = new Desk(leadingTo({ kind: 'group', group: 'ladder' }));
    const call = desk.customerCalls(customer, hotline);
    const [timer] = desk.call().legs[0]?.timers ?? [];
    if (timer === undefined) throw new Error('Nothing limits the ringing');
    desk.ends('101', 'rejected');
    desk.heard();
    // It had run out before it was stopped, and was on its way.
    const owner = { kind: 'leg', call, leg: desk.leg('caller') } as const;
    desk.take({ type: 'elapsed', owner, timer, at: desk.now });
    expect(desk.heard()).toEqual([]);
  });

  test('that nobody answers leads to the voicemail box', () => {
    const desk = new Desk();
    desk.customerCalls(customer, hotline);
    desk.rings('101');
    desk.heard();
    desk.wait(20);
    expect(desk.heard()).toEqual([
      'hang up 101 (no-answer)',
      'hang up 102 (no-answer)',
      'answer caller',
      'play demo/greeting.wav to caller',
    ]);
    desk.heardAll('caller');
    desk.heardAll('caller');
    expect(desk.heard()).toEqual(['play beep to caller', 'record message of caller']);
    desk.wait(14);
    desk.presses('caller', '#');
    expect(desk.heard()).toEqual(['hang up caller (normal)', 'stop recording']);
    expect(desk.summary()).toMatchObject({ status: 'voicemail', ringMs: 20_000, talkMs: 0, answeredAt: null });
    expect(desk.call().recordings).toMatchObject([{ kind: 'message', box: 'box', state: 'stored' }]);
  });

  test('does not ring who talks, is on a break, is off or has no phone, and the trace says which', () => {
    const desk = new Desk(officePlan, ['101', '102']);
    desk.extensionCalls('101', '103');
    desk.chooses('102', 2);
    desk.customerCalls(customer, hotline);
    expect(desk.trace()).toContain('Bỏ qua máy nhánh 102 (Trần Văn Minh): đang bận/nghỉ (chưa sẵn sàng)');
    expect(desk.trace()).toContain('Đổ chuông máy nhánh 101 (Nguyễn Thị Lan)');
    desk.customerCalls('0911111111', hotline);
    expect(desk.trace()).toContain('Bỏ qua máy nhánh 101 (Nguyễn Thị Lan): đang bận một cuộc gọi khác');
    expect(desk.heard().at(-1)).toBe('play demo/greeting.wav to caller');
  });

  test('is tried one by one where it says so', () => {
    const desk = new Desk(leadingTo({ kind: 'group', group: 'ladder' }));
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).toEqual(['dial 101']);
    desk.rings('101');
    desk.ends('101', 'rejected');
    expect(desk.heard()).toEqual(['ring caller', 'dial 102']);
    desk.wait(15);
    expect(desk.heard()).toEqual(['hang up 102 (no-answer)', 'dial 103']);
    desk.wait(4);
    desk.answers('103');
    desk.ends('103');
    expect(desk.summary()).toMatchObject({
      status: 'answered',
      ringMs: 19_000,
      endedBy: { by: 'agent', extension: '103' },
      agentExtension: '103',
    });
  });

  test('that nobody answers and that leads nowhere is a missed call', () => {
    const desk = new Desk(leadingTo({ kind: 'group', group: 'ladder' }));
    desk.customerCalls(customer, hotline);
    desk.wait(45);
    expect(desk.heard().at(-1)).toBe('hang up caller (no-answer)');
    expect(desk.summary()).toMatchObject({ status: 'missed', ringMs: 45_000 });
  });

  test('of which both answer at once gives the call to the first only', () => {
    const desk = new Desk();
    desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.answers('102');
    expect(desk.heard().filter((sentence) => sentence.startsWith('bridge'))).toEqual(['bridge caller+101']);
  });
});
