import { describe, expect, test } from 'vitest';

import { Desk } from '../testing/desk.ts';
import { officePlan } from '../testing/plan.ts';

describe('a colleague', () => {
  test('is called, talks, holds, resumes and hangs up', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    expect(desk.heard()).toEqual(['dial 102']);
    desk.rings('102');
    desk.wait(3);
    desk.answers('102');
    expect(desk.heard()).toEqual(['ring caller', 'answer caller', 'bridge caller+102', 'record']);
    desk.wait(10);
    desk.on('102', { type: 'held', on: true });
    desk.on('102', { type: 'held', on: true });
    expect(desk.heard()).toEqual(['bridge caller< 102<', 'play music to caller']);
    desk.wait(5);
    desk.on('102', { type: 'held', on: false });
    expect(desk.heard()).toEqual(['bridge caller+102', 'stop playing to caller']);
    desk.wait(5);
    desk.ends('102');
    expect(desk.summary()).toMatchObject({
      status: 'answered',
      endedBy: { by: 'agent', extension: '102' },
      talkMs: 20_000,
      holdMs: 5000,
      fromExtension: '101',
      toExtension: '102',
    });
    expect(desk.call()).toMatchObject({ direction: 'internal', outsideNumber: null });
  });

  test('who talks already is busy', () => {
    const desk = new Desk({ ...officePlan });
    desk.extensionCalls('101', '103');
    desk.answers('103');
    desk.heard();
    desk.extensionCalls('102', '101');
    expect(desk.heard()).toEqual(['hang up caller (busy)']);
    // It was for her, as one that she declines is.
    expect(desk.summary()).toMatchObject({ status: 'busy', ringMs: 0, toExtension: '101' });
  });

  test('who rejects is busy, who does not answer has not answered, who is off cannot be reached', () => {
    const desk = new Desk();
    desk.extensionCalls('102', '101');
    desk.ends('101', 'rejected');
    expect(desk.summary()).toMatchObject({ status: 'busy', cause: 'rejected', toExtension: '101' });
    desk.extensionCalls('102', '101');
    desk.wait(25);
    expect(desk.summary()).toMatchObject({ status: 'no_answer', cause: 'no-answer', ringMs: 25_000 });
    desk.chooses('101', 3);
    desk.extensionCalls('102', '101');
    expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'unreachable' });
    expect(desk.trace()).toContain('Bỏ qua máy nhánh 101 (Nguyễn Thị Lan): người dùng đang ngoại tuyến');
  });

  test('who is on a break is rung all the same', () => {
    const desk = new Desk();
    desk.chooses('101', 2);
    desk.extensionCalls('102', '101');
    expect(desk.heard()).toEqual(['dial 101']);
  });

  test('cannot be called by himself', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '101');
    expect(desk.summary().status).toBe('busy');
  });

  test('who does not answer has his voicemail box answer for him', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    desk.ends('102', 'busy');
    expect(desk.heard()).toEqual(['dial 102', 'answer caller', 'play demo/greeting.wav to caller']);
  });

  test('is reached by the number of the group, which does not ring the caller', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '600');
    expect(desk.heard()).toEqual(['dial 102']);
  });

  test('is recorded only where internal calls are', () => {
    const recorded = (internal: boolean) => {
      const desk = new Desk({ ...officePlan, records: { ...officePlan.records, internal } });
      desk.extensionCalls('101', '102');
      desk.answers('102');
      return desk.heard().includes('record');
    };
    expect([recorded(true), recorded(false)]).toEqual([true, false]);
  });
});
