import { expect, test } from 'vitest';

import { clockOf, putOff } from './legal-clock.ts';

test('what is asked for on a Friday evening is answered by Tuesday, and done within the days of its kind', () => {
  const friday = new Date('2026-11-20T18:00:00+07:00');
  expect(clockOf('erase', friday)).toEqual({
    reply_by: new Date('2026-11-24T18:00:00+07:00'),
    due_at: new Date('2026-12-10T18:00:00+07:00'),
  });
  expect(clockOf('export', friday).due_at).toEqual(new Date('2026-11-30T18:00:00+07:00'));
  expect(clockOf('withdraw', friday).due_at).toEqual(new Date('2026-12-05T18:00:00+07:00'));
  expect(putOff(clockOf('erase', friday).due_at)).toEqual(new Date('2026-12-25T18:00:00+07:00'));
});
