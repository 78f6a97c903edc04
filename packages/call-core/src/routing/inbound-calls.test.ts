import { describe, expect, test } from 'vitest';

import { callerIdFor } from '../board/caller-id.ts';
import type { Destination } from '../board/destination.ts';
import { valuesOf } from '../lib/persistent-map.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan, trunk } from '../testing/plan.ts';
import { blockList } from './block-list.ts';

const customer = '0901234567';

describe('a caller', () => {
  test('who gives up while it rings has abandoned, and the phones stop', () => {
    const desk = new Desk();
    desk.customerCalls(customer, hotline);
    desk.wait(7);
    desk.heard();
    desk.ends('caller', 'cancelled');
    expect(desk.heard()).toEqual(['hang up 101 (cancelled)', 'hang up 102 (cancelled)']);
    expect(desk.summary()).toMatchObject({
      status: 'abandoned',
      endedBy: { by: 'customer', extension: null },
      ringMs: 7000,
      waitMs: 7000,
    });
  });

  test('who refused to be recorded is not, nor told that they are, whatever rule and company say; from the next call on', () => {
    const refused = { ...officePlan, unrecorded: { '+84901234567': true } } as const;
    const desk = new Desk();
    const recorded = (number: string) => {
      desk.customerCalls(number, hotline);
      desk.answers('101');
      const isRecorded = desk.heard().includes('record');
      desk.ends('101');
      return isRecorded;
    };
    expect(recorded(customer)).toBe(true);
    desk.take({ type: 'plan-changed', plan: refused, at: desk.now });
    expect([recorded(customer), recorded('0907654321')]).toEqual([false, true]);
  });

  test('on the block list is refused before anything else', () => {
    const blocked = blockList([
      { kind: 'number', value: '+84901234567', reason: 'quấy rối' },
      { kind: 'pattern', value: '0162*', reason: 'x' },
      { kind: 'anonymous', value: '', reason: 'y' },
    ]);
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
    expect(desk.summary()).toMatchObject({ status: 'stopped_ivr', endedBy: { by: 'system', extension: null } });
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
    // Nobody is told of it, and no lamp is lit.
    expect(desk.call().recordings).toMatchObject([{ kind: 'message', box: null, state: 'stored' }]);
  });

  test('whose message reaches the limit of the box, or falls silent, is let go', () => {
    const desk = new Desk(leadingTo({ kind: 'voicemail', box: 'box' }));
    desk.customerCalls(customer, hotline);
    desk.heardAll('caller');
    desk.heardAll('caller');
    desk.wait(120);
    expect(desk.summary().status).toBe('voicemail');
    expect(desk.call().recordings).toMatchObject([{ kind: 'message', box: 'box', state: 'stored' }]);
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
      state: 'whole',
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
    expect(desk.trace()).toContain('Cấu hình hỏng: đi vòng, dừng sau 32 điểm đến');
    expect(desk.heard()).toContain('play system/vi/no-answer.wav to caller');
    desk.heardAll('caller');
    expect(desk.summary()).toMatchObject({ status: 'failed', stage: 'ended' });
  });

  test.each<readonly [Destination, string]>([
    [{ kind: 'direct', extension: '999' }, 'máy nhánh “999”'],
    [{ kind: 'group', group: 'x' }, 'nhóm đổ chuông “x”'],
    [{ kind: 'queue', queue: 'x' }, 'hàng đợi “x”'],
    [{ kind: 'ivr', menu: 'x' }, 'lời thoại tương tác “x”'],
    [{ kind: 'msg', announcement: 'x' }, 'thông báo “x”'],
    [{ kind: 'time', condition: 'x' }, 'điều kiện thời gian “x”'],
    [{ kind: 'voicemail', box: 'x' }, 'hộp thư thoại “x”'],
    [{ kind: 'lastcall', rule: 'x' }, 'quy tắc cuộc gọi gần nhất “x”'],
  ])(
    'led by %j to what is not there hears that nobody can be reached, and those who can mend it are told',
    (to, what) => {
      const desk = new Desk(leadingTo(to));
      desk.customerCalls(customer, hotline);
      expect(desk.heard()).toEqual(['answer caller', 'play system/vi/no-answer.wav to caller']);
      const broken = desk.call().trace.filter(({ kind }) => kind === 'broken');
      expect(broken.map(({ text }) => text)).toEqual([`Cấu hình hỏng: không tìm thấy ${what}`]);
      desk.heardAll('caller');
      expect(desk.heard()).toEqual(['hang up caller (failed)']);
      expect(desk.summary()).toMatchObject({ status: 'failed', stage: 'ended' });
      desk.customerCalls(customer, hotline);
      expect([...valuesOf(desk.board.alarms)].map(({ kind, words, count }) => [kind, words, count])).toEqual([
        ['broken', `Cuộc gọi gặp chỗ hỏng trong cấu hình: không tìm thấy ${what}`, 2],
      ]);
    },
  );

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

  test('who sees masked numbers is shown no name that is the number again', () => {
    const calling = (name: string) => ({ kind: 'outside', number: '+84901234567', name, trunk }) as const;
    const shownTo = (extension: string, name: string) => callerIdFor(officePlan, extension, calling(name));
    expect(shownTo('103', '0901 234 567')).toEqual({ number: '090****567', name: '' });
    expect(shownTo('103', 'Anh Đức')).toEqual({ number: '090****567', name: 'Anh Đức' });
    expect(shownTo('101', '0901 234 567')).toEqual({ number: '0901234567', name: '0901 234 567' });
  });

  test('reads in the trace of every rule that did not match, and why', () => {
    const [rule] = officePlan.inboundRules;
    if (rule === undefined) throw new Error('the office has no rule');
    const others = [
      { ...rule, name: 'Khác đầu số', number: '+842899999999' },
      { ...rule, name: 'Khách vip', callerPattern: '091*' },
      { ...rule, name: 'Không bao giờ', timeGroup: { name: 'Chưa mở', slots: [] } },
    ];
    const desk = new Desk({ ...officePlan, inboundRules: [...others, rule] });
    desk.customerCalls(customer, hotline);
    expect(desk.trace().filter((text) => /quy tắc/i.test(text))).toEqual([
      'Bỏ qua 1 quy tắc gọi vào của đầu số khác',
      'Quy tắc gọi vào “Khách vip” không khớp: khác mẫu số gọi đến',
      'Quy tắc gọi vào “Không bao giờ” không khớp: ngoài khung giờ',
      'Quy tắc gọi vào “Gọi vào tổng đài” khớp → nhóm đổ chuông “Kinh doanh”',
    ]);
  });
});
