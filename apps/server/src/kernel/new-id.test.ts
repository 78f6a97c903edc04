import { expect, test } from 'vitest';

import { newId } from './new-id.ts';

test('ids are UUIDs version 7 that sort by time', () => {
  const early = newId(Date.UTC(2026, 0, 1));
  const late = newId(Date.UTC(2026, 0, 1) + 1);
  expect(early).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(early < late).toBe(true);
  expect(newId()).not.toBe(newId());
});
