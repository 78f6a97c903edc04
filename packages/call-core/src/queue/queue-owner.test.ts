import { describe, expect, test } from 'vitest';
import { type QueuePlan, queueMember, queuePlan } from '../board/queue-plan.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan } from '../testing/plan.ts';

const customer = '0901234567';

/** The hotline leads to a queue that prefers whoever looks after a customer; 101 would be next by the order of the list. */
function calls(parts: Partial<QueuePlan> = {}, phones?: readonly string[], number = customer): Desk {
  const members = [queueMember('101'), queueMember('102', { penalty: 1 })];
  const care = queuePlan({ name: 'Chăm sóc', strategy: 'linear', members, prefersOwner: true, ...parts });
  const desk = new Desk(leadingTo({ kind: 'queue', queue: 'care' }, { queues: { care } }), phones);
  desk.customerCalls(number, hotline);
  return desk;
}
const rung = (desk: Desk) => desk.heard().filter((sentence) => sentence.startsWith('dial'));

describe('a queue that prefers whoever looks after a customer', () => {
  test('rings them first, whatever their penalty, and says why', () => {
    const desk = calls();
    expect(desk.questions.map(({ question }) => question)).toEqual([{ kind: 'owner', number: '+84901234567' }]);
    expect(rung(desk)).toEqual([]);
    desk.isTold({ kind: 'owner', extension: '102' });
    expect(rung(desk)).toEqual(['dial 102']);
    expect(desk.trace()).toContain('Khách do máy nhánh 102 (Trần Văn Minh) phụ trách: được gọi trước');
  });

  test('goes by its strategy when they do not take the call', () => {
    const desk = calls();
    desk.isTold({ kind: 'owner', extension: '102' });
    desk.heard();
    desk.ends('102', 'rejected');
    expect(rung(desk)).toEqual(['dial 101']);
  });

  test.each([
    ['is no member', '103', undefined],
    ['is not there', '102', ['101', '103']],
    ['is nobody', null, undefined],
  ])('goes by its strategy where that %s', (_, owner, phones) => {
    const desk = calls({}, phones);
    desk.isTold({ kind: 'owner', extension: owner });
    expect(rung(desk)).toEqual(['dial 101']);
  });

  test('waits for no answer that does not come, nor is it changed by one that comes too late', () => {
    const members = [queueMember('101'), queueMember('103'), queueMember('102', { penalty: 1 })];
    const desk = calls({ members });
    desk.wait(1.5);
    expect(rung(desk)).toEqual(['dial 101']);
    desk.isTold({ kind: 'owner', extension: '102' });
    expect(rung(desk)).toEqual([]);
    desk.ends('101', 'rejected');
    expect(rung(desk)).toEqual(['dial 103']);
  });

  test('lets a caller hear its greeting to the end first', () => {
    const desk = calls({ greeting: [{ kind: 'file', file: 'hello.wav' }] });
    desk.isTold({ kind: 'owner', extension: '102' });
    expect(rung(desk)).toEqual([]);
    desk.heardAll('caller');
    expect(rung(desk)).toEqual(['dial 102']);
  });

  test('asks nobody about who hides their number', () => {
    const desk = calls({}, undefined, '');
    expect(desk.questions).toEqual([]);
    expect(rung(desk)).toEqual(['dial 101']);
  });
});

test.each([
  ['always, where the company records nothing', true, false, true],
  ['never, where the company records everything', false, true, false],
])('a queue has its conversations recorded: %s', (_, records, company, recorded) => {
  const care = queuePlan({ name: 'Chăm sóc', strategy: 'linear', members: [queueMember('101')], records });
  const plan = leadingTo({ kind: 'queue', queue: 'care' }, { queues: { care } });
  const desk = new Desk({ ...plan, records: { ...officePlan.records, inbound: company } });
  desk.customerCalls(customer, hotline);
  desk.answers('101');
  expect(desk.heard().includes('record')).toBe(recorded);
});
