import { describe, expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan } from '../testing/plan.ts';

const office = {
  ...officePlan,
  extensions: {
    ...officePlan.extensions,
    102: extension('102', 'Trần Văn Minh', {
      forwards: {
        always: null,
        busy: { kind: 'direct', extension: '103' },
        noAnswer: { kind: 'voicemail', box: 'box' },
        offline: null,
      },
    }),
  },
} as const;
const words =
  'Máy của máy nhánh 102 (Trần Văn Minh) từ chối ngay, không đổ chuông: không làm phiền đặt trên máy, hoặc máy đang bận';

describe('a phone that refuses before it has rung', () => {
  test.each([
    [480, 'no-answer'],
    [486, 'busy'],
    [600, 'busy'],
  ] as const)('is busy, by whichever code its maker says so: %i', (sipCode, cause) => {
    const desk = new Desk(office);
    desk.extensionCalls('101', '102');
    desk.on('102', { type: 'ended', cause, sipCode });
    expect(desk.trace()).toContain(words);
    expect(desk.heard()).toEqual(['dial 102', 'dial 103']);
  });

  test('but did not answer where it has rung', () => {
    const desk = new Desk(office);
    desk.extensionCalls('101', '102');
    desk.on('102', { type: 'ringing' });
    desk.on('102', { type: 'ended', cause: 'no-answer', sipCode: 480 });
    expect(desk.trace()).not.toContain(words);
    expect(desk.heard()).not.toContain('dial 103');
  });

  test('and is no busy phone where nothing there answers, or its line is a carrier’s', () => {
    const desk = new Desk(office);
    desk.extensionCalls('101', '102');
    desk.on('102', { type: 'ended', cause: 'unreachable' });
    expect(desk.trace()).not.toContain(words);
  });

  test('leaves the others of a group ringing', () => {
    const desk = new Desk(leadingTo({ kind: 'group', group: 'sales' }, office));
    desk.customerCalls('0901234567', hotline);
    desk.on('102', { type: 'ended', cause: 'no-answer', sipCode: 480 });
    expect(desk.trace()).toContain(words);
    desk.answers('101');
    desk.ends('101');
    expect(desk.summary()).toMatchObject({ status: 'answered', toExtension: '101' });
  });
});
