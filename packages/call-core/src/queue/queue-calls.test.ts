import { describe, expect, test } from 'vitest';
import { inOrder } from '../board/queue-line.ts';
import { type QueuePlan, queueMember, queuePlan } from '../board/queue-plan.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';
import { an, binh, chi, officeWith } from '../testing/queue-office.ts';

/** Who rings or is told, without what is played. */
function dials(desk: Desk): readonly string[] {
  return desk.heard().filter((sentence) => /^(dial|hang up|bridge)/.test(sentence));
}

function line(desk: Desk, queue = 'sales'): readonly string[] {
  const found = getFrom(desk.board.queues, queue);
  return found === undefined ? [] : [...inOrder(found.line)].map(({ id }) => id);
}

describe('a caller in a queue', () => {
  test('hears music, is given to somebody who is free, and talks', () => {
    const desk = new Desk(officeWith());
    desk.customerCalls(an, hotline);
    expect(desk.heard()).toEqual(['answer caller', 'play music to caller', 'dial 101']);
    expect(desk.trace()).toContain('Hàng đợi “Kinh doanh”: vào hàng ở vị trí 1');
    expect(desk.trace()).toContain(
      'Đổ chuông máy nhánh 101 (Nguyễn Thị Lan): đứng đầu danh sách (thứ 1) trong những người rảnh',
    );
    expect(desk.trace()).toContain(
      'Không đổ chuông: máy 102 đứng thứ 2 trong danh sách, sau máy 101; máy 103 đứng thứ 3 trong danh sách, sau máy 101',
    );
    desk.wait(7);
    desk.answers('101');
    expect(desk.heard()).toEqual(['stop playing to caller', 'bridge caller+101', 'record']);
    desk.wait(60);
    desk.ends('caller');
    expect(desk.summary()).toMatchObject({ status: 'answered', agentExtension: '101', talkMs: 60_000, ringMs: 7_000 });
    expect(desk.call().segments).toMatchObject([
      { extension: '101', how: 'answered', through: { kind: 'queue', key: 'sales' } },
    ]);
    expect(desk.call().queueStays).toEqual([{ queue: 'sales', outcome: 'answered', waitedMs: 7_000 }]);
    expect(desk.openTimers).toBe(0);
  });

  test('waits behind whoever came first, and is next when somebody hangs up', () => {
    const desk = new Desk(officeWith(), ['101']);
    const first = desk.customerCalls(an, hotline);
    const second = desk.customerCalls(binh, hotline);
    const third = desk.customerCalls(chi, hotline);
    desk.answers('101', first);
    expect(desk.trace(second).at(-1)).toBe('Hàng đợi “Kinh doanh”: vào hàng ở vị trí 2');
    desk.heard();
    desk.ends('caller', 'normal', first);
    expect(dials(desk)).toEqual(['hang up 101 (normal)', 'dial 101']);
    expect(desk.trace(second).at(-1)).toBe('Không đổ chuông: 2 điện thoại chưa đăng ký');
    desk.ends('caller', 'normal', second);
    expect(dials(desk)).toEqual(['hang up 101 (cancelled)', 'dial 101']);
    expect(desk.summary(second)).toMatchObject({ status: 'abandoned', endedBy: { by: 'customer' } });
    expect(desk.call(second).queueStays).toEqual([{ queue: 'sales', outcome: 'abandoned', waitedMs: 0 }]);
    desk.answers('101', third);
    expect(line(desk)).toEqual([]);
  });

  test('goes before others where a rule says so, as far as waiting does not make up for it', () => {
    const callers = [{ name: 'VIP', callerPattern: '091*', number: null, priority: 1, needs: [] }];
    const desk = new Desk(officeWith({ callers, priorityIsWorthSeconds: 60 }), ['101']);
    const first = desk.customerCalls(chi, hotline);
    const patient = desk.customerCalls(an, hotline);
    desk.wait(30);
    const vip = desk.customerCalls(binh, hotline);
    expect(desk.trace(vip)).toContain('Khách thuộc nhóm “VIP”: mức ưu tiên 1, như đã chờ sẵn 1 phút');
    expect(line(desk)).toEqual([vip, first, patient].map((call) => desk.call(call).caller));
    desk.wait(45);
    const late = desk.customerCalls(binh, hotline);
    expect(line(desk).at(-1)).toBe(desk.call(late).caller);
  });

  test('is offered to the next when somebody declines or does not answer, who rests and stands at the back', () => {
    const desk = new Desk(officeWith({ strategy: 'longest-idle', ringSeconds: 15, restSeconds: 30 }));
    desk.customerCalls(an, hotline);
    desk.rings('101');
    desk.ends('101', 'rejected');
    expect(desk.trace()).toContain('Không gặp máy nhánh 101 (Nguyễn Thị Lan): từ chối');
    desk.wait(15);
    expect(dials(desk)).toEqual(['dial 101', 'dial 102', 'hang up 102 (no-answer)', 'dial 103']);
    desk.ends('103', 'rejected');
    expect(dials(desk)).toEqual([]);
    expect(line(desk)).toHaveLength(1);
    desk.wait(15);
    // 101 has rested; the call is offered again, and whoever declined first is asked first.
    expect(dials(desk)).toEqual(['dial 101']);
    expect(desk.call().legs.filter(({ side }) => side === 'dialled')).toHaveLength(4);
  });

  test('rings at everybody’s phone where all shall ring, and the first to answer has the call', () => {
    const desk = new Desk(officeWith({ strategy: 'ring-all' }));
    desk.customerCalls(an, hotline);
    expect(dials(desk)).toEqual(['dial 101', 'dial 102', 'dial 103']);
    desk.ends('103', 'rejected');
    desk.answers('102');
    desk.answers('101');
    // The one who answers too late is told to go once more.
    expect(dials(desk)).toEqual(['hang up 101 (answered-elsewhere)', 'bridge caller+102', 'hang up 101 (normal)']);
  });

  /** Whom each of so many callers is offered to, who give up before anybody answers. */
  const rungOneAfterTheOther = (strategy: QueuePlan['strategy'], calls: number) => {
    const desk = new Desk(officeWith({ strategy }));
    return Array.from({ length: calls }, () => {
      desk.customerCalls(an, hotline);
      const rung = dials(desk).filter((sentence) => sentence.startsWith('dial'));
      desk.ends('caller');
      return rung.map((sentence) => sentence.replace('dial ', '')).join();
    });
  };

  test('is given to the next one of the round, where it goes round', () => {
    expect(rungOneAfterTheOther('round-robin', 5)).toEqual(['101', '102', '103', '101', '102']);
  });

  test.each(['random', 'weighted'] as const)('is given to another one now and then, where it is %s', (strategy) => {
    expect(new Set(rungOneAfterTheOther(strategy, 30))).toEqual(new Set(['101', '102', '103']));
  });

  test('hears a greeting to its end before anybody is rung', () => {
    const desk = new Desk(officeWith({ greeting: [{ kind: 'file', file: 'demo/recorded.wav' }] }));
    desk.customerCalls(an, hotline);
    expect(desk.heard()).toEqual(['answer caller', 'play demo/recorded.wav to caller']);
    desk.heardAll('caller');
    expect(desk.heard()).toEqual(['play music to caller', 'dial 101']);
    desk.heardAll('caller');
    expect(desk.heard()).toEqual(['play music to caller']);
  });

  test('is told the place in the line and how long it takes, and music goes on', () => {
    const announcements = {
      firstAfterSeconds: 10,
      everySeconds: 30,
      positionUpTo: 20,
      expectedWait: true,
      files: ['ad.wav'],
    };
    const desk = new Desk(officeWith({ announcements }), ['101']);
    for (const number of [an, binh, chi]) {
      desk.customerCalls(number, hotline);
      desk.answers('101');
      desk.wait(100);
      desk.ends('caller');
    }
    desk.customerCalls(an, hotline);
    desk.customerCalls(binh, hotline);
    desk.heard();
    desk.wait(10);
    // Three calls took 100 s each and one person answers: the first waits two minutes, the second four.
    expect(desk.heard().filter((sentence) => sentence.startsWith('play'))).toEqual([
      'play system/vi/say/queue-next.wav system/vi/say/queue-wait.wav system/vi/say/2.wav system/vi/say/minutes.wav ad.wav to caller',
      'play system/vi/say/queue-position.wav system/vi/say/2.wav system/vi/say/queue-wait.wav system/vi/say/4.wav system/vi/say/minutes.wav ad.wav to caller',
    ]);
    desk.heardAll('caller');
    expect(desk.heard()).toEqual(['play music to caller']);
  });

  test('leaves by a key for where it leads', () => {
    const desk = new Desk(officeWith({ exits: { '0': { kind: 'voicemail', box: 'box' } } }));
    desk.customerCalls(an, hotline);
    desk.presses('caller', '5');
    expect(line(desk)).toHaveLength(1);
    desk.heard();
    desk.presses('caller', '0');
    expect(desk.heard()).toEqual([
      'hang up 101 (cancelled)',
      'stop playing to caller',
      'play demo/greeting.wav to caller',
    ]);
    expect(line(desk)).toEqual([]);
    expect(desk.call().queueStays).toEqual([{ queue: 'sales', outcome: 'left-elsewhere', waitedMs: 0 }]);
    expect(getFrom(desk.board.queues, 'sales')?.tally.free).toBe(3);
  });

  test('goes on elsewhere after the longest wait, when the queue is full, and when nobody is there', () => {
    const otherwise = {
      timeout: { kind: 'direct', extension: '103' },
      full: { kind: 'voicemail', box: 'box' },
      empty: { kind: 'msg', announcement: 'closed' },
    } as const;
    const plan = officeWith({
      otherwise,
      maxWaiting: 1,
      maxWaitSeconds: 60,
      toEnter: 'somebody-joined',
      members: [queueMember('101')],
    });
    const desk = new Desk(plan, ['103']);
    const first = desk.customerCalls(an, hotline);
    const second = desk.customerCalls(binh, hotline);
    expect(desk.trace(second)).toContain('Hàng đợi “Kinh doanh” đã đầy: 1 khách đang chờ');
    desk.heard();
    desk.wait(60);
    expect(desk.trace(first)).toContain('Chờ quá 1 phút: rời hàng đợi “Kinh doanh”');
    expect(dials(desk)).toEqual(['dial 103']);
    desk.chooses('101', 3);
    const third = desk.customerCalls(chi, hotline);
    expect(desk.trace(third)).toContain('Hàng đợi “Kinh doanh” không có người trực: không nhận thêm khách');
    expect(desk.heard()).toContain('play demo/closed.wav to caller');
    expect([first, second, third].map((call) => desk.call(call).queueStays)).toEqual([
      [{ queue: 'sales', outcome: 'timed-out', waitedMs: 60_000 }],
      [{ queue: 'sales', outcome: 'turned-away', waitedMs: 0 }],
      [{ queue: 'sales', outcome: 'turned-away', waitedMs: 0 }],
    ]);
  });

  test('does not stay in a queue that everybody has left', () => {
    const desk = new Desk(
      officeWith({
        toStay: 'somebody-ready',
        otherwise: { timeout: null, full: null, empty: { kind: 'voicemail', box: 'box' } },
      }),
      ['101'],
    );
    desk.customerCalls(an, hotline);
    desk.heard();
    desk.leaves('101');
    // The phone still rings: it may answer.
    expect(desk.heard()).toEqual([]);
    desk.ends('101', 'unreachable');
    expect(desk.heard()).toEqual(['stop playing to caller', 'play demo/greeting.wav to caller']);
    expect(desk.trace()).toContain('Hàng đợi “Kinh doanh” không còn người trực: rời hàng');
  });

  test('is asked for by several queues in the order of their weight', () => {
    const support = queuePlan({ name: 'Kỹ thuật', strategy: 'linear', weight: 10, members: [queueMember('101')] });
    const plan = officeWith({ members: [queueMember('101')] }, { support });
    const [rule] = plan.inboundRules;
    if (rule === undefined) throw new Error('The office has a rule');
    const urgent = { ...rule, callerPattern: '092*', destination: { kind: 'queue', queue: 'support' } } as const;
    const desk = new Desk({ ...plan, inboundRules: [urgent, rule] }, []);
    desk.customerCalls(an, hotline);
    const heavy = desk.customerCalls(chi, hotline);
    desk.heard();
    desk.registers('101');
    expect(desk.call(heavy).legs.map(({ activity }) => activity.kind)).toEqual(['queue-wait', 'queue-offered']);
    desk.answers('101', heavy);
    expect(line(desk)).toHaveLength(1);
    desk.ends('caller', 'normal', heavy);
    expect(dials(desk).at(-1)).toBe('dial 101');
  });

  test('is given to the one who can take no other when two people become free at once', () => {
    const support = queuePlan({ name: 'Kỹ thuật', strategy: 'linear', weight: 10, members: [queueMember('101')] });
    const plan = officeWith({ members: [queueMember('101'), queueMember('102')] }, { support });
    const [rule] = plan.inboundRules;
    if (rule === undefined) throw new Error('The office has a rule');
    const urgent = { ...rule, callerPattern: '092*', destination: { kind: 'queue', queue: 'support' } } as const;
    const desk = new Desk({ ...plan, inboundRules: [urgent, rule] });
    const together = desk.customerCalls('0988888888', hotline);
    desk.answers('101', together);
    desk.asks('101', { kind: 'invite', call: together, to: '102' });
    desk.answers('102', together);
    const plain = desk.customerCalls(an, hotline);
    const heavy = desk.customerCalls(chi, hotline);
    desk.heard();
    desk.ends('caller', 'normal', together);
    desk.ends('101', 'normal', together);
    expect(dials(desk)).toEqual(expect.arrayContaining(['dial 101', 'dial 102']));
    expect(desk.leg('101', heavy)).toBeDefined();
    expect(desk.leg('102', plain)).toBeDefined();
  });

  test('needs somebody who speaks English, and after a while anybody', () => {
    const members = [
      queueMember('101'),
      queueMember('102', { skills: { Anh: 40 } }),
      queueMember('103', { skills: { Anh: 90 } }),
    ];
    const needs = [
      { skill: 'Anh', level: 80, untilSeconds: 20 },
      { skill: 'Anh', level: 30, untilSeconds: 40 },
    ];
    const desk = new Desk(officeWith({ strategy: 'skills', members, needs }), ['101', '102']);
    desk.customerCalls(an, hotline);
    expect(dials(desk)).toEqual([]);
    expect(desk.trace()).toContain('Khách cần kỹ năng: Anh từ 80 trong 20 giây đầu, Anh từ 30 trong 40 giây đầu');
    desk.wait(20);
    expect(dials(desk)).toEqual(['dial 102']);
    expect(desk.trace()).toContain('Đã chờ 20 giây: chỉ còn cần Anh từ 30 trong 40 giây đầu');
    expect(desk.trace()).toContain(
      'Không đổ chuông: máy 101 thiếu kỹ năng Anh (cần 30, có 0); 1 điện thoại chưa đăng ký',
    );
    desk.ends('102', 'rejected');
    desk.wait(4);
    desk.chooses('102', 2);
    desk.wait(16);
    expect(dials(desk)).toEqual(['dial 101']);
    expect(desk.trace()).toContain('Đã chờ 40 giây: không cần kỹ năng nữa');
  });

  test('rings at everybody who is free, and at whoever becomes free meanwhile; not again at whoever declined', () => {
    const members = [queueMember('101'), queueMember('102'), queueMember('103', { penalty: 1 })];
    const desk = new Desk(officeWith({ strategy: 'ring-all', members, restSeconds: 3 }), ['101']);
    desk.chooses('102', 2);
    desk.registers('102');
    const call = desk.customerCalls(an, hotline);
    expect(dials(desk)).toEqual(['dial 101']);
    desk.wait(4);
    desk.registers('103');
    expect(dials(desk)).toEqual([]);
    desk.chooses('102', 1);
    expect(dials(desk)).toEqual(['dial 102']);
    expect(desk.trace().at(-1)).toBe(
      'Đổ chuông thêm máy nhánh 102 (Trần Văn Minh): vừa rảnh trong khi cuộc gọi đang đổ chuông',
    );
    desk.ends('101', 'rejected');
    desk.wait(10);
    expect(dials(desk)).toEqual([]);
    desk.answers('102');
    expect(desk.stays(call)).toEqual(['102 answered still']);
    expect(desk.call().legs.filter(({ party }) => party.kind === 'extension')).toHaveLength(2);
  });

  test('who rings at everybody, and somebody who waits unrung: whoever becomes free is rung for the second', () => {
    const desk = new Desk(officeWith({ strategy: 'ring-all' }), ['101']);
    const first = desk.customerCalls(an, hotline);
    const second = desk.customerCalls(binh, hotline);
    desk.heard();
    desk.registers('102');
    expect(dials(desk)).toEqual(['dial 102']);
    expect(desk.call(second).legs.map(({ party }) => (party.kind === 'extension' ? party.extension : ''))).toEqual([
      '',
      '102',
    ]);
    desk.registers('103');
    expect(dials(desk)).toEqual(['dial 103']);
    expect(desk.call(first).legs).toHaveLength(3);
    desk.answers('103', first);
    // The phone that stopped ringing is asked for the other caller at once.
    expect(dials(desk)).toEqual(['hang up 101 (answered-elsewhere)', 'dial 101', 'bridge caller+103']);
    expect(desk.call(second).legs).toHaveLength(3);
  });

  test('rings at everybody who can what is needed: also at whoever may once less is insisted on', () => {
    const members = [queueMember('101', { skills: { Anh: 90 } }), queueMember('102', { skills: { Anh: 40 } })];
    const needs = [{ skill: 'Anh', level: 80, untilSeconds: 5 }];
    const desk = new Desk(officeWith({ strategy: 'ring-all', members, needs }));
    desk.customerCalls(an, hotline);
    expect(dials(desk)).toEqual(['dial 101']);
    desk.wait(5);
    expect(dials(desk)).toEqual(['dial 102']);
  });

  test('may be picked up by a colleague at whose phone it does not ring', () => {
    const plan = officeWith({ members: [queueMember('101')] });
    const group = Object.values(plan.extensions).map(
      (each) => [each.extension, { ...each, pickUpGroup: 'g' }] as const,
    );
    const desk = new Desk({
      ...plan,
      extensions: Object.fromEntries(group),
      pickUpGroups: { g: ['101', '102', '103'] },
    });
    desk.customerCalls(an, hotline);
    expect(desk.asks('102', { kind: 'pick-up', call: null })).toMatchObject({ ok: true });
    expect(dials(desk)).toEqual(['dial 101', 'hang up 101 (answered-elsewhere)', 'dial 102']);
    desk.answers('102');
    expect(desk.stays()).toEqual(['102 pick-up still']);
    expect(getFrom(desk.board.queues, 'sales')?.tally.free).toBe(1);
    desk.ends('caller');
    const code = desk.customerCalls(an, hotline);
    desk.extensionCalls('103', '*8');
    expect(desk.stays(code)).toEqual(['103 pick-up still']);
  });

  test('takes the place of the colleague who waited for them', () => {
    const plan = officeWith({ members: [queueMember('102')], maxWaitSeconds: 100 });
    const dialled = { ...plan.internalNumbers, 800: { kind: 'queue', queue: 'sales' } as const };
    const direct = plan.inboundRules.map((rule) => ({
      ...rule,
      destination: { kind: 'direct', extension: '101' } as const,
    }));
    const desk = new Desk({ ...plan, internalNumbers: dialled, inboundRules: direct }, ['101']);
    const call = desk.customerCalls(an, hotline);
    desk.answers('101');
    desk.asks('101', { kind: 'consult', call, to: '800' });
    desk.wait(40);
    expect(line(desk)).toEqual([desk.leg('101', call)]);
    expect(desk.asks('101', { kind: 'complete', call })).toMatchObject({ ok: true });
    expect(line(desk)).toEqual([desk.leg('caller', call)]);
    desk.heard();
    desk.registers('102');
    expect(dials(desk)).toEqual(['dial 102']);
    desk.ends('102', 'rejected');
    desk.wait(59);
    expect(line(desk)).toHaveLength(1);
    desk.wait(1);
    expect(line(desk)).toEqual([]);
  });

  test('whose queue is taken away in the plan is led out of it', () => {
    const desk = new Desk(officeWith(), ['101']);
    desk.customerCalls(an, hotline);
    desk.customerCalls(binh, hotline);
    desk.take({ type: 'plan-changed', plan: { ...officeWith(), queues: {} }, at: desk.now });
    expect(desk.trace()).toContain('Hàng đợi không còn trong cấu hình');
    expect(desk.summary()).toMatchObject({ status: 'missed' });
    expect(desk.openTimers).toBe(0);
  });
});
