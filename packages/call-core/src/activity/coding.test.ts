import { expect, test } from 'vitest';

import type { DataAnswer } from '../board/company-data.ts';
import type { CodeQuestion } from '../board/plan.ts';
import { rehearse } from '../seen/rehearsal.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan } from '../testing/plan.ts';

const to = (extension: string) => ({ kind: 'direct', extension }) as const;
const order: CodeQuestion = {
  name: 'Mã đơn hàng',
  prompt: ['code.wav'],
  wrongPrompt: ['wrong.wav'],
  minDigits: 4,
  maxDigits: 6,
  endKey: '#',
  waitSeconds: 10,
  digitSeconds: 4,
  tries: 2,
  answers: { gold: to('101') },
  otherwise: to('102'),
};
const planOf = (parts: Partial<CodeQuestion> = {}) =>
  leadingTo({ kind: 'code', question: 'order' }, { codeQuestions: { order: { ...order, ...parts } } });
const says = (answer: Extract<DataAnswer, { kind: 'code' }>['says'], question = 'order') =>
  ({ kind: 'code', question, says: answer }) as const;
const gold = says({ is: 'go', to: 'gold' });
const rung = (desk: Desk) => desk.heard().filter((sentence) => sentence.startsWith('dial'));

/** Somebody hears what to type. */
function asked(parts: Partial<CodeQuestion> = {}): Desk {
  const desk = new Desk(planOf(parts));
  desk.customerCalls('0901234567', hotline);
  return desk;
}

test('a caller hears what to type, and the company’s system is asked once about what they have typed', () => {
  const desk = asked();
  expect(desk.heard()).toEqual(['answer caller', 'play code.wav to caller']);
  desk.presses('caller', '77*77#');
  expect(desk.questions.map(({ question }) => question)).toEqual([
    { kind: 'code', question: 'order', digits: '7777', call: 'call1', dialled: '+842871000101' },
  ]);
  desk.presses('caller', '56#');
  expect(desk.questions.length).toBe(1);
  expect(rung(desk)).toEqual([]);
  desk.isTold(gold);
  expect(rung(desk)).toEqual(['dial 101']);
  expect(desk.trace()).toContain('Nhập mã “Mã đơn hàng”: hệ thống của công ty đã trả lời');
  // What was typed may be somebody's secret.
  expect(JSON.stringify(desk.call().trace)).not.toContain('7777');
});

test('a code is whole when it has all of its digits, or when nothing is added for a while', () => {
  const whole = asked();
  whole.presses('caller', '123456');
  expect(whole.questions.at(-1)?.question).toMatchObject({ digits: '123456' });
  const slow = asked({ endKey: null });
  slow.presses('caller', '7777#');
  expect(slow.questions).toEqual([]);
  slow.wait(4);
  expect(slow.questions.at(-1)?.question).toMatchObject({ digits: '7777' });
});

test.each([
  ['presses nothing', (desk: Desk) => (desk.heardAll('caller'), desk.wait(10)), 'khách không nhập mã'],
  ['types too little', (desk: Desk) => desk.presses('caller', '12#'), 'mã chưa đủ số'],
  [
    'types what the system does not know',
    (desk: Desk) => (desk.presses('caller', '9999#'), desk.isTold(says({ is: 'again' }))),
    'hệ thống của công ty báo mã sai',
  ],
])('who %s is asked again, and led on when that was often enough', (_, tries, why) => {
  const desk = asked();
  desk.heard();
  tries(desk);
  expect(desk.heard()).toContain('play wrong.wav code.wav to caller');
  expect(desk.trace()).toContain(`Nhập mã “Mã đơn hàng”: ${why}, mời nhập lại`);
  tries(desk);
  expect(rung(desk)).toEqual(['dial 102']);
  expect(desk.trace()).toContain(`Nhập mã “Mã đơn hàng”: ${why}`);
});

test.each([
  ['is too late', (desk: Desk) => desk.wait(4), 'hệ thống của công ty trả lời quá chậm'],
  [
    'cannot be asked',
    (desk: Desk) => desk.isTold(says({ is: 'nothing', because: 'không gọi được hệ thống' })),
    'không gọi được hệ thống',
  ],
  [
    'says what is not there',
    (desk: Desk) => desk.isTold(says({ is: 'go', to: 'silver' })),
    'hệ thống của công ty trả lời điều không có ở đây',
  ],
])('a caller is led on where the system %s', (_, happens, why) => {
  const desk = asked();
  desk.presses('caller', '7777#');
  happens(desk);
  expect(rung(desk)).toEqual(['dial 102']);
  expect(desk.trace()).toContain(`Nhập mã “Mã đơn hàng”: ${why}`);
  desk.isTold(gold);
  expect(rung(desk)).toEqual([]);
});

test('an answer is taken by who asked for it, while they wait for it', () => {
  const desk = asked();
  desk.presses('caller', '7777#');
  desk.isTold(says({ is: 'go', to: 'gold' }, 'another'));
  desk.isTold({ kind: 'owner', extension: '101' });
  expect(rung(desk)).toEqual([]);
  desk.isTold(says({ is: 'again' }));
  desk.isTold(gold);
  expect(rung(desk)).toEqual([]);
});

test('who hangs up meanwhile leaves nothing behind, and what was saved meanwhile is for later calls', () => {
  const gone = asked();
  gone.presses('caller', '7777#');
  gone.ends('caller');
  gone.isTold(gold);
  expect([rung(gone), gone.openTimers, gone.call().stage]).toEqual([[], 0, 'ended']);
  const kept = asked();
  kept.presses('caller', '7777#');
  kept.take({ type: 'plan-changed', plan: officePlan, at: kept.now });
  kept.isTold(gold);
  expect(rung(kept)).toEqual(['dial 101']);
});

test('a rehearsal types a code as it presses keys', () => {
  const tried = {
    from: { kind: 'outside', number: '0901234567' },
    dialled: hotline,
    at: Date.parse('2026-11-20T10:00:00+07:00'),
    people: {},
    keys: ['7777'],
    outside: 'answers',
  } as const;
  expect(rehearse(planOf(), { ...tried, data: () => gold }).call.answer?.extension).toBe('101');
  expect(rehearse(planOf(), tried).call.answer?.extension).toBe('102');
});
