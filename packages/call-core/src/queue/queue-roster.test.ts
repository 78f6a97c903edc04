import { describe, expect, test } from 'vitest';

import { queueMember, queuePlan } from '../board/queue-plan.ts';
import type { QueueRoster } from '../board/queue-roster.ts';
import { whyNoCalls } from '../seen/why-no-calls.ts';
import { Desk } from '../testing/desk.ts';
import { hotline } from '../testing/plan.ts';
import { an, binh, chi, officeWith } from '../testing/queue-office.ts';

const at = (clock: string, day = '2026-11-20') => Date.parse(`${day}T${clock}:00+07:00`);
const wholeDay = { from: at('00:00'), to: at('00:00', '2026-11-21') };

/** The desk begins at ten: 101 works since eight, 102 from one minute past ten, 103 not at all. */
const roster: QueueRoster = {
  planned: [wholeDay],
  shifts: [
    { from: at('08:00'), to: at('10:05'), extensions: ['101'] },
    { from: at('10:01'), to: at('17:00'), extensions: ['102'] },
  ],
};

const rung = (desk: Desk) => desk.heard().filter((sentence) => sentence.startsWith('dial'));
const why = (desk: Desk, extension: string) =>
  whyNoCalls(desk.board, extension, desk.now).queues.map(({ words }) => words);

describe('a queue that goes by the roster', () => {
  test('rings nobody whose shift it is not, and says so of the call', () => {
    const desk = new Desk(officeWith({ strategy: 'ring-all', roster }));
    const call = desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual(['dial 101']);
    expect(desk.trace(call)).toContain('Không đổ chuông: 2 ngoài ca trực');
  });

  test('offers whoever waits to those whose shift begins, and nobody else’s to those whose shift ended', () => {
    const desk = new Desk(officeWith({ roster }));
    const first = desk.customerCalls(an, hotline);
    desk.answers('101', first);
    const second = desk.customerCalls(binh, hotline);
    expect(rung(desk)).toEqual(['dial 101']);
    desk.wait(60);
    expect(rung(desk)).toEqual(['dial 102']);
    desk.answers('102', second);
    desk.wait(240);
    // The shift of 101 is over; the conversation went on to its end.
    desk.ends('101', 'normal', first);
    desk.customerCalls(chi, hotline);
    expect(rung(desk)).toEqual([]);
  });

  test('tells whoever signs on outside their shift, and when the next one begins', () => {
    const desk = new Desk(officeWith({ roster }));
    expect(why(desk, '102')).toEqual(['ngoài ca trực, ca tới từ Thứ Sáu 20/11/2026 10:01']);
    expect(why(desk, '103')).toEqual(['ngoài ca trực, chưa xếp ca sắp tới']);
    desk.wait(60);
    expect(why(desk, '102')[0]).toContain('không có ai đang chờ');
  });

  test('asks everybody on a day for which nobody is planned', () => {
    const tomorrow = { planned: [{ from: wholeDay.to, to: wholeDay.to + 86_400_000 }], shifts: [] };
    const desk = new Desk(officeWith({ roster: tomorrow }));
    desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual(['dial 101']);
    expect(why(desk, '103')[0]).toContain('không có ai đang chờ');
  });

  test('has a night shift go on past midnight, also where nobody is planned for the day that begins', () => {
    const night = {
      planned: [{ from: wholeDay.from, to: at('06:00', '2026-11-21') }],
      shifts: [{ from: at('22:00'), to: at('06:00', '2026-11-21'), extensions: ['102'] }],
    };
    const desk = new Desk(officeWith({ roster: night }));
    desk.wait(15 * 3600);
    desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual(['dial 102']);
    desk.ends('caller');
    desk.wait(6 * 3600);
    desk.customerCalls(binh, hotline);
    expect(rung(desk)).toEqual(['dial 101']);
  });

  test('counts who is not on shift as not there: callers are led on where the queue must have somebody', () => {
    const nobody = { planned: [wholeDay], shifts: [] };
    const desk = new Desk(officeWith({ roster: nobody, toEnter: 'somebody-joined' }));
    const call = desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual([]);
    expect(desk.trace(call)).toContain('Hàng đợi “Kinh doanh” không có người trực: không nhận thêm khách');
  });

  test('follows the roster that is saved while callers wait', () => {
    const desk = new Desk(officeWith({ roster: { planned: [wholeDay], shifts: [] } }));
    desk.customerCalls(an, hotline);
    expect(rung(desk)).toEqual([]);
    const calledIn = { planned: [wholeDay], shifts: [{ from: desk.now, to: wholeDay.to, extensions: ['103'] }] };
    desk.take({ type: 'plan-changed', plan: officeWith({ roster: calledIn }), at: desk.now });
    expect(rung(desk)).toEqual(['dial 103']);
    // Without a roster everybody is asked again, and no clock runs on.
    desk.ends('caller');
    desk.take({ type: 'plan-changed', plan: officeWith(), at: desk.now });
    desk.customerCalls(binh, hotline);
    expect(rung(desk)).toEqual(['dial 101']);
    desk.ends('caller');
    expect(desk.openTimers).toBe(0);
  });

  test('is a matter of that queue: in another one the same person is asked', () => {
    const other = queuePlan({ name: 'Kỹ thuật', strategy: 'linear', members: [queueMember('103')] });
    const desk = new Desk(officeWith({ roster }, { other }));
    expect(why(desk, '103')).toEqual(['ngoài ca trực, chưa xếp ca sắp tới', expect.stringContaining('không có ai')]);
  });
});
