import { describe, expect, test } from 'vitest';
import { emptyBoard } from '../board/board.ts';
import type { CallLimits } from '../board/call-limits.ts';
import { plainLimits } from '../board/call-limits.ts';
import { classOf } from '../board/destination-class.ts';
import type { ServiceNumber } from '../board/plan.ts';
import type { CallId, LegId } from '../board/vocabulary.ts';
import { getFrom, valuesOf } from '../lib/persistent-map.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan, secondTrunk, trunk } from '../testing/plan.ts';
import { isWithinHours } from './hours.ts';

const abroad = '0014155550100';
const noLimit = { calls: null, callsPerSecond: null, passesCallers: false };

/** An office that has a way out for every number. */
function deskWith(limits: Partial<CallLimits> = {}, trunks = {}): Desk {
  const [rule] = officePlan.outboundRules;
  if (rule === undefined) throw new Error('The office has no way out.');
  const outboundRules = [{ ...rule, pattern: '*', extensions: 'all' as const }];
  return new Desk({ ...officePlan, outboundRules, trunks, limits: { ...plainLimits, ...limits } });
}

const alarms = (desk: Desk) => [...valuesOf(desk.board.alarms)].map(({ words, count }) => `${words} ×${count}`);

test.each([
  ['+84901234567', 'mobile'],
  ['+842871000101', 'local'],
  ['+842473000097', 'long-distance'],
  ['+8419001234', 'premium'],
  ['+8418001091', 'local'],
  ['113', 'emergency'],
  ['1080', 'premium'],
  ['+14155550100', 'international'],
  ['+870773111111', 'satellite'],
  ['+881612345678', 'satellite'],
  ['+84672123456', 'satellite'],
  ['+979123456789', 'premium'],
  ['what is this', 'international'],
])('%s is %s', (number, expected) => {
  expect(classOf(number, '28')).toBe(expected);
});

test('hours may go over midnight, and end before their end', () => {
  const night = { from: '22:00', to: '06:00' };
  expect([21 * 60 + 59, 22 * 60, 0, 359, 360].map((minute) => isWithinHours(night, minute))).toEqual([
    false,
    true,
    true,
    true,
    false,
  ]);
});

describe('a trial that has ended', () => {
  test('begins no call, in or out or inside, and says so; what runs goes on, and emergencies are called', () => {
    const desk = deskWith({ open: ['mobile'] });
    desk.extensionCalls('102', '0901234567');
    desk.answers('trunk-a');
    desk.heard();
    desk.board = {
      ...desk.board,
      plan: { ...desk.board.plan, limits: { ...desk.board.plan.limits, closedFrom: desk.now } },
    };
    for (const dialled of ['0901234568', '103']) {
      desk.extensionCalls('101', dialled);
      expect([dialled, desk.heard()]).toEqual([dialled, ['hang up caller (forbidden)']]);
      expect(desk.trace()).toContain('Doanh nghiệp đã hết hạn dùng thử: không gọi được nữa');
    }
    desk.customerCalls('0901234569', hotline);
    expect(desk.heard()).toEqual(['hang up caller (forbidden)']);
    desk.extensionCalls('101', '113');
    expect(desk.heard()).toEqual(['dial 113 over trunk-a']);
  });

  test('ends at its moment', () => {
    const desk = deskWith();
    desk.board = {
      ...desk.board,
      plan: { ...desk.board.plan, limits: { ...desk.board.plan.limits, closedFrom: desk.now + 1 } },
    };
    desk.extensionCalls('101', '0901234567');
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a']);
  });
});

describe('a costly destination', () => {
  test.each([abroad, '19001234', '00870773111111'])('%s is closed until it is opened, and says so', (number) => {
    const desk = deskWith();
    desk.extensionCalls('101', number);
    expect(desk.heard()).toEqual(['hang up caller (forbidden)']);
    expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'forbidden' });
    expect(desk.trace().join()).toContain('chưa được mở');
    // Which is the company's to open, whatever the extension may call.
    expect(desk.call().trace).toContainEqual(expect.objectContaining({ kind: 'limit', detail: { limits: 'company' } }));
    expect(alarms(desk)).toHaveLength(1);
  });

  test('that was opened is called in its hours only', () => {
    const desk = deskWith({ open: ['international'], costlyHours: { from: '07:00', to: '21:00' } });
    desk.extensionCalls('101', abroad);
    expect(desk.heard()).toEqual([`dial ${abroad} over trunk-a`]);
    desk.ends('caller');
    desk.now = Date.parse('2026-11-20T21:00:00+07:00');
    desk.extensionCalls('101', abroad);
    expect(desk.heard().at(-1)).toBe('hang up caller (forbidden)');
    expect(desk.trace()).toContain('Gọi quốc tế chỉ được phép từ 07:00 đến 21:00');
  });

  test('ends when its minutes are over, and is refused when those of the day are', () => {
    const desk = deskWith({ open: ['international', 'mobile'], costlyMinutesPerCall: 30, costlyMinutesPerDay: 50 });
    for (const minutes of [30, 20]) {
      desk.extensionCalls('101', abroad);
      desk.answers('trunk-a');
      desk.wait(minutes * 60 - 1);
      expect(desk.call().stage).toBe('open');
      desk.wait(1);
      expect(desk.summary()).toMatchObject({ status: 'answered', cause: 'limit', talkMs: minutes * 60_000 });
    }
    desk.heard();
    desk.extensionCalls('102', abroad);
    expect(desk.heard()).toEqual(['hang up caller (limit)']);
    desk.extensionCalls('102', '0901234567');
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a']);
  });

  test('by no way is it reached where it is closed: not by a click, not from a mobile, not by forwarding', () => {
    const desk = deskWith();
    desk.clicks('101', abroad);
    desk.clicksFrom(abroad, '101', '102');
    expect(desk.heard().filter((said) => said.startsWith('dial'))).toEqual([]);
    const forwards = new Desk(
      leadingTo({ kind: 'fw', number: abroad, showing: 'own' }, { outboundRules: deskWith().board.plan.outboundRules }),
    );
    forwards.customerCalls('0901234567', hotline);
    expect(forwards.heard()).toEqual(['answer caller', 'play system/vi/no-answer.wav to caller']);
  });
});

describe('what calls may cost in a day', () => {
  const prices = { mobile: 600, international: 6_000 };

  test('is the end of a call, and of further ones that cost something; others and emergency calls go on', () => {
    const spend = { prices, perDay: 7_200 };
    const desk = deskWith({ open: ['international', 'mobile', 'local'], homeArea: '28', costlyHours: null, spend });
    desk.extensionCalls('101', '0901234567');
    desk.answers('trunk-a');
    desk.wait(120);
    desk.ends('caller');
    desk.extensionCalls('101', abroad);
    desk.answers('trunk-a');
    // 1,200 đồng are gone: the rest is a minute abroad.
    desk.wait(59);
    expect(desk.call().stage).toBe('open');
    desk.wait(1);
    expect(desk.summary()).toMatchObject({ status: 'answered', cause: 'limit', talkMs: 60_000 });
    desk.heard();
    desk.extensionCalls('102', '0901234567');
    expect(desk.heard()).toEqual(['hang up caller (limit)']);
    expect(desk.trace()).toContain('Đã dùng hết 7.200 đồng cước gọi ra trong 24 giờ');
    expect(alarms(desk).join()).toContain('7.200 đồng');
    for (const number of ['02871000199', '115']) {
      desk.extensionCalls('102', number);
      expect(desk.heard()).toEqual([`dial ${number} over trunk-a`]);
      desk.ends('caller');
      desk.heard();
    }
    desk.now += 25 * 3_600_000;
    desk.extensionCalls('102', '0901234567');
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a']);
  });

  test('counts every short call of a busy day, and what is remembered of them is bounded', () => {
    const limits = { extensionCalls: null, extensionCallsPerSecond: null, spend: { prices, perDay: 3_000 } };
    const desk = deskWith(limits);
    for (let i = 0; i < 300; i++) {
      desk.extensionCalls('101', `090${1_000_000 + i}`);
      desk.answers('trunk-a');
      desk.wait(1);
      desk.ends('caller');
    }
    expect(getFrom(desk.board.usage, 'company')?.spent?.length).toBeLessThan(5);
    desk.heard();
    desk.extensionCalls('101', '0909999999');
    expect(desk.heard()).toEqual(['hang up caller (limit)']);
  });
});

test('emergency numbers are called whatever is closed, used up or away', () => {
  const desk = deskWith({ open: [], extensionCalls: 1, calls: 1 }, { [trunk]: { ...noLimit, name: 'A', calls: 1 } });
  desk.customerCalls('0901234567', hotline);
  desk.heard();
  desk.extensionCalls('101', '115');
  expect(desk.heard()).toEqual(['dial 115 over trunk-a']);
});

describe('as many calls as there may be', () => {
  test('of an extension at once', () => {
    const desk = deskWith({ extensionCalls: 2 });
    for (const number of ['0901111111', '0902222222', '0903333333']) desk.extensionCalls('101', number);
    expect(desk.heard().at(-1)).toBe('hang up caller (limit)');
    expect(desk.summary()).toMatchObject({ status: 'failed', cause: 'limit' });
    expect(alarms(desk)).toEqual(['Máy nhánh 101 đang có 2 cuộc gọi, hạn mức là 2 ×1']);
    desk.extensionCalls('102', '0904444444');
    expect(desk.heard()).toEqual(['dial 0904444444 over trunk-a']);
  });

  test('of an extension in a second', () => {
    const desk = deskWith({ extensionCalls: null, extensionCallsPerSecond: 2 });
    for (const number of ['0901111111', '0902222222', '0903333333']) desk.extensionCalls('101', number);
    expect(desk.heard().at(-1)).toBe('hang up caller (limit)');
    desk.wait(1);
    desk.extensionCalls('101', '0903333333');
    expect(desk.heard()).toEqual(['dial 0903333333 over trunk-a']);
  });

  test('of the company, whoever calls; what has ended makes room', () => {
    const desk = deskWith({ calls: 2 });
    const first = desk.customerCalls('0901111111', hotline);
    desk.customerCalls('0902222222', hotline);
    desk.heard();
    desk.customerCalls('0903333333', hotline);
    expect(desk.heard()).toEqual(['hang up caller (limit)']);
    desk.ends('caller', 'normal', first);
    desk.heard();
    desk.customerCalls('0904444444', hotline);
    expect(desk.heard()).not.toContain('hang up caller (limit)');
  });

  test('of a trunk: the next one is taken, and where none has a channel the call is refused', () => {
    const trunks = { [trunk]: { ...noLimit, name: 'A', calls: 1 }, [secondTrunk]: { ...noLimit, name: 'B', calls: 1 } };
    const desk = deskWith({}, trunks);
    desk.extensionCalls('101', '0901111111');
    desk.extensionCalls('102', '0902222222');
    expect(desk.heard()).toEqual(['dial 0901111111 over trunk-a', 'dial 0902222222 over trunk-b']);
    expect(desk.trace()).toContain('Đường truyền “A” đang có 1 cuộc gọi, hạn mức là 1');
    desk.extensionCalls('103', '0903333333');
    expect(desk.heard()).toEqual(['hang up caller (limit)']);
    desk.customerCalls('0904444444', hotline);
    expect(desk.heard()).toEqual(['hang up caller (limit)']);
  });
});

test.each([
  [{ kind: 'extension', extension: '101' }, 'Điện thoại của máy nhánh 101 đã hết đường gọi ×2'],
  [{ kind: 'trunk', trunk, number: '0901234567', name: '' }, 'Cuộc gọi đến bị từ chối vì đã hết đường gọi ×2'],
] as const)(
  'a call that the engine has no room for, as a phone has so many, rings the bell as well: %j',
  (origin, words) => {
    const desk = deskWith();
    for (const id of ['a', 'b']) {
      const call = id as CallId; // Names of this test.
      const leg = `${id}/in` as LegId;
      desk.take({ type: 'arrived', call, leg, at: desk.now, origin, dialled: '0909999999', refused: 'limit' });
    }
    expect(alarms(desk)).toEqual([words]);
  },
);

test('a carrier that is known to be away is tried behind the others', () => {
  const desk = deskWith({}, { [trunk]: { ...noLimit, name: 'A' } });
  desk.take({ type: 'trunk', trunk, state: 'down', why: 'no-response', at: desk.now });
  desk.extensionCalls('101', '0901111111');
  expect(desk.heard()).toEqual(['dial 0901111111 over trunk-b']);
  expect(desk.trace()).toContain('Đường truyền đang mất kết nối, để sau cùng: A');
  desk.ends('trunk-b', 'congestion');
  expect(desk.heard()).toEqual(['dial 0901111111 over trunk-a']);
  desk.take({ type: 'trunk', trunk, state: 'up', why: 'answers', at: desk.now });
  desk.extensionCalls('102', '0902222222');
  expect(desk.heard()).toContain('dial 0902222222 over trunk-a');
});

describe('the pattern of toll fraud', () => {
  const open = { open: ['international', 'mobile'] as const, costlyHours: null, costlyMinutesPerDay: null };

  test('a phone that calls abroad again and again is stopped and told of, others and other calls go on', () => {
    const desk = deskWith(open);
    for (let i = 0; i < 12; i++) {
      desk.extensionCalls('101', `0014155550${100 + i}`);
      desk.ends('caller');
      desk.wait(2);
    }
    expect(desk.heard().filter((said) => said.startsWith('dial'))).toHaveLength(9);
    expect(alarms(desk)).toContain('Máy nhánh 101 gọi hướng cước cao 12 lần trong một giờ ×3');
    desk.extensionCalls('101', '0901234567');
    desk.extensionCalls('102', abroad);
    expect(desk.heard()).toEqual(['dial 0901234567 over trunk-a', `dial ${abroad} over trunk-a`]);
    desk.ends('caller');
    desk.now += 2 * 3_600_000;
    desk.extensionCalls('101', abroad);
    expect(desk.heard().at(-1)).toBe(`dial ${abroad} over trunk-a`);
  });

  test('at night half of it is enough', () => {
    const desk = deskWith(open);
    desk.now = Date.parse('2026-11-20T02:00:00+07:00');
    for (let i = 0; i < 6; i++) {
      desk.extensionCalls('101', abroad);
      desk.ends('caller');
      desk.wait(2);
    }
    expect(desk.heard().filter((said) => said.startsWith('dial'))).toHaveLength(4);
    expect(alarms(desk).join()).toContain('giữa đêm');
  });

  test('long talk, and one number again and again, are told of too', () => {
    const desk = deskWith({ ...open, costlyMinutesPerCall: null });
    desk.extensionCalls('101', abroad);
    desk.answers('trunk-a');
    desk.wait(3_600);
    desk.ends('caller');
    expect(alarms(desk)).toEqual(['Máy nhánh 101 gọi hướng cước cao 60 phút trong một giờ ×1']);
    for (let i = 0; i < 20; i++) {
      desk.extensionCalls('102', '0901234567');
      desk.ends('caller');
      desk.wait(2);
    }
    expect(alarms(desk)).toContain('Máy nhánh 102 gọi lặp một số 20 lần trong một giờ ×1');
  });

  test('a script that dials hundreds of numbers abroad gets none where nothing was opened, and is remembered in bounds', () => {
    const desk = deskWith({ extensionCallsPerSecond: null });
    for (let i = 0; i < 300; i++) desk.extensionCalls('101', `00881${61_000_000 + i}`);
    expect(desk.heard().filter((said) => said.startsWith('dial'))).toEqual([]);
    expect(getFrom(desk.board.usage, 'extension 101')?.attempts.length).toBeLessThanOrEqual(201);
    expect(desk.board.alarms.size).toBe(2);
  });
});

test('what is counted comes back to nothing when all calls are over', () => {
  const desk = deskWith({ extensionCalls: null });
  for (let i = 0; i < 5; i++) desk.extensionCalls('101', `090123456${i}`);
  const calls = [...valuesOf(desk.board.calls)];
  for (const { id } of calls) desk.ends('caller', 'normal', id);
  const now = ['company', 'trunk trunk-a', 'trunk trunk-b'].map((key) => getFrom(desk.board.usage, key)?.now ?? 0);
  expect(now).toEqual([0, 0, 0]);
});

test('a call that was under way before anything was counted, in an older version, is not missing from the count when it ends', () => {
  const desk = deskWith();
  desk.extensionCalls('101', '0901234567');
  desk.answers('trunk-a');
  const { usage } = emptyBoard;
  desk.board = { ...desk.board, usage };
  desk.ends('caller');
  const now = ['company', 'trunk trunk-a'].map((key) => getFrom(desk.board.usage, key)?.now);
  expect(now).toEqual([0, 0]);
});

describe('one of our own numbers', () => {
  const desk = (number: Partial<ServiceNumber>) =>
    new Desk({
      ...officePlan,
      numbers: Object.fromEntries(Object.entries(officePlan.numbers).map(([key, one]) => [key, { ...one, ...number }])),
      outboundRules: officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const })),
    });

  test('takes as many conversations as its channels, in and out together, and has room again when one is over', () => {
    const limited = desk({ calls: 1 });
    const first = limited.customerCalls('0901234567', hotline);
    limited.heard();
    limited.customerCalls('0901234568', hotline);
    expect(limited.trace().join()).toContain('hạn mức là 1');
    limited.extensionCalls('102', '0907654321');
    expect(limited.trace().join()).toContain('hạn mức là 1');
    limited.ends('caller', 'normal', first);
    limited.heard();
    limited.extensionCalls('102', '0907654321');
    expect(limited.heard().join()).toContain('dial');
  });

  test('is shown only by those who may call out with it', () => {
    const own = desk({ callers: ['102'] });
    own.extensionCalls('101', '0907654321');
    expect(own.summary()).toMatchObject({ status: 'failed', cause: 'forbidden' });
    expect(own.trace().join()).toContain('Không được gọi ra bằng đầu số nào');
    own.extensionCalls('102', '0907654321');
    expect(own.heard().join()).toContain('dial');
  });

  test('is shown by nobody before it is proven, and the call says so', () => {
    const own = desk({ callers: [], unproven: true });
    own.extensionCalls('101', '0907654321');
    expect(own.summary()).toMatchObject({ status: 'failed', cause: 'forbidden' });
    expect(own.trace().join()).toMatch(/Đầu số 0\d+(, 0\d+)* chưa được xác minh nên chưa được hiện/);
    own.extensionCalls('101', '113');
    expect(own.trace().join()).not.toContain('chưa được xác minh');
  });
});
