import { type AnswerValue, type KeptAnswer, type QuestionKind, questionKind, wrongAnswer } from '@alo/contract';
import { array, assert, boolean, constantFrom, integer, oneof, property, record, uniqueArray } from 'fast-check';
import { expect, test } from 'vitest';

import { ratings } from '../../domain/survey-responses.ts';
import { type AskedQuestion, answersToKeep } from './answers.ts';

const choices = ['Giá', 'Giao hàng', 'Thái độ'];
const question = (id: string, kind: QuestionKind, more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  id,
  kind,
  name: `Câu ${id}?`,
  required: false,
  choices: kind === 'one' || kind === 'several' ? choices : [],
  ...more,
});
const kept = (id: string, kind: QuestionKind, value: AnswerValue, words = `Câu ${id}?`): KeptAnswer => ({
  question_id: id,
  question: words,
  kind,
  value,
});

test('an answer is what its question takes, and a mistake is told by its question', () => {
  const wrong: [QuestionKind, AnswerValue][] = [
    ['one', 'Màu sắc'],
    ['several', ['Giá', 'Giá']],
    ['several', 'Giá'],
    ['scale', 0],
    ['scale', 6],
    ['scale', '5'],
    ['nps', 11],
    ['nps', -1],
    ['yes-no', 1],
    ['text', 5],
  ];
  for (const [kind, value] of wrong) {
    const told = answersToKeep([question('a', kind)], { outcome: 'answered', values: { a: value }, before: [] });
    expect(told, `${kind} ${JSON.stringify(value)}`).toEqual({ mistakes: { a: expect.any(String) } });
  }
  const right: [QuestionKind, AnswerValue][] = [
    ['one', 'Giá'],
    ['several', ['Thái độ', 'Giá']],
    ['scale', 1],
    ['nps', 0],
    ['yes-no', false],
    ['text', 'Ổn'],
  ];
  for (const [kind, value] of right) {
    const told = answersToKeep([question('a', kind)], { outcome: 'answered', values: { a: value }, before: [] });
    expect(told).toEqual({ answers: [kept('a', kind, value)] });
  }
});

test('what is required has to be answered by whoever answers, and by nobody else', () => {
  const questions = [question('a', 'nps', { required: true }), question('b', 'text', { required: true })];
  expect(answersToKeep(questions, { outcome: 'answered', values: { b: '  ' }, before: [] })).toEqual({
    mistakes: { a: 'Thông tin không được để trống', b: 'Thông tin không được để trống' },
  });
  expect(answersToKeep(questions, { outcome: 'declined', values: {}, before: [] })).toEqual({ answers: [] });
});

test('a question that was changed keeps its old words beside an answer that did not change', () => {
  const questions = [
    question('a', 'scale', { name: 'Hài lòng chứ?' }),
    question('b', 'nps', { name: 'Giới thiệu chứ?' }),
  ];
  const before = [kept('a', 'scale', 4), kept('b', 'nps', 9), kept('gone', 'text', 'Tốt')];
  expect(answersToKeep(questions, { outcome: 'answered', values: { a: 4, b: 3 }, before })).toEqual({
    answers: [kept('a', 'scale', 4), kept('b', 'nps', 3, 'Giới thiệu chứ?'), kept('gone', 'text', 'Tốt')],
  });
});

test('a choice that its question has lost may stay with whoever took it, and nobody else takes it', () => {
  const now = { choices: ['Giá cả', 'Giao hàng'] };
  const questions = [question('a', 'one', now), question('b', 'several', now)];
  const before = [kept('a', 'one', 'Giá'), kept('b', 'several', ['Giá', 'Giao hàng'])];
  const values = { a: 'Giá', b: ['Giá', 'Giao hàng'] };
  expect(answersToKeep(questions, { outcome: 'answered', values, before })).toEqual({ answers: before });
  expect(answersToKeep(questions, { outcome: 'answered', values, before: [] })).toEqual({
    mistakes: { a: expect.any(String), b: expect.any(String) },
  });
});

test('whatever is sent: what is kept is right by its question, each question once, and saved again it stays', () => {
  const aQuestion = record({
    id: constantFrom('a', 'b', 'c', 'd'),
    kind: constantFrom(...questionKind.options),
    required: boolean(),
  });
  const aValue = oneof(
    integer({ min: -1, max: 11 }),
    boolean(),
    constantFrom('', ' ', 'Giá', 'Khác'),
    array(constantFrom(...choices), { maxLength: 3 }),
  );
  const values = array(record({ id: constantFrom('a', 'b', 'c', 'd', 'e'), value: aValue }), { maxLength: 6 });
  assert(
    property(uniqueArray(aQuestion, { selector: ({ id }) => id }), values, (asked, given) => {
      const questions = asked.map(({ id, kind, required }) => question(id, kind, { required }));
      const sent = Object.fromEntries(given.map(({ id, value }) => [id, value]));
      const first = answersToKeep(questions, { outcome: 'answered', values: sent, before: [] });
      const answers = 'answers' in first ? first.answers : [];
      const mistakes = 'mistakes' in first ? Object.values(first.mistakes) : ['none'];
      expect(mistakes).not.toEqual([]);
      const ids = answers.map(({ question_id: id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const { question_id: id, value } of answers) {
        const its = questions.find((one) => one.id === id);
        expect(its && wrongAnswer(its, value)).toBeUndefined();
      }
      expect(answersToKeep(questions, { outcome: 'answered', values: sent, before: answers })).toEqual(first);
    }),
  );
});

test('of answers on a scale four and five are counted as content', () => {
  const answers = [1, 3, 4, 5].map((value, at) => kept(String(at), 'scale', value));
  expect(ratings([...answers, kept('n', 'nps', 10)])).toEqual({ rated: 4, satisfied: 2 });
});
