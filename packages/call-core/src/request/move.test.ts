import { describe, expect, test } from 'vitest';
import { personOf } from '../board/board.ts';
import { queueMember, queuePlan } from '../board/queue-plan.ts';
import { Desk } from '../testing/desk.ts';
import { extension, hotline, officePlan } from '../testing/plan.ts';
import { officeWith } from '../testing/queue-office.ts';

const customer = '0901234567';

describe('whoever supervises moves a conversation', () => {
  const leader = extension('103', 'Hà', { supervises: ['101'] });
  const extensions = { ...officePlan.extensions, 102: extension('102', 'Minh'), 103: leader };
  const plan = { ...officePlan, extensions };
  const talking = () => {
    const desk = new Desk(plan);
    const call = desk.customerCalls(customer, hotline);
    desk.answers('101');
    desk.heard();
    return { desk, call };
  };

  test('to a colleague, who hears by whom; the person who had it is free, and gets it back where nobody takes it', () => {
    const { desk, call } = talking();
    expect(desk.asks('103', { kind: 'move', call, agent: '101', to: { number: '102' } })).toMatchObject({ ok: true });
    expect(desk.heard()).toEqual(expect.arrayContaining(['hang up 101 (normal)', 'dial 102']));
    const to = { kind: 'dialled', number: '102', by: '103' };
    expect(personOf(desk.board, '101').takenOver).toEqual({ call, by: '103', at: desk.now, to });
    expect(desk.call(call).legs[0]?.handedOver).toEqual({ by: '103', word: '', at: desk.now });
    expect(desk.call(call).trace.map(({ text }) => text)).toContain('Máy nhánh 103 chuyển cuộc gọi của máy nhánh 101');
    desk.ends('102', 'busy', call);
    expect(desk.heard()).toContain('dial 101');
  });

  test('only of those whom they may supervise, to whom there is, and never to the person who has it', () => {
    const { desk, call } = talking();
    const ask = (by: string, agent: string, number: string) =>
      desk.asks(by, { kind: 'move', call, agent, to: { number } });
    expect(ask('102', '101', '103')).toMatchObject({ refused: 'forbidden' });
    expect(ask('103', '102', '103')).toMatchObject({ refused: 'forbidden' });
    expect(ask('103', '101', '199')).toMatchObject({ refused: 'no-such-number', words: 'Số không tồn tại' });
    expect(ask('103', '101', '101')).toMatchObject({ refused: 'not-now' });
    expect(desk.asks('103', { kind: 'move', call, agent: '101', to: { queue: 'gone' } })).toMatchObject({
      words: 'Hàng đợi này không còn nữa',
    });
    expect(desk.heard()).toEqual([]);
    desk.ends('caller', 'normal', call);
    expect(ask('103', '101', '102')).toMatchObject({ refused: 'no-call' });
  });
});

describe('whoever waits is moved', () => {
  const support = queuePlan({ name: 'Hỗ trợ', strategy: 'linear', members: [queueMember('102')] });
  const office = (supervises: 'everybody' | readonly string[]) => {
    const plan = officeWith({ members: [queueMember('101')] }, { support });
    const extensions = { ...plan.extensions, 103: extension('103', 'Hà', { supervises }) };
    const desk = new Desk({ ...plan, extensions });
    const call = desk.customerCalls(customer, hotline);
    desk.heard();
    return { desk, call };
  };

  test('from one line to another: who was rung rings no more, and the first queue counts that they went elsewhere', () => {
    const { desk, call } = office('everybody');
    expect(desk.asks('103', { kind: 'move', call, agent: null, to: { queue: 'support' } })).toMatchObject({ ok: true });
    expect(desk.heard()).toEqual(expect.arrayContaining(['hang up 101 (cancelled)', 'dial 102']));
    expect(desk.call(call).queueStays).toMatchObject([{ queue: 'sales', outcome: 'left-elsewhere' }]);
    expect(desk.asks('103', { kind: 'move', call, agent: null, to: { queue: 'support' } })).toMatchObject({
      words: 'Khách đang chờ ở hàng đợi này',
    });
  });

  test('to a colleague who can be rung; with one who cannot they stay in the line', () => {
    const { desk, call } = office('everybody');
    const to = (number: string) => desk.asks('103', { kind: 'move', call, agent: null, to: { number } });
    desk.leaves('102');
    expect(to('102')).toMatchObject({ refused: 'not-reachable', words: 'Máy nhánh 102: điện thoại chưa đăng ký' });
    expect(desk.call(call).legs[0]?.activity).toMatchObject({ kind: 'queue-wait', queue: 'sales' });
    desk.registers('102');
    expect(to('102')).toMatchObject({ ok: true });
    desk.answers('102');
    expect(desk.heard()).toContain('bridge caller+102');
  });

  test('out of a parking place, which is free again', () => {
    const { desk, call } = office('everybody');
    desk.answers('101');
    const parked = desk.asks('101', { kind: 'park', call });
    expect(desk.asks('103', { kind: 'move', call, agent: null, to: { number: '102' } })).toMatchObject({ ok: true });
    desk.answers('102');
    const slot = parked.ok ? (parked.slot ?? '') : '';
    expect(desk.asks('101', { kind: 'unpark', slot })).toMatchObject({ refused: 'no-call' });
  });

  test('by those who supervise everybody, and where somebody waits', () => {
    const { desk, call } = office(['101', '102']);
    const to = { number: '102' };
    expect(desk.asks('103', { kind: 'move', call, agent: null, to })).toMatchObject({ refused: 'forbidden' });
    const all = office('everybody');
    all.desk.answers('101');
    expect(all.desk.asks('103', { kind: 'move', call: all.call, agent: null, to })).toMatchObject({
      words: 'Không có ai đang chờ trong cuộc gọi này',
    });
  });
});
