import { describe, expect, test } from 'vitest';

import type { CustomerCondition } from '../board/customer-condition.ts';
import { type QueuePlan, queueMember, queuePlan } from '../board/queue-plan.ts';
import { rehearse } from '../seen/rehearsal.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan } from '../testing/plan.ts';

const number = '0901234567';
const to = (extension: string) => ({ kind: 'direct', extension }) as const;
const kinds: CustomerCondition = {
  name: 'Khách là ai',
  rows: [
    { id: 'vip', name: 'VIP', tests: [{ kind: 'status', is: 'gold' }], to: to('101'), priority: null },
    { id: 'new', name: 'Khách mới', tests: [{ kind: 'known', is: false }], to: to('102'), priority: null },
  ],
  otherwise: to('103'),
};
const planOf = (condition = kinds, parts = {}) =>
  leadingTo({ kind: 'customer', condition: 'kinds' }, { customerConditions: { kinds: condition }, ...parts });
const told = (row: string | null, because = '') => ({ kind: 'customer', condition: 'kinds', row, because }) as const;
const rung = (desk: Desk) => desk.heard().filter((sentence) => sentence.startsWith('dial'));

/** Somebody has called the hotline, and the office is asked about them. */
function asking(plan = planOf(), from = number): Desk {
  const desk = new Desk(plan);
  desk.customerCalls(from, hotline);
  return desk;
}

describe('a condition on the customer', () => {
  test('asks once, and nobody is rung before the answer', () => {
    const desk = asking();
    expect(desk.questions.map(({ question }) => question)).toEqual([
      {
        kind: 'customer',
        condition: 'kinds',
        number: '+84901234567',
        rows: kinds.rows.map(({ id, tests }) => ({ id, tests })),
      },
    ]);
    expect(rung(desk)).toEqual([]);
  });

  test('leads by the row that fits, and says which and why', () => {
    const desk = asking();
    desk.isTold(told('vip', 'trạng thái VIP'));
    expect(rung(desk)).toEqual(['dial 101']);
    const entry = desk.call().trace.find(({ kind, text }) => kind === 'rule' && text.startsWith('Điều kiện'));
    expect(entry).toMatchObject({
      text: 'Điều kiện khách hàng “Khách là ai”: dòng 1 “VIP” khớp',
      detail: { because: 'trạng thái VIP' },
    });
    expect(desk.openTimers).toBe(1);
  });

  test('leads on where no row fits, or one that it does not have', () => {
    for (const row of [null, 'of another time']) {
      const desk = asking();
      desk.isTold(told(row, 'khách chưa có trong danh sách'));
      expect(rung(desk)).toEqual(['dial 103']);
      expect(desk.trace()).toContain(
        'Điều kiện khách hàng “Khách là ai”: không dòng nào khớp, khách chưa có trong danh sách',
      );
    }
  });

  test('waits for no answer that does not come, nor is it changed by one that comes too late', () => {
    const desk = asking();
    desk.wait(1.4);
    expect(rung(desk)).toEqual([]);
    desk.wait(0.1);
    expect(rung(desk)).toEqual(['dial 103']);
    expect(desk.trace()).toContain(
      'Điều kiện khách hàng “Khách là ai”: không dòng nào khớp, dữ liệu khách trả lời quá chậm',
    );
    desk.isTold(told('vip'));
    expect(rung(desk)).toEqual([]);
  });

  test('takes no answer for its own that another condition waited for', () => {
    const desk = asking();
    desk.isTold({ ...told('vip'), condition: 'another' });
    desk.isTold({ kind: 'owner', extension: '101' });
    expect(rung(desk)).toEqual([]);
    desk.isTold(told('new'));
    expect(rung(desk)).toEqual(['dial 102']);
  });

  test('asks nobody about a caller without a number, who is nobody that the company knows', () => {
    const desk = asking(planOf(), '');
    expect(desk.questions).toEqual([]);
    expect(rung(desk)).toEqual(['dial 102']);
    const strangersGo = asking(planOf({ ...kinds, rows: kinds.rows.slice(0, 1) }), '');
    expect(rung(strangersGo)).toEqual(['dial 103']);
    expect(strangersGo.trace()).toContain('Điều kiện khách hàng “Khách là ai”: không dòng nào khớp, người gọi giấu số');
  });

  test('is no question about a colleague', () => {
    const desk = new Desk(planOf(kinds, { internalNumbers: { 610: { kind: 'customer', condition: 'kinds' } } }));
    desk.extensionCalls('101', '610');
    expect(desk.questions).toEqual([]);
    expect(rung(desk)).toEqual(['dial 103']);
  });

  test('lets a caller go who hangs up meanwhile, and the answer finds nobody', () => {
    const desk = asking();
    desk.ends('caller', 'cancelled');
    desk.isTold(told('vip'));
    desk.wait(2);
    expect(rung(desk)).toEqual([]);
    expect(desk.openTimers).toBe(0);
    expect(desk.call().stage).toBe('ended');
  });

  test('leads a call as it was when the call began, whatever becomes of it meanwhile', () => {
    for (const after of [planOf({ ...kinds, rows: [] }), officePlan]) {
      const desk = asking();
      desk.take({ type: 'plan-changed', plan: after, at: desk.now });
      desk.isTold(told('vip'));
      expect(rung(desk)).toEqual(['dial 101']);
    }
  });

  test('that is no more is something broken, and its callers are not dropped', () => {
    const desk = asking(leadingTo({ kind: 'customer', condition: 'kinds' }));
    expect(desk.trace()).toContainEqual(expect.stringMatching(/^Cấu hình hỏng: .*điều kiện khách hàng/));
    expect(desk.call().stage).toBe('open');
  });

  test('that leads back to itself ends like any circle', () => {
    const [vip] = kinds.rows;
    const desk = asking(
      planOf({ ...kinds, rows: vip === undefined ? [] : [{ ...vip, to: { kind: 'customer', condition: 'kinds' } }] }),
    );
    for (let round = 0; round < 40 && desk.call().stage === 'open'; round += 1) desk.isTold(told('vip'));
    expect(desk.questions.length).toBeLessThan(40);
    expect(desk.trace()).toContain('Cấu hình hỏng: đi vòng, dừng sau 32 điểm đến');
  });
});

describe('a kind of customer that comes first', () => {
  const care = (parts: Partial<QueuePlan> = {}) =>
    queuePlan({ name: 'Chăm sóc', strategy: 'linear', members: [queueMember('101')], ...parts });
  const ahead = (priority: number, parts: Partial<QueuePlan> = {}) =>
    planOf(
      {
        ...kinds,
        rows: kinds.rows.map((row) => ({ ...row, to: { kind: 'queue', queue: 'care' }, priority })),
        otherwise: { kind: 'queue', queue: 'care' },
      },
      { queues: { care: care(parts) } },
    );

  test('stands ahead of those who have waited longer', () => {
    const desk = asking(ahead(3));
    desk.isTold(told(null));
    desk.answers('101');
    const first = desk.customerCalls('0912222222', hotline);
    desk.isTold(told(null));
    const vip = desk.customerCalls(number, hotline);
    desk.isTold(told('vip'));
    expect(desk.trace(vip)).toContain('Khách thuộc nhóm “VIP”: mức ưu tiên 3');
    expect(desk.trace(vip)).toContain('Hàng đợi “Chăm sóc”: vào hàng ở vị trí 1');
    expect(desk.trace(first)).not.toContain('Khách thuộc nhóm “VIP”: mức ưu tiên 3');
  });

  test('has the higher of what they are and what their number is worth to the queue', () => {
    const callers = [{ name: 'Đầu 09', callerPattern: '09*', number: null, priority: 5, needs: [] }];
    const higher = asking(ahead(3, { callers }));
    higher.isTold(told('vip'));
    expect(higher.trace()).toContain('Khách thuộc nhóm “Đầu 09”: mức ưu tiên 5');
    const lower = asking(ahead(7, { callers, priorityIsWorthSeconds: 60 }));
    lower.isTold(told('vip'));
    expect(lower.trace()).toContain('Khách thuộc nhóm “VIP”: mức ưu tiên 7, như đã chờ sẵn 7 phút');
  });
});

test('a rehearsal goes by what the company knows, and by nothing where it says nothing', () => {
  const tried = {
    from: { kind: 'outside', number },
    dialled: hotline,
    at: Date.parse('2026-11-20T10:00:00+07:00'),
    people: {},
    keys: [],
    outside: 'answers',
  } as const;
  const known = rehearse(planOf(), { ...tried, data: () => told('vip') });
  expect(known.call.answer?.extension).toBe('101');
  expect(rehearse(planOf(), tried).call.answer?.extension).toBe('103');
});
