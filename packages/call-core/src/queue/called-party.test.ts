import { expect, test } from 'vitest';

import type { RoutingPlan } from '../board/plan.ts';
import type { QueuePlan } from '../board/queue-plan.ts';
import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';
import { an, binh, chi, officeWith } from '../testing/queue-office.ts';
import { promptFile } from '../turn/prompts.ts';

function office(queue: Partial<QueuePlan> = {}): RoutingPlan {
  const plan = officeWith({ greeting: [{ kind: 'file', file: 'chao.wav' }], wrapUpSeconds: 0, ...queue });
  return { ...plan, outboundRules: plan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const })) };
}
const toSales = { kind: 'queue', queue: 'sales', called: { seconds: 2 } } as const;

/** A customer is called for the queue, and picks up. */
function called(desk: Desk, number: string = an) {
  const call = desk.reaches(number, toSales);
  desk.heard();
  desk.answers('trunk-a', call);
  return call;
}

test('a customer who was called is put through at once, by a phone that picks up by itself', () => {
  const desk = new Desk(office(), ['101', '102']);
  const call = called(desk);
  // No greeting comes before it.
  expect(desk.heard()).toContain('dial 101');
  expect(desk.commands.some((one) => one.type === 'dial' && one.autoAnswer === true)).toBe(true);
  desk.answers('101', call);
  desk.wait(30);
  desk.ends('trunk-a');
  expect(desk.summary()).toMatchObject({ status: 'answered', agentExtension: '101' });
  expect(desk.call(call).queueStays).toMatchObject([{ queue: 'sales', outcome: 'answered' }]);
});

test('they come before whoever waits, and are told that nobody is free once they have waited so long', () => {
  const desk = new Desk(office(), ['101']);
  const busy = desk.customerCalls(chi, hotline);
  desk.wait(130);
  desk.answers('101', busy);
  desk.customerCalls(binh, hotline);
  desk.wait(130);
  const call = called(desk);
  expect(desk.trace()).toContain('Hàng đợi “Kinh doanh”: khách được gọi, chờ nhiều nhất 2 giây');
  desk.wait(1);
  // Whoever becomes free takes them first.
  desk.ends('101', 'normal', busy);
  desk.answers('101', call);
  expect(desk.call(call).segments).toMatchObject([{ extension: '101' }]);

  const late = called(desk, '0909999999');
  desk.wait(3);
  const played = desk.commands.findLast((one) => one.type === 'play');
  expect(played?.type === 'play' && played.sources).toEqual([{ kind: 'file', file: promptFile('nobody-free') }]);
  desk.wait(60);
  expect(desk.call(late).queueStays).toMatchObject([{ queue: 'sales', outcome: 'timed-out' }]);
  // Somebody spoke with nobody: the row names none of ours.
  expect(desk.summary(late)).toMatchObject({ status: 'answered', agentExtension: null });
});

test('where the queue is gone, or lets nobody stay, they are told so too', () => {
  const nobody = new Desk(office({ toStay: 'somebody-joined', joining: 'by-request' }), ['101']);
  const call = called(nobody);
  expect(nobody.trace()).toContain('Không có ai rảnh để nói chuyện: xin lỗi khách');
  nobody.wait(61);
  expect(nobody.call(call).outcome).not.toBeNull();

  const gone = new Desk({ ...office(), queues: {} }, ['101']);
  called(gone);
  expect(gone.trace()).toContain('Không có ai rảnh để nói chuyện: xin lỗi khách');
});
