import { expect, test } from 'vitest';

import { isAsked } from './sections.ts';

const sections = [
  {
    title: 'Khi nào',
    fields: ['every', ['weekday', 'month_day']] as const,
    only: { weekday: ({ every }: Record<string, unknown>) => every === 'week' },
  },
  { title: 'Gửi ai', fields: ['people'] as const, when: ({ every }: Record<string, unknown>) => every !== 'never' },
];

test.each([
  ['weekday', 'week', true],
  ['weekday', 'day', false],
  ['month_day', 'day', true],
  ['people', 'day', true],
  ['people', 'never', false],
  ['note', 'never', true],
])('%s of a row of each %s is shown: %s', (name, every, shown) => {
  expect(isAsked(sections, { every }, name)).toBe(shown);
});
