import { describe, expect, test } from 'vitest';
import type { RoutingPlan } from '../board/plan.ts';
import { inOrder } from '../board/queue-line.ts';
import type { CallId } from '../board/vocabulary.ts';
import { getFrom } from '../lib/persistent-map.ts';
import { queueView } from '../seen/queue-view.ts';
import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';
import { an, binh, officeWith } from '../testing/queue-office.ts';

const callback = { key: '9', attempts: 2, retrySeconds: 300, expireSeconds: 3600 } as const;

function office(): RoutingPlan {
  const plan = officeWith({ callback, wrapUpSeconds: 0 });
  return { ...plan, outboundRules: plan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' })) };
}

/** An asks to be called back while Lan talks; Bình waits behind. */
function asked(): { readonly desk: Desk; readonly busy: CallId; readonly asking: CallId; readonly behind: CallId } {
  const desk = new Desk(office(), ['101']);
  const busy = desk.customerCalls('0988888888', hotline);
  desk.answers('101', busy);
  const asking = desk.customerCalls(an, hotline);
  const behind = desk.customerCalls(binh, hotline);
  desk.presses('caller', '9', asking);
  desk.presses('caller', '1', asking);
  desk.heard();
  return { desk, busy, asking, behind };
}

/** The call by which somebody is called back. */
function nth(asking: CallId, count: number): CallId {
  return `${asking}-callback${count}` as CallId; // as callbacks are named
}

function line(desk: Desk): readonly string[] {
  const queue = getFrom(desk.board.queues, 'sales');
  return queue === undefined ? [] : [...inOrder(queue.line)].map(({ who }) => who.kind);
}

describe('a caller who asks to be called back', () => {
  test('hears to which number, agrees, and hangs up; the place stays theirs', () => {
    const desk = new Desk(office(), []);
    const asking = desk.customerCalls(an, hotline);
    desk.customerCalls(binh, hotline);
    desk.heard();
    desk.presses('caller', '9', asking);
    expect(desk.heard()[0]).toMatch(
      /^play system\/vi\/say\/callback-number.wav system\/vi\/say\/0.wav .* system\/vi\/say\/callback-confirm.wav to caller$/,
    );
    desk.presses('caller', '1', asking);
    expect(desk.heard()).toEqual(['play system/vi/say/callback-kept.wav to caller']);
    expect(desk.trace(asking).at(-1)).toBe('Hàng đợi “Kinh doanh”: giữ vị trí 1, sẽ gọi lại cho khách');
    desk.ends('caller', 'normal', asking);
    expect(desk.summary(asking)).toMatchObject({ status: 'callback', endedBy: { by: 'customer' } });
    expect(desk.call(asking).queueStays).toEqual([{ queue: 'sales', outcome: 'called-back', waitedMs: 0 }]);
    expect(desk.trace(asking).at(-1)).toBe('Kết thúc: Hẹn gọi lại');
    expect(line(desk)).toEqual(['callback', 'caller']);
    expect(queueView(desk.board, 'sales', desk.now)).toMatchObject({
      waiting: [
        { kind: 'callback', call: asking, position: 1 },
        { kind: 'caller', position: 2 },
      ],
    });
  });

  test('goes on waiting when they press something else, say nothing, or hide their number', () => {
    const desk = new Desk(office(), []);
    const asking = desk.customerCalls(an, hotline);
    desk.presses('caller', '95');
    desk.presses('caller', '9');
    desk.heardAll('caller');
    desk.heard();
    desk.wait(8);
    expect(desk.heard()).toEqual(['play music to caller']);
    expect(line(desk)).toEqual(['caller']);
    desk.ends('caller', 'normal', asking);
    desk.customerCalls('', hotline);
    desk.presses('caller', '91');
    expect(desk.heard().at(-1)).toBe('play system/vi/say/callback-impossible.wav to caller');
    expect(line(desk)).toEqual(['caller']);
  });

  test('is served like others though they asked in the middle of the greeting, and went on waiting', () => {
    const plan = officeWith({ callback, greeting: [{ kind: 'file', file: 'demo/recorded.wav' }] });
    for (const number of [an, '']) {
      const desk = new Desk(plan);
      desk.customerCalls(number, hotline);
      desk.presses('caller', '95');
      expect(desk.heard()).toContain('dial 101');
    }
  });

  test('has the whole time to answer, also where they were asked a moment ago', () => {
    const desk = new Desk(office(), []);
    const asking = desk.customerCalls(an, hotline);
    desk.presses('caller', '9');
    desk.heardAll('caller');
    desk.wait(5);
    desk.presses('caller', '59');
    desk.wait(5);
    desk.presses('caller', '1');
    expect(desk.trace(asking).at(-1)).toBe('Hàng đợi “Kinh doanh”: giữ vị trí 1, sẽ gọi lại cho khách');
  });

  test('is called when it is their turn, before those behind: first a colleague is rung, then the customer', () => {
    const { desk, busy, asking, behind } = asked();
    desk.ends('caller', 'normal', asking);
    desk.wait(10);
    desk.heard();
    desk.ends('caller', 'normal', busy);
    expect(desk.heard()).toContain('dial 101');
    const call = nth(asking, 1);
    expect(desk.shown.get('101')).toBe(an);
    expect(desk.trace(call).slice(0, 2)).toEqual([
      'Gọi lại cho khách của hàng đợi “Kinh doanh”',
      'Đổ chuông máy nhánh 101 (Nguyễn Thị Lan): đứng đầu danh sách (thứ 1) trong những người rảnh',
    ]);
    desk.answers('101', call);
    expect(desk.heard()).toEqual([`dial ${an} over trunk-a`]);
    desk.answers('trunk-a', call);
    expect(line(desk)).toEqual(['caller']);
    desk.wait(30);
    desk.ends('101', 'normal', call);
    expect(desk.call(call).direction).toBe('outbound');
    expect(desk.summary(call)).toMatchObject({ status: 'answered', talkMs: 30_000 });
    // Then comes whoever stood behind.
    expect(desk.call(behind).legs.some(({ activity }) => activity.kind === 'queue-offered')).toBe(true);
  });

  test('is given to somebody else when a colleague does not take it, and keeps the place', () => {
    const { desk, busy, asking } = asked();
    desk.registers('102');
    desk.ends('102', 'rejected');
    desk.ends('caller', 'normal', asking);
    desk.wait(10);
    desk.ends('101', 'normal', busy);
    desk.ends('101', 'rejected', nth(asking, 1));
    expect(desk.summary(nth(asking, 1)).status).not.toBe('answered');
    expect(line(desk)[0]).toBe('callback');
    desk.wait(5);
    expect(desk.call(nth(asking, 2)).stage).toBe('open');
  });

  test('is called again later when they do not answer, and given up after the last attempt', () => {
    const { desk, busy, asking, behind } = asked();
    desk.ends('caller', 'normal', asking);
    desk.ends('caller', 'normal', behind);
    desk.wait(10);
    desk.ends('101', 'normal', busy);
    for (const attempt of [1, 2]) {
      desk.answers('101', nth(asking, attempt));
      desk.ends('trunk-a', 'busy', nth(asking, attempt));
      expect(desk.call(nth(asking, attempt)).stage).toBe('ended');
      expect(line(desk)).toEqual(attempt === 1 ? ['callback'] : []);
      desk.wait(300);
    }
    expect(desk.openTimers).toBe(0);
  });

  test('is not called any more when it took too long', () => {
    const { desk, asking } = asked();
    desk.ends('caller', 'normal', asking);
    desk.wait(3600);
    expect(line(desk)).toEqual(['caller']);
  });

  test('is called to the end when the time runs out while a colleague is rung, and then no more', () => {
    const { desk, busy, asking, behind } = asked();
    desk.ends('caller', 'normal', asking);
    desk.ends('caller', 'normal', behind);
    desk.wait(3595);
    desk.ends('101', 'normal', busy);
    desk.wait(5);
    expect(line(desk)).toEqual(['callback']);
    desk.ends('101', 'rejected', nth(asking, 1));
    expect(line(desk)).toEqual([]);
    desk.wait(10);
    expect(desk.openTimers).toBe(0);
  });

  test('is not called any more once somebody talks with them, because they called again', () => {
    const { desk, busy, asking, behind } = asked();
    for (const call of [asking, behind]) desk.ends('caller', 'normal', call);
    const again = desk.customerCalls(an, hotline);
    desk.ends('101', 'normal', busy);
    desk.answers('101', again);
    expect(line(desk)).toEqual([]);
    desk.ends('101', 'normal', again);
    expect(desk.openTimers).toBe(0);
  });

  test('is called once, however often they asked', () => {
    const { desk, busy, asking, behind } = asked();
    for (const call of [asking, behind]) desk.ends('caller', 'normal', call);
    const again = desk.customerCalls(an, hotline);
    desk.presses('caller', '91', again);
    desk.ends('caller', 'normal', again);
    desk.wait(10);
    expect(line(desk)).toEqual(['callback', 'callback']);
    desk.ends('101', 'normal', busy);
    desk.answers('101', nth(asking, 1));
    desk.answers('trunk-a', nth(asking, 1));
    expect(line(desk)).toEqual([]);
  });

  test('is called to the end when they are talked with meanwhile, and then no more', () => {
    const { desk, busy, asking, behind } = asked();
    for (const call of [asking, behind]) desk.ends('caller', 'normal', call);
    desk.wait(10);
    desk.ends('101', 'normal', busy);
    const again = desk.customerCalls(an, hotline);
    desk.registers('102');
    desk.answers('102', again);
    expect(line(desk)).toEqual(['callback']);
    desk.ends('101', 'rejected', nth(asking, 1));
    expect(line(desk)).toEqual([]);
  });
});
