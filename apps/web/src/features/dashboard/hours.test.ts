import { expect, test } from 'vitest';

import { busyPart } from './hours.tsx';

const day = (calls: Record<number, number>) =>
  Array.from({ length: 24 }, (_, hour) => ({ hour, answered: calls[hour] ?? 0, unanswered: 0, before: 0 }));
const ends = (calls: Record<number, number>) => {
  const shown = busyPart(day(calls)).map(({ hour }) => hour);
  return [shown[0], shown.at(-1)];
};

test('a quiet day shows office hours', () => expect(ends({})).toEqual([8, 17]));
test('calls before and after are shown too', () => expect(ends({ 6: 1, 21: 2 })).toEqual([6, 21]));
