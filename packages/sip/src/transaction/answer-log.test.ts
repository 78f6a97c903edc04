import { expect, test } from 'vitest';
import { AnswerLog } from './answer-log.ts';

const answerAt = (index: number) => ({
  key: `z9hg4bk-${index} 192.0.2.1: é`,
  flowId: `udp:192.0.2.1:${index}`,
  bytes: new TextEncoder().encode(`${index} `.repeat(index % 200)),
  until: index + 0.5,
});
const allOf = (log: AnswerLog, places: readonly number[]) =>
  places.map((place) => ({ ...log.at(place), bytes: Uint8Array.from(log.at(place).bytes) }));

test('answers come back as they were added, however many there are, and none is written over by those that come after', () => {
  const log = new AnswerLog();
  const answers = Array.from({ length: 3_000 }, (_, index) => answerAt(index));
  const places = answers.map((answer) => log.add(answer));
  expect(new Set(places).size).toBe(3_000);
  expect(allOf(log, places)).toEqual(answers);
  expect(places.map((place) => log.untilOf(place))).toEqual(answers.map(({ until }) => until));
  for (const place of places.slice(0, 1_000)) log.remove(place);
  const later = answers.slice(0, 1_000).map((answer) => log.add(answer));
  expect(allOf(log, [...places.slice(1_000), ...later])).toEqual([...answers.slice(1_000), ...answers.slice(0, 1_000)]);
});

test('where all was removed nothing is left, and places begin anew', () => {
  const log = new AnswerLog();
  const places = Array.from({ length: 3_000 }, (_, index) => log.add(answerAt(index)));
  for (const place of places) log.remove(place);
  expect(() => log.at(places[0] ?? 0)).toThrow('Nothing was added there.');
  expect(() => log.at(places.at(-1) ?? 0)).toThrow('Nothing was added there.');
  expect(log.add(answerAt(1))).toBe(0);
});

test('an answer of any length has room', () => {
  const log = new AnswerLog();
  const long = { ...answerAt(1), bytes: new Uint8Array(400_000).fill(7) };
  const places = [long, answerAt(2), long, answerAt(3)].map((answer) => log.add(answer));
  expect(allOf(log, places)).toEqual([long, answerAt(2), long, answerAt(3)]);
});
