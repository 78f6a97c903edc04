import { describe, expect, test } from 'vitest';
import { queueMember, queuePlan } from '../board/queue-plan.ts';
import { queueView } from '../seen/queue-view.ts';
import { whyNoCalls } from '../seen/why-no-calls.ts';
import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';
import { an, binh, officeWith } from '../testing/queue-office.ts';

/** Each person of the queue and how they stand. */
function standings(desk: Desk): readonly string[] {
  return queueView(desk.board, 'sales', desk.now)?.people.map(({ extension, words }) => `${extension} ${words}`) ?? [];
}

function why(desk: Desk, extension: string): readonly string[] {
  return whyNoCalls(desk.board, extension, desk.now).queues.map(({ words }) => words);
}

function rung(desk: Desk): readonly string[] {
  return desk.heard().filter((sentence) => sentence.startsWith('dial'));
}

describe('somebody who takes calls of a queue', () => {
  test('writes up a call in peace, and is asked again when the time is over', () => {
    const desk = new Desk(officeWith({ wrapUpSeconds: 30 }), ['101']);
    const first = desk.customerCalls(an, hotline);
    desk.customerCalls(binh, hotline);
    desk.answers('101', first);
    desk.heard();
    desk.ends('101', 'normal', first);
    desk.wait(18);
    expect(rung(desk)).toEqual([]);
    expect(why(desk, '101')).toEqual(['đang xử lý sau cuộc gọi']);
    const { words, wrapUpUntil } = whyNoCalls(desk.board, '101', desk.now);
    expect([words, (wrapUpUntil ?? 0) - desk.now]).toEqual(['đang xử lý sau cuộc gọi', 12_000]);
    desk.wait(12);
    expect(rung(desk)).toEqual(['dial 101']);
  });

  test('is not rung while they do not want to be disturbed, and takes whoever waits when they do again', () => {
    const office = officeWith();
    const lan = office.extensions['101'];
    if (lan === undefined) throw new Error('the office has no 101');
    const wishing = (doNotDisturb: boolean) => ({
      ...office,
      extensions: { ...office.extensions, 101: { ...lan, doNotDisturb } },
    });
    const desk = new Desk(wishing(true), ['101']);
    desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual([]);
    expect(why(desk, '101')).toEqual(['đang đặt không làm phiền']);
    desk.take({ type: 'plan-changed', plan: wishing(false), at: desk.now });
    expect(rung(desk)).toEqual(['dial 101']);
    desk.ends('caller');
    desk.take({ type: 'plan-changed', plan: wishing(true), at: desk.now });
    desk.customerCalls(binh, hotline);
    expect(rung(desk)).toEqual([]);
  });

  test('may say before that they are ready; a call that is no queue’s needs no writing up', () => {
    const desk = new Desk(officeWith({ wrapUpSeconds: 30 }), ['101']);
    const first = desk.customerCalls(an, hotline);
    desk.customerCalls(binh, hotline);
    desk.answers('101', first);
    desk.ends('101', 'normal', first);
    desk.heard();
    expect(desk.asks('101', { kind: 'ready', extension: '101' })).toMatchObject({ ok: true });
    expect(rung(desk)).toEqual(['dial 101']);
    desk.ends('caller');
    desk.extensionCalls('101', '102');
    desk.ends('caller');
    expect(standings(desk)[0]).toBe('101 đang rảnh');
    expect(desk.openTimers).toBe(0);
  });

  test('is paused after calls that they did not answer, in this queue only, until they say that they are ready', () => {
    const support = queuePlan({ name: 'Kỹ thuật', strategy: 'linear', members: [queueMember('101')] });
    const desk = new Desk(officeWith({ pauseAfterMissed: 2, restSeconds: 1, ringSeconds: 10 }, { support }), ['101']);
    desk.customerCalls(an, hotline);
    desk.wait(40);
    expect(rung(desk)).toEqual(['dial 101', 'dial 101']);
    expect(why(desk, '101')).toEqual([
      'tự động tạm dừng sau 2 cuộc không nghe',
      'không có ai đang chờ; bạn sẽ được mời cuộc kế tiếp (đứng đầu danh sách (thứ 1) trong những người rảnh)',
    ]);
    desk.asks('101', { kind: 'ready', extension: '101' });
    expect(rung(desk)).toEqual(['dial 101']);
    desk.answers('101');
    desk.ends('caller');
    expect(standings(desk)[0]).toBe('101 đang rảnh');
  });

  test('joins, leaves and pauses by request, for themselves or for those they supervise', () => {
    const plan = officeWith({ joining: 'by-request' });
    const lan = plan.extensions['101'];
    if (lan === undefined) throw new Error('The office has a 101');
    const desk = new Desk({ ...plan, extensions: { ...plan.extensions, 101: { ...lan, supervises: ['102'] } } });
    desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual([]);
    expect(desk.asks('103', { kind: 'queue-join', extension: '102', queue: 'sales' })).toMatchObject({
      refused: 'forbidden',
    });
    expect(desk.asks('101', { kind: 'queue-join', extension: '102', queue: 'sales' })).toMatchObject({ ok: true });
    expect(rung(desk)).toEqual(['dial 102']);
    desk.asks('102', { kind: 'queue-pause', extension: '102', queue: null, on: true, reason: 'họp' });
    desk.ends('102', 'rejected');
    desk.wait(60);
    expect(standings(desk)).toEqual([
      '101 chưa vào hàng đợi',
      '102 tạm dừng trong hàng đợi: họp',
      '103 chưa vào hàng đợi',
    ]);
    desk.asks('102', { kind: 'queue-pause', extension: '102', queue: 'sales', on: false, reason: null });
    expect(rung(desk)).toEqual(['dial 102']);
    desk.ends('102', 'rejected');
    desk.asks('102', { kind: 'queue-leave', extension: '102', queue: null });
    desk.wait(60);
    expect(rung(desk)).toEqual([]);
    expect(desk.asks('101', { kind: 'queue-join', extension: '101', queue: 'none' })).toMatchObject({ ok: false });
  });

  test('is not rung on a break, off, asleep, without a phone or in a call, and the reason is told', () => {
    const desk = new Desk(officeWith(), ['101', '102']);
    desk.chooses('101', 2, 'ăn trưa');
    desk.registers('102', true);
    desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual([]);
    expect(standings(desk)).toEqual([
      '101 đang bận/nghỉ: ăn trưa',
      '102 trình duyệt đang ngủ',
      '103 điện thoại chưa đăng ký',
    ]);
    desk.registers('102');
    expect(rung(desk)).toEqual(['dial 102']);
    expect(queueView(desk.board, 'sales', desk.now)?.people[1]).toMatchObject({
      standing: 'on-a-call',
      phone: 'ringing',
    });
    desk.answers('102');
    expect(queueView(desk.board, 'sales', desk.now)?.people[1]).toMatchObject({ phone: 'talking', answeredToday: 1 });
    desk.chooses('102', 3);
    desk.ends('caller');
    expect(standings(desk)[1]).toBe('102 đang ngoại tuyến');
  });

  test('is not rung where nobody would hear them, neither for a queue nor straight, and is as soon as they have a microphone', () => {
    const desk = new Desk(officeWith(), ['101', '102']);
    desk.chooses('101', 2);
    desk.registers('102', false, true);
    expect(whyNoCalls(desk.board, '102', desk.now).words).toBe('trình duyệt không có micro dùng được');
    const waiting = desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual([]);
    expect(standings(desk)[1]).toBe('102 trình duyệt không có micro dùng được');
    const straight = desk.extensionCalls('101', '102');
    expect(rung(desk)).toEqual([]);
    expect(desk.trace(straight).join()).toContain('(Trần Văn Minh): trình duyệt không có micro dùng được');
    desk.registers('102');
    expect(rung(desk)).toEqual(['dial 102']);
    desk.answers('102', waiting);
    // A headset that is pulled out ends no conversation.
    desk.registers('102', false, true);
    expect(queueView(desk.board, 'sales', desk.now)?.people[1]).toMatchObject({ phone: 'talking' });
  });

  test('stands at the back after a break, whoever has waited for a call all the while goes first', () => {
    const desk = new Desk(officeWith({ strategy: 'longest-idle' }), ['101']);
    desk.chooses('101', 2);
    desk.wait(60);
    desk.registers('102');
    desk.chooses('102', 2);
    desk.chooses('102', 1);
    desk.wait(60);
    desk.chooses('101', 1);
    desk.wait(5);
    desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual(['dial 102']);
    expect(desk.trace().at(-1)).toBe(
      'Không đổ chuông: máy 101 mới rảnh 5 giây, máy 102 rảnh 1 phút 5 giây; 1 điện thoại chưa đăng ký',
    );
  });

  test('has nothing to do only from the end of the writing up', () => {
    const desk = new Desk(officeWith({ strategy: 'longest-idle', wrapUpSeconds: 30 }), ['101', '102']);
    const [first, second] = [desk.customerCalls(an, hotline), desk.customerCalls(binh, hotline)];
    desk.answers('101', first);
    desk.answers('102', second);
    desk.ends('caller', 'normal', first);
    desk.wait(10);
    desk.ends('caller', 'normal', second);
    desk.asks('102', { kind: 'ready', extension: '102' });
    desk.wait(25);
    desk.heard();
    desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual(['dial 102']);
  });

  test('counts anew with each day', () => {
    const desk = new Desk(officeWith({ strategy: 'fewest-calls' }), ['101', '102']);
    for (const name of ['101', '102', '101']) {
      desk.customerCalls(an, hotline);
      desk.answers(name);
      desk.wait(1);
      desk.ends('caller');
    }
    desk.customerCalls(an, hotline);
    expect(rung(desk).at(-1)).toBe('dial 102');
    desk.ends('caller');
    desk.wait(24 * 3600);
    desk.customerCalls(an, hotline);
    expect(queueView(desk.board, 'sales', desk.now)).toMatchObject({
      waiting: [{ position: 1, kind: 'caller', offered: true }],
      people: [{ answeredToday: 0 }, { answeredToday: 0 }, {}],
    });
  });

  test('is told what keeps all calls from them, or one queue’s, and each change of that is said', () => {
    const support = queuePlan({ name: 'Kỹ thuật', strategy: 'linear', members: [queueMember('101')] });
    const plan = officeWith({ joining: 'by-request', wrapUpSeconds: 30, pauseAfterMissed: 1 }, { support });
    const desk = new Desk(plan, ['101']);
    const seen = () => {
      const { words, queues } = whyNoCalls(desk.board, '101', desk.now);
      return [words, ...queues.map(({ name, joined, pause, free }) => `${name} ${joined} ${pause?.byItself} ${free}`)];
    };
    expect(seen()).toEqual(['', 'Kinh doanh false undefined false', 'Kỹ thuật true undefined true']);
    desk.takeToldOf();
    desk.asks('101', { kind: 'queue-join', extension: '101', queue: 'sales' });
    expect(desk.takeToldOf()).toEqual(['101']);
    desk.customerCalls(an, hotline);
    expect(seen()).toEqual(['đang có cuộc gọi', 'Kinh doanh true undefined false', 'Kỹ thuật true undefined false']);
    desk.ends('101', 'rejected');
    expect(seen()).toEqual(['', 'Kinh doanh true true false', 'Kỹ thuật true undefined true']);
    desk.takeToldOf();
    desk.asks('101', { kind: 'ready', extension: '101' });
    expect(desk.takeToldOf()).toEqual(['101']);
    desk.wait(10);
    desk.answers('101');
    desk.takeToldOf();
    desk.ends('caller');
    expect(seen()).toEqual([
      'đang xử lý sau cuộc gọi',
      'Kinh doanh true undefined false',
      'Kỹ thuật true undefined false',
    ]);
    expect(desk.takeToldOf()).toEqual(['101']);
    desk.wait(30);
    expect([seen()[0], desk.takeToldOf()]).toEqual(['', ['101']]);
    desk.extensionCalls('102', '103');
    expect(desk.takeToldOf()).toEqual([]);
    desk.take({ type: 'plan-changed', plan: officeWith({ members: [] }), at: desk.now });
    expect([seen(), desk.takeToldOf()]).toEqual([[''], expect.arrayContaining(['101'])]);
  });

  test('who had no call yet is said to have been free all the time', () => {
    const desk = new Desk(officeWith({ strategy: 'longest-idle' }), ['101', '102']);
    expect(why(desk, '101')).toEqual(['không có ai đang chờ; bạn sẽ được mời cuộc kế tiếp (rảnh lâu nhất: từ đầu)']);
    desk.customerCalls(an, hotline);
    expect(desk.trace().at(-1)).toBe('Không đổ chuông: máy 102 cũng rảnh từ đầu; 1 điện thoại chưa đăng ký');
    expect(desk.trace().join()).toContain('rảnh lâu nhất: từ đầu');
  });

  test('is told who comes first when nobody waits', () => {
    const desk = new Desk(officeWith({ strategy: 'round-robin' }));
    expect(why(desk, '101')).toEqual(['không có ai đang chờ; bạn sẽ được mời cuộc kế tiếp (đến lượt trong vòng)']);
    expect(why(desk, '103')).toEqual([
      'không có ai đang chờ; cuộc kế tiếp dành cho người khác: đến lượt sau máy 101 trong vòng',
    ]);
    expect(why(desk, '999')).toEqual([]);
  });
});
