import fc from 'fast-check';
import { expect, test } from 'vitest';

import { type CallMeasures, measuredAnswer, type ScoreValue, scoreOf, shareOf } from './score.ts';
import { type ScoreQuestion, type ScoreSection, scoreQuestion } from './score-sheets.ts';

let ids = 0;
const asked = (over: Partial<ScoreQuestion> = {}): ScoreQuestion => ({
  ...scoreQuestion.parse({ text: 'Chào khách?' }),
  id: `q${(ids += 1)}`,
  ...over,
});

const anyQuestion: fc.Arbitrary<ScoreQuestion> = fc
  .record({
    kind: fc.constantFrom('pass' as const, 'scale' as const, 'choice' as const),
    weight: fc.integer({ min: 1, max: 100 }),
    fatal: fc.boolean(),
    optional: fc.boolean(),
    percents: fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 2, maxLength: 5 }),
  })
  .map(({ percents, ...over }) =>
    asked({ ...over, choices: percents.map((percent, at) => ({ text: `Đáp án ${at}`, percent })) }),
  );
const answersOf = ({ kind, choices, optional }: ScoreQuestion): readonly ScoreValue[] => [
  ...(optional ? (['n/a'] as const) : []),
  ...{ pass: [0, 1], scale: [1, 2, 3, 4, 5], choice: [...choices.keys()] }[kind],
];
/** A sheet with an answer to each question, or none. */
const anySheet = fc
  .array(
    fc.record({
      weight: fc.integer({ min: 1, max: 100 }),
      questions: fc.array(anyQuestion, { minLength: 1, maxLength: 4 }),
    }),
    {
      minLength: 1,
      maxLength: 4,
    },
  )
  .chain((parts) => {
    const sections: ScoreSection[] = parts.map((part, at) => ({ name: `Phần ${at}`, ...part }));
    const questions = sections.flatMap((section) => section.questions);
    return fc.record({
      sections: fc.constant(sections),
      fatal_percent: fc.integer({ min: 0, max: 100 }),
      values: fc
        .tuple(...questions.map((question) => fc.option(fc.constantFrom(...answersOf(question)), { nil: undefined })))
        .map((all) => Object.fromEntries(questions.map(({ id }, at) => [id ?? '', all[at]]))),
    });
  });

test('a score is between 0 and 100, by sections and as a whole, and there is none where nothing applies', () => {
  fc.assert(
    fc.property(anySheet, ({ values, ...sheet }) => {
      const { percent, sections, questions } = scoreOf(sheet, values);
      const known = [percent, ...sections].filter((one) => one !== null);
      expect(known.filter((one) => one < 0 || one > 100)).toEqual([]);
      expect(percent === null).toBe(questions.every(({ share }) => share === null));
    }),
  );
});

test('what does not apply scores as if it had never been asked', () => {
  fc.assert(
    fc.property(anySheet, ({ values, ...sheet }) => {
      const left = sheet.sections
        .map((section) => ({
          ...section,
          questions: section.questions.filter(({ id }) => values[id ?? ''] !== 'n/a'),
        }))
        .filter(({ questions }) => questions.length > 0);
      expect(scoreOf({ ...sheet, sections: left }, values).percent).toBe(scoreOf(sheet, values).percent);
    }),
  );
});

test('weights count among each other: twice as much for all of them changes nothing, and neither does their order', () => {
  fc.assert(
    fc.property(anySheet, fc.integer({ min: 2, max: 9 }), ({ values, ...sheet }, times) => {
      const heavier = sheet.sections
        .map((section) => ({
          ...section,
          weight: section.weight * times,
          questions: section.questions.map((one) => ({ ...one, weight: one.weight * times })).toReversed(),
        }))
        .toReversed();
      const [one, other] = [scoreOf(sheet, values).percent, scoreOf({ ...sheet, sections: heavier }, values).percent];
      expect(other === null).toBe(one === null);
      // The last bit of a sum depends on its order.
      expect(Math.abs((one ?? 0) - (other ?? 0))).toBeLessThanOrEqual(0.11);
    }),
  );
});

test('a better answer is never worth less', () => {
  fc.assert(
    fc.property(anySheet, fc.nat(), ({ values, ...sheet }, at) => {
      const questions = sheet.sections.flatMap((section) => section.questions);
      const question = questions[at % questions.length];
      if (question === undefined) return;
      const percentWith = (value: ScoreValue) =>
        scoreOf(sheet, { ...values, [question.id ?? '']: value }).percent ?? Number.NaN;
      const ranked = answersOf(question)
        .filter((value) => value !== 'n/a')
        .toSorted((one, other) => Number(shareOf(question, one)) - Number(shareOf(question, other)));
      const scores = ranked.map(percentWith);
      expect(scores).toEqual(scores.toSorted((one, other) => one - other));
    }),
  );
});

test('a fatal mistake leaves no more than the sheet says, and is told by its question', () => {
  fc.assert(
    fc.property(anySheet, ({ values, ...sheet }) => {
      const { percent, fatal, questions } = scoreOf(sheet, values);
      const mistakes = sheet.sections
        .flatMap((section) => section.questions)
        .filter((one) => one.fatal && questions.find(({ id }) => id === one.id)?.share === 0)
        .map(({ id }) => id);
      expect(fatal).toEqual(mistakes);
      const most = mistakes.length === 0 ? 100 : sheet.fatal_percent;
      expect(percent ?? 0).toBeLessThanOrEqual(most);
    }),
  );
});

test('by hand: two sections of 60 and 40, one question that does not apply, and a fatal one', () => {
  const [greets, asks, ends, lies] = [
    asked({ weight: 1 }),
    asked({ weight: 3, kind: 'scale' }),
    asked({ weight: 5, optional: true }),
    asked({ weight: 1, fatal: true }),
  ];
  const sections = [
    { name: 'Mở đầu', weight: 60, questions: [greets, asks] },
    { name: 'Kết thúc', weight: 40, questions: [ends, lies] },
  ];
  const values = (value: ScoreValue) => ({
    [greets.id ?? '']: 1,
    [asks.id ?? '']: 3,
    [ends.id ?? '']: 'n/a' as const,
    [lies.id ?? '']: value,
  });
  // (1 × 1 + 3 × 0.5) ÷ 4 = 62.5 %, of 60; 100 % of 40.
  expect(scoreOf({ fatal_percent: 0, sections }, values(1))).toMatchObject({
    percent: 77.5,
    sections: [62.5, 100],
    fatal: [],
    missing: [],
  });
  expect(scoreOf({ fatal_percent: 0, sections }, values(0))).toMatchObject({ percent: 0, fatal: [lies.id] });
  expect(scoreOf({ fatal_percent: 30, sections }, values(0)).percent).toBe(30);
  expect(scoreOf({ fatal_percent: 0, sections }, {}).missing).toHaveLength(4);
  expect(shareOf(greets, 'n/a')).toBeUndefined();
});

test('what was measured answers what it is of, and leaves to people what nobody knows', () => {
  const measured: CallMeasures = {
    agent_percent: 70,
    overtalk_percent: 4,
    longest_silence_seconds: 21,
    greeting_seconds: 2.4,
    holds: 2,
    holds_told: 1,
  };
  const answer = (measure: ScoreQuestion['measure'], limit: number, over: Partial<CallMeasures> = {}) =>
    measuredAnswer({ measure, limit, optional: true }, { ...measured, ...over });
  expect(answer('greeting', 3)).toBe(1);
  expect(answer('greeting', 2)).toBe(0);
  expect(answer('longest_silence', 20)).toBe(0);
  expect(answer('overtalk', 4)).toBe(1);
  expect(answer('agent_share', 60)).toBe(0);
  expect(answer('hold_told', 0)).toBe(0);
  expect(answer('hold_told', 0, { holds_told: 2 })).toBe(1);
  expect(answer('hold_told', 0, { holds: 0, holds_told: 0 })).toBe('n/a');
  expect(answer('greeting', 3, { greeting_seconds: null })).toBeUndefined();
  expect(answer('none', 3)).toBeUndefined();
  expect(measuredAnswer({ measure: 'greeting', limit: 3, optional: false }, null)).toBeUndefined();
});
