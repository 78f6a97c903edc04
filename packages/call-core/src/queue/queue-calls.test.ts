import { describe, expect, test } from 'vitest';
import type { RoutingPlan } from '../plan.ts';
import { Desk } from '../test-desk.ts';
import { hotline, leadingTo } from '../test-plan.ts';
import { type QueuePlan, queueMember, queuePlan } from './queue-plan.ts';
import { queueView } from './queue-view.ts';
import { whyNoCalls } from './why-no-calls.ts';

/** Three people; each test says what it is about. */
function officeWith(queue: Partial<QueuePlan> = {}, more: Readonly<Record<string, QueuePlan>> = {}): RoutingPlan {
  const members = [queueMember('101'), queueMember('102'), queueMember('103')];
  const sales = queuePlan({ name: 'Kinh doanh', strategy: 'linear', members, ...queue });
  return { ...leadingTo({ kind: 'queue', queue: 'sales' }), queues: { sales, ...more } };
}

const customer = '0901234567';
const second = '0911111111';
const third = '0922222222';

describe('a caller in a queue', () => {
  test('hears music, is given to somebody who is free, and talks', () => {
    const desk = new Desk(officeWith());
    const call = desk.customerCalls(customer, hotline);
    expect(desk.heard()).toEqual(['answer caller', 'play default to caller', 'dial 101']);
    expect(desk.trace(call)).toContain('Hàng đợi “Kinh doanh”: vào hàng ở vị trí 1');
    expect(desk.trace(call)).toContain(
      'Đổ chuông máy nhánh 101 (Nguyễn Thị Lan): đứng đầu danh sách (thứ 1) trong những người rảnh',
    );
    desk.wait(7);
    desk.answers('101');
    expect(desk.heard()).toEqual(['stop playing to caller', 'bridge caller+101', 'record']);
    desk.wait(60);
    desk.ends('caller');
    expect(desk.summary()).toMatchObject({ status: 'answered', agentExtension: '101', talkMs: 60_000 });
    expect(desk.call().segments).toMatchObject([
      { extension: '101', how: 'answered', through: { kind: 'queue', key: 'sales' } },
    ]);
    expect(desk.openTimers).toBe(0);
  });
});
