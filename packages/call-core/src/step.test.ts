import { describe, expect, test } from 'vitest';
import type { RoutingPlan } from './plan.ts';
import { Desk } from './test-desk.ts';
import { hotline, officePlan } from './test-plan.ts';

const customer = '0901234567';

/** The office with its hotline going somewhere else. */
const leadingTo = (
  destination: RoutingPlan['inboundRules'][number]['destination'],
  parts: Partial<RoutingPlan> = {},
) => ({
  ...officePlan,
  inboundRules: officePlan.inboundRules.map((rule) => ({ ...rule, destination })),
  ...parts,
});

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
    expect(desk.heard()).toEqual([
      'hang up 101 (answered-elsewhere)',
      'answer caller',
      'bridge caller+102',
      'record caller+102',
    ]);
    desk.wait(62);
    desk.ends('caller');
    expect(desk.heard()).toEqual(['hang up 102 (normal)', 'stop recording']);
    expect(desk.summary()).toMatchObject({
      stage: 'ended',
      status: 'answered',
      endedBy: 'caller',
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
    desk.take({ type: 'agent-status', extension: '102', activity: 2, at: desk.now });
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
      endedBy: 'callee',
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

describe('a caller', () => {
  test('who gives up while it rings has abandoned, and the phones stop', () => {
    const desk = new Desk();
    desk.customerCalls(customer, hotline);
    desk.wait(7);
    desk.heard();
    desk.ends('caller', 'cancelled');
    expect(desk.heard()).toEqual(['hang up 101 (cancelled)', 'hang up 102 (cancelled)']);
    expect(desk.summary()).toMatchObject({ status: 'abandoned', endedBy: 'caller', ringMs: 7000, waitMs: 7000 });
  });

  test('on the block list is refused before anything else', () => {
    const blocked = {
      numbers: { '+84901234567': 'quấy rối' },
      patterns: [{ pattern: '0162*', reason: 'x' }],
      anonymous: true,
    };
    const desk = new Desk({ ...officePlan, blockedCallers: blocked });
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).toEqual(['hang up caller (blocked)']);
    expect(desk.summary().status).toBe('blocked');
    expect(desk.trace()).toContain('Số gọi đến nằm trong danh sách chặn: quấy rối');
    desk.customerCalls('', hotline);
    expect(desk.summary().status).toBe('blocked');
  });

  test('outside office hours hears the announcement and is let go', () => {
    const desk = new Desk(leadingTo({ kind: 'time', condition: 'office' }));
    desk.wait(8 * 3600);
    desk.customerCalls(customer, hotline);
    expect(desk.heard()).toEqual(['answer caller', 'play demo/closed.wav to caller']);
    expect(desk.trace()).toContain('Điều kiện thời gian “Giờ làm việc”: không khớp');
    expect(desk.call().trace.find((entry) => entry.kind === 'time')?.detail).toEqual({
      group: 'Giờ hành chính',
      local: 'Thứ Sáu 20/11/2026 18:00',
    });
    desk.heardAll('caller');
    expect(desk.heard()).toEqual(['hang up caller (normal)']);
    expect(desk.summary()).toMatchObject({ status: 'stopped_ivr', endedBy: 'system' });
  });

  test('who hangs up in that announcement stopped there', () => {
    const desk = new Desk(leadingTo({ kind: 'msg', announcement: 'closed' }));
    desk.customerCalls(customer, hotline);
    desk.ends('caller');
    expect(desk.summary().status).toBe('stopped_ivr');
  });

  test('may skip an announcement by its key', () => {
    const desk = new Desk(leadingTo({ kind: 'msg', announcement: 'closed' }));
    desk.customerCalls(customer, hotline);
    desk.presses('caller', '5');
    desk.heard();
    desk.presses('caller', '#');
    expect(desk.heard()).toEqual(['stop playing to caller', 'hang up caller (normal)']);
  });

  test('who was answered by an announcement hears ringback as a tone', () => {
    const announcements = {
      welcome: { name: 'Chào', file: 'w.wav', skipKey: null, then: { kind: 'direct', extension: '101' } },
    } as const;
    const desk = new Desk(leadingTo({ kind: 'msg', announcement: 'welcome' }, { announcements }));
    desk.customerCalls(customer, hotline);
    desk.heardAll('caller');
    desk.heard();
    desk.rings('101');
    expect(desk.heard()).toEqual(['play ringback to caller']);
  });

  test('to a number that is not the tenant’s is refused', () => {
    const desk = new Desk();
    desk.customerCalls(customer, '02839999999');
    expect(desk.heard()).toEqual(['hang up caller (not-found)']);
    expect(desk.summary().status).toBe('failed');
  });

  test('who hangs up at the beep has left no message', () => {
    const desk = new Desk(leadingTo({ kind: 'voicemail', box: 'box' }));
    desk.customerCalls(customer, hotline);
    desk.heardAll('caller');
    desk.heardAll('caller');
    desk.ends('caller');
    expect(desk.summary().status).toBe('abandoned');
  });

  test('whose message reaches the limit of the box, or falls silent, is let go', () => {
    const desk = new Desk(leadingTo({ kind: 'voicemail', box: 'box' }));
    desk.customerCalls(customer, hotline);
    desk.heardAll('caller');
    desk.heardAll('caller');
    desk.wait(120);
    expect(desk.summary().status).toBe('voicemail');
    desk.customerCalls(customer, hotline);
    desk.heardAll('caller');
    desk.heardAll('caller');
    desk.wait(9);
    const [recording] = desk.call().recordings;
    if (recording === undefined) throw new Error('nothing is recorded');
    desk.take({
      type: 'recorded',
      call: desk.call().id,
      recording: recording.id,
      at: desk.now,
      durationMs: 4000,
      bytes: 9,
    });
    expect(desk.summary()).toMatchObject({ status: 'voicemail', stage: 'ended' });
  });

  test('led in a circle by the plan is let go', () => {
    const announcements = {
      a: { name: 'A', file: 'a.wav', skipKey: null, then: { kind: 'time', condition: 'c' } },
    } as const;
    const timeConditions = {
      c: {
        name: 'C',
        group: { name: 'g', slots: [] },
        override: null,
        match: { kind: 'time', condition: 'c' },
        otherwise: { kind: 'time', condition: 'c' },
      },
    } as const;
    const desk = new Desk(leadingTo({ kind: 'msg', announcement: 'a' }, { announcements, timeConditions }));
    desk.customerCalls(customer, hotline);
    desk.heardAll('caller');
    expect(desk.summary()).toMatchObject({ status: 'failed', stage: 'ended' });
    expect(desk.trace()).toContain('Kịch bản đi vòng: dừng sau 32 điểm đến');
  });

  test('is shown in full, or masked to who may not see customers’ numbers', () => {
    for (const [extension, shown] of [
      ['101', '0901234567'],
      ['103', '090****567'],
    ] as const) {
      const desk = new Desk(leadingTo({ kind: 'direct', extension }));
      desk.customerCalls('+84 901 234 567', hotline);
      expect(desk.shown.get(extension)).toBe(shown);
    }
  });
});

describe('a colleague', () => {
  test('is called, talks, holds, resumes and hangs up', () => {
    const desk = new Desk();
    desk.extensionCalls('101', '102');
    expect(desk.heard()).toEqual(['dial 102']);
    desk.rings('102');
    desk.wait(3);
    desk.answers('102');
    expect(desk.heard()).toEqual(['ring caller', 'answer caller', 'bridge caller+102', 'record caller+102']);
    desk.wait(10);
    desk.on('102', { type: 'held', on: true });
    desk.on('102', { type: 'held', on: true });
    expect(desk.heard()).toEqual(['play music/default.wav to caller']);
    desk.wait(5);
    desk.on('102', { type: 'held', on: false });
    expect(desk.heard()).toEqual(['stop playing to caller']);
    desk.wait(5);
    desk.ends('102');
    expect(desk.summary()).toMatchObject({
      status: 'answered',
      endedBy: 'callee',
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
    expect(desk.summary()).toMatchObject({ status: 'busy', ringMs: 0 });
  });

  test('who rejects is busy, who does not answer has not answered, who is off cannot be reached', () => {
    const desk = new Desk();
    desk.extensionCalls('102', '101');
    desk.ends('101', 'rejected');
    expect(desk.summary()).toMatchObject({ status: 'busy', cause: 'rejected' });
    desk.extensionCalls('102', '101');
    desk.wait(25);
    expect(desk.summary()).toMatchObject({ status: 'no_answer', cause: 'no-answer', ringMs: 25_000 });
    desk.take({ type: 'agent-status', extension: '101', activity: 3, at: desk.now });
    desk.extensionCalls('102', '101');
    expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'unreachable' });
    expect(desk.trace()).toContain('Bỏ qua máy nhánh 101 (Nguyễn Thị Lan): người dùng đang ngoại tuyến');
  });

  test('who is on a break is rung all the same', () => {
    const desk = new Desk();
    desk.take({ type: 'agent-status', extension: '101', activity: 2, at: desk.now });
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

  test('sends a customer on to somebody else and is free again', () => {
    const desk = new Desk();
    desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.heard();
    desk.wait(30);
    desk.on('101', { type: 'transfer-requested', to: '103' });
    expect(desk.heard()).toEqual(['unbridge caller+101', 'hang up 101 (normal)', 'dial 103']);
    desk.rings('103');
    desk.wait(4);
    desk.answers('103');
    expect(desk.heard()).toEqual(['play ringback to caller', 'bridge caller+103', 'record caller+103']);
    desk.wait(10);
    desk.ends('caller');
    expect(desk.summary()).toMatchObject({ status: 'answered', talkMs: 40_000, ringMs: 4000, agentExtension: '101' });
    expect(desk.call().recordings).toHaveLength(1);
  });
});

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

  test('to a blocked number is blocked', () => {
    const blockedNumbers = { numbers: { '+84901234567': 'khách yêu cầu' }, patterns: [], anonymous: false };
    const desk = new Desk({ ...officePlan, blockedNumbers });
    desk.extensionCalls('101', customer);
    expect(desk.summary().status).toBe('blocked');
  });
});

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
      endedBy: 'system',
      talkMs: 12_000,
    });
    desk.extensionCalls('101', '102');
    desk.ends('caller', 'interrupted');
    expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'interrupted' });
  });

  test('a call is forgotten ten minutes after its end, and its late events change nothing', () => {
    const desk = new Desk();
    const first = desk.extensionCalls('101', '102');
    desk.ends('caller');
    const [arrival] = desk.events.filter((event) => event.type === 'arrived');
    if (arrival === undefined) throw new Error('nothing arrived');
    const before = desk.board;
    desk.take(arrival);
    expect(desk.board).toBe(before);
    desk.wait(601);
    desk.extensionCalls('101', '102');
    expect(() => desk.call(first)).toThrow('No call');
  });

  test('a dialled name that JavaScript knows is no destination', () => {
    const desk = new Desk();
    for (const dialled of ['constructor', '__proto__', 'toString', '']) {
      desk.extensionCalls('101', dialled);
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
    expect(desk.call().phase.state).toBe('closing');
    desk.wait(10);
    expect(desk.call().phase.state).toBe('ended');
  });
});
