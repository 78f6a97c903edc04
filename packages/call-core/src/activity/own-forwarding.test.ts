import { describe, expect, test } from 'vitest';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, leadingTo, officePlan, trunk } from '../testing/plan.ts';

const office = (parts: Parameters<typeof extension>[2] = {}) => ({
  ...officePlan,
  outboundRules: officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const })),
  extensions: {
    ...officePlan.extensions,
    102: extension('102', 'Trần Văn Minh', { otherwise: { kind: 'voicemail', box: 'box' }, ...parts }),
  },
});
const diverts = (desk: Desk, name: string, divertedTo: string) =>
  desk.on(name, { type: 'ended', cause: 'no-answer', sipCode: 302, divertedTo });

describe('a phone that sends its callers elsewhere by itself', () => {
  test('sends them to a colleague, and the trace says so', () => {
    const desk = new Desk(office());
    desk.extensionCalls('101', '102');
    diverts(desk, '102', '103');
    expect(desk.heard()).toEqual(['dial 102', 'dial 103']);
    expect(desk.trace()).toContain('Máy của máy nhánh 102 (Trần Văn Minh) tự chuyển cuộc gọi tới số đặt trên máy');
    desk.answers('103');
    desk.ends('103');
    expect(desk.summary()).toMatchObject({ status: 'answered', toExtension: '103' });
  });

  test('sends them outside where its person may call', () => {
    const desk = new Desk(office());
    desk.extensionCalls('101', '102');
    diverts(desk, '102', '0912345678');
    expect(desk.heard()).toEqual(['dial 102', `dial 0912345678 over ${trunk}`]);
  });

  test.each([
    ['outside where its person may not call', { rights: ['internal'] }, '0912345678'],
    ['to itself', {}, '102'],
    ['to what is no number of anybody', {}, '799'],
  ] as const)('sends them nowhere %s: it has not answered', (_words, parts, number) => {
    const desk = new Desk(office(parts));
    desk.extensionCalls('101', '102');
    diverts(desk, '102', number);
    expect(desk.trace()).toContain(
      'Máy của máy nhánh 102 (Trần Văn Minh) không được chuyển cuộc gọi tới số đặt trên máy',
    );
    // Its person has a box for who is not answered.
    expect(desk.heard().join()).toContain('answer caller');
  });

  test('in a circle with another one comes to an end', () => {
    const desk = new Desk(office({ otherwise: null }));
    desk.extensionCalls('101', '102');
    let from = '102';
    for (let round = 0; round < 40 && desk.heard().includes(`dial ${from}`); round += 1) {
      const to = from === '102' ? '103' : '102';
      diverts(desk, from, to);
      from = to;
    }
    expect(desk.trace().join()).toContain('đi vòng');
  });

  test('takes nobody out of a group that rings', () => {
    const desk = new Desk(leadingTo({ kind: 'group', group: 'sales' }, office()));
    desk.customerCalls('0901234567', hotline);
    desk.ends('101', 'busy');
    diverts(desk, '102', '103');
    expect(desk.heard().some((said) => said.includes('103'))).toBe(false);
    expect(desk.trace()).toContain(
      'Máy của máy nhánh 102 (Trần Văn Minh) không chuyển cuộc gọi của nhóm tới số đặt trên máy',
    );
  });
});
