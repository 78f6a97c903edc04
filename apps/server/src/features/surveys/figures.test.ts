import { array, assert, integer, property } from 'fast-check';
import { expect, test } from 'vitest';

import { type AnswerTally, surveyFiguresOf } from './figures.ts';

const tally = (kind: AnswerTally['kind'], values: Record<string, number>, id = 'a'): AnswerTally => ({
  question_id: id,
  question: 'Câu?',
  kind,
  answered: Object.values(values).reduce((sum, n) => sum + n, 0),
  values: Object.entries(values).map(([value, n]) => ({ value, n })),
});

test('NPS is who would recommend less who would not, of all who answered; 7 and 8 are neither', () => {
  const [its] = surveyFiguresOf([tally('nps', { 10: 3, 9: 1, 8: 2, 7: 2, 6: 1, 0: 1 })], []);
  expect([its?.nps, its?.average, its?.csat]).toEqual([20, 7.5, null]);
  expect(its?.counts.map(({ n }) => n)).toEqual([1, 0, 0, 0, 0, 0, 1, 2, 2, 1, 3]);
});

test('CSAT is the share of fours and fives, and an average has one digit', () => {
  const [its] = surveyFiguresOf([tally('scale', { 5: 1, 4: 1, 2: 1 })], []);
  expect([its?.csat, its?.average, its?.nps]).toEqual([67, 3.7, null]);
});

test('choices stand in the order of the question, those that nobody took too, and one that is gone behind them', () => {
  const now = [{ id: 'a', choices: ['Giá', 'Giao hàng'] }];
  const [its] = surveyFiguresOf([tally('several', { '"Màu"': 1, '"Giao hàng"': 4 })], now);
  expect(its?.counts).toEqual([
    { label: 'Giá', n: 0 },
    { label: 'Giao hàng', n: 4 },
    { label: 'Màu', n: 1 },
  ]);
  expect(surveyFiguresOf([tally('yes-no', { false: 2 })], [])[0]?.counts).toEqual([
    { label: 'Có', n: 0 },
    { label: 'Không', n: 2 },
  ]);
  expect(surveyFiguresOf([tally('text', {})], [])[0]).toMatchObject({ counts: [], average: null });
});

test('questions stand as they are asked, those that are asked no more behind them', () => {
  const tallies = ['x', 'b', 'a'].map((id) => tally('nps', { 9: 1 }, id));
  const now = [
    { id: 'a', choices: [] },
    { id: 'b', choices: [] },
  ];
  expect(surveyFiguresOf(tallies, now).map(({ question_id: id }) => id)).toEqual(['a', 'b', 'x']);
});

test('whatever was answered, NPS lies between −100 and 100 and is what it is one by one', () => {
  assert(
    property(array(integer({ min: 0, max: 10 }), { minLength: 1 }), (scores) => {
      const counts: Record<string, number> = {};
      for (const score of scores) counts[score] = (counts[score] ?? 0) + 1;
      const [its] = surveyFiguresOf([tally('nps', counts)], []);
      const each = scores.reduce((sum, score) => sum + (score >= 9 ? 1 : score <= 6 ? -1 : 0), 0);
      expect(its?.nps).toBe(Math.round((100 * each) / scores.length));
      expect(its?.counts.reduce((sum, { n }) => sum + n, 0)).toBe(scores.length);
    }),
  );
});
