import { describe, expect, test } from 'vitest';

import type { DataChange } from '../board/company-data.ts';
import type { RoutingPlan, SurveyPlan } from '../board/plan.ts';
import { queueMember, queuePlan } from '../board/queue-plan.ts';
import { rehearse } from '../seen/rehearsal.ts';
import { Desk } from '../testing/desk.ts';
import { hotline, leadingTo, officePlan } from '../testing/plan.ts';

const customer = '0901234567';
const scale = (value: number) => ({ value, next: value <= 2 ? 'why' : 'nps' });
const survey: SurveyPlan = {
  name: 'Sau cuộc gọi',
  from: null,
  until: null,
  first: 'csat',
  questions: {
    csat: {
      name: 'Anh chị có hài lòng không?',
      answers: 'scale',
      prompt: ['csat.wav'],
      keys: { 1: scale(1), 2: scale(2), 3: scale(3), 4: scale(4), 5: scale(5) },
    },
    why: {
      name: 'Vì sao?',
      answers: 'one',
      prompt: ['why.wav'],
      keys: { 1: { value: 'Chờ lâu', next: null }, 2: { value: 'Giá', next: null } },
    },
    nps: {
      name: 'Anh chị có giới thiệu không?',
      answers: 'nps',
      prompt: ['nps.wav'],
      keys: { 0: { value: 0, next: null }, 1: { value: 1, next: null }, 10: { value: 10, next: null } },
    },
  },
};
const to = { kind: 'survey', survey: 'after' } as const;
const asking = (parts: Partial<SurveyPlan> = {}) => ({ surveys: { after: { ...survey, ...parts } } });

/** A customer talks with 101, of which the rule says that a survey follows. */
function talking(plan: RoutingPlan = afterTalk()): Desk {
  const desk = new Desk(plan);
  desk.customerCalls(customer, hotline);
  desk.answers('101');
  desk.wait(30);
  desk.heard();
  return desk;
}
const afterTalk = (parts: Partial<SurveyPlan> = {}): RoutingPlan => ({
  ...officePlan,
  ...asking(parts),
  inboundRules: officePlan.inboundRules.map((rule) => ({ ...rule, afterTalk: to })),
});

/** `csat=4`, and `!` behind the last one. */
const given = ({ kept }: Desk) =>
  kept.flatMap((one: DataChange) =>
    one.kind === 'survey-answer' ? [`${one.question}=${one.value}${one.last ? '!' : ''}`] : [],
  );

test('whoever was talked with hears the questions after the agent has left, and answers by keys', () => {
  const desk = talking();
  desk.ends('101');
  expect(desk.heard()).toEqual([
    'stop recording',
    'play system/vi/say/survey-invite.wav csat.wav to caller',
    'unbridge',
  ]);
  expect(desk.kept).toEqual([
    {
      kind: 'survey-asked',
      survey: 'after',
      call: 'call1',
      number: '+84901234567',
      extension: '101',
      calledFor: false,
    },
  ]);
  desk.heardAll('caller');
  desk.presses('caller', '4');
  expect(desk.heard()).toEqual(['play nps.wav to caller']);
  // A key in the middle of the question is an answer, too; 1 waits for the key that may follow.
  desk.presses('caller', '1');
  expect(given(desk)).toEqual(['csat=4']);
  desk.presses('caller', '0');
  expect(given(desk)).toEqual(['csat=4', 'nps=10!']);
  expect(desk.heard()).toEqual(['stop playing to caller', 'play system/vi/say/survey-thanks.wav to caller']);
  desk.heardAll('caller');
  expect(desk.heard()).toEqual(['hang up caller (normal)']);
  // It is no talk: neither the call's nor anybody's.
  expect(desk.summary()).toMatchObject({ status: 'answered', talkMs: 30_000 });
  expect(desk.stays()).toEqual(['101 answered 30 s']);
  expect(desk.trace()).toEqual(
    expect.arrayContaining([
      'Khảo sát “Sau cuộc gọi”',
      'Khách bấm 4 trả lời “Anh chị có hài lòng không?”',
      'Khách trả lời xong khảo sát',
    ]),
  );
});

test('what is asked next depends on the key', () => {
  const desk = talking();
  desk.ends('101');
  desk.presses('caller', '2');
  expect(desk.heard()).toContain('play why.wav to caller');
  desk.presses('caller', '1');
  expect(given(desk)).toEqual(['csat=2', 'why=Chờ lâu!']);
});

test('1 alone is an answer where nothing follows it', () => {
  const desk = talking();
  desk.ends('101');
  desk.presses('caller', '51');
  desk.wait(4);
  expect(given(desk)).toEqual(['csat=5', 'nps=1!']);
});

test('a wrong key and silence have the question asked again, and after three of them the call ends politely', () => {
  const desk = talking();
  desk.ends('101');
  desk.heard();
  desk.presses('caller', '9');
  expect(desk.heard()).toEqual(['stop playing to caller', 'play system/vi/say/survey-wrong.wav csat.wav to caller']);
  desk.heardAll('caller');
  desk.wait(9);
  expect(desk.heard()).toEqual(['play csat.wav to caller']);
  desk.heardAll('caller');
  desk.wait(9);
  expect(desk.heard()).toEqual(['play system/vi/say/goodbye.wav to caller']);
  desk.heardAll('caller');
  expect(desk.heard()).toEqual(['hang up caller (normal)']);
  expect(given(desk)).toEqual([]);
});

test('who hangs up in the invitation was asked, and in the middle keeps what was answered', () => {
  const asked = talking();
  asked.ends('101');
  asked.ends('caller');
  expect(asked.kept.map(({ kind }) => kind)).toEqual(['survey-asked']);
  expect(asked.summary()).toMatchObject({ status: 'answered', stage: 'ended' });
  const middle = talking();
  middle.ends('101');
  middle.presses('caller', '5');
  middle.ends('caller');
  expect(given(middle)).toEqual(['csat=5']);
  // Who hangs up first of both is not asked.
  const first = talking();
  first.ends('caller');
  expect(first.kept).toEqual([]);
});

test('an agent writes up while their customer is asked', () => {
  const desk = talking({
    ...afterTalk(),
    wrapUp: { inbound: { mode: 'optional', seconds: 15 }, outbound: { mode: 'off', seconds: 0 } },
  });
  desk.ends('101');
  desk.wait(20);
  desk.presses('caller', '51');
  desk.wait(4);
  desk.heardAll('caller');
  expect(desk.spent('101')).toContain('wrapping-up 15 s');
  expect(desk.stays()).toEqual(['101 answered 30 s']);
});

test('the survey of a queue comes before that of the rule that led there', () => {
  const desk = talking({
    ...leadingTo({ kind: 'queue', queue: 'care' }, asking()),
    queues: {
      care: queuePlan({
        name: 'Chăm sóc',
        strategy: 'linear',
        members: [queueMember('101')],
        afterTalk: to,
      }),
    },
  });
  desk.ends('101');
  expect(desk.kept).toMatchObject([{ kind: 'survey-asked', extension: '101' }]);
});

test('after a transfer the survey is about whoever talked last, once', () => {
  const desk = talking();
  desk.asks('101', { kind: 'transfer', call: desk.call().id, to: '103' });
  desk.answers('103');
  desk.wait(5);
  expect(desk.kept).toEqual([]);
  desk.ends('103');
  expect(desk.kept).toMatchObject([{ kind: 'survey-asked', extension: '103' }]);
});

describe('an agent who has the customer asked', () => {
  const invite = (desk: Desk, by = '101', survey = 'after') =>
    desk.asks(by, { kind: 'survey', call: desk.call().id, survey });

  test('leaves them with the questions, in a call out, too', () => {
    const desk = new Desk({ ...officePlan, ...asking() });
    desk.extensionCalls('101', customer);
    desk.answers('trunk-a');
    desk.wait(7);
    desk.heard();
    expect(invite(desk)).toMatchObject({ ok: true });
    expect(desk.heard()).toContain('hang up caller (normal)');
    expect(desk.kept).toMatchObject([{ number: '+84901234567', extension: '101', calledFor: false }]);
    desk.presses('trunk-a', '51');
    desk.wait(4);
    expect(given(desk)).toEqual(['csat=5', 'nps=1!']);
    desk.heardAll('trunk-a');
    expect(desk.summary()).toMatchObject({ status: 'answered', stage: 'ended', talkMs: 7000 });
  });

  test('is refused where nobody can be asked, and stays in the conversation', () => {
    const desk = talking({ ...officePlan, ...asking() });
    expect(invite(desk, '102')).toMatchObject({ refused: 'not-yours' });
    expect(invite(desk, '101', 'gone')).toMatchObject({ refused: 'not-now' });
    expect(desk.heard()).toEqual([]);
    const colleagues = new Desk({ ...officePlan, ...asking() });
    colleagues.extensionCalls('101', '103');
    colleagues.answers('103');
    expect(invite(colleagues)).toMatchObject({ words: 'Chỉ mời được khách hàng' });
  });
});

test('a survey that is over, begins tomorrow, or has lost the question meanwhile asks no more', () => {
  for (const parts of [{ until: '2026-11-19' }, { from: '2026-11-21' }]) {
    const desk = talking(afterTalk(parts));
    desk.ends('101');
    expect(desk.heard()).toContain('play system/vi/say/goodbye.wav to caller');
    expect(desk.kept).toEqual([]);
  }
  const today = talking(afterTalk({ from: '2026-11-20', until: '2026-11-20' }));
  today.ends('101');
  expect(today.kept).toHaveLength(1);
  for (const plan of [{ ...afterTalk(), surveys: {} }, afterTalk({ questions: {} })]) {
    const desk = talking();
    desk.ends('101');
    desk.heard();
    desk.take({ type: 'plan-changed', plan, at: desk.now });
    desk.presses('caller', '5');
    expect(given(desk)).toEqual([]);
    expect(desk.heard().at(-1)).toBe('play system/vi/say/goodbye.wav to caller');
  }
});

test('whoever we call to ask is asked as soon as they answer', () => {
  const outboundRules = officePlan.outboundRules.map((rule) => ({ ...rule, extensions: 'all' as const }));
  const desk = new Desk({ ...officePlan, outboundRules, ...asking() });
  desk.reaches(customer, to);
  desk.answers('trunk-a');
  expect(desk.kept).toMatchObject([{ kind: 'survey-asked', extension: null, calledFor: true }]);
});

test('a rehearsal presses the keys of a survey', () => {
  const { call, ends } = rehearse(leadingTo(to, asking()), {
    from: { kind: 'outside', number: customer },
    dialled: hotline,
    at: Date.parse('2026-11-20T10:00:00+07:00'),
    people: {},
    keys: ['2', '1'],
    outside: 'answers',
  });
  expect(ends).toBe('over');
  expect(call.outcome?.status).toBe('stopped_ivr');
  expect(call.trace.map(({ text }) => text)).toEqual(
    expect.arrayContaining(['Khách bấm 2 trả lời “Anh chị có hài lòng không?”', 'Khách trả lời xong khảo sát']),
  );
});
