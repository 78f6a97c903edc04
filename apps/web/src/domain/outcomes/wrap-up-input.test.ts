import { expect, test } from 'vitest';

import { draftWith, inputIn } from '../../kit/drafts/use-kept-input.ts';
import { keptOf, outcomeIn, sentAt, wrapUps } from './wrap-up-input.ts';

const input = { ...wrapUps.blank, outcome: 'call-again', next: 'other', day: '2026-12-01', time: '09:30' } as const;

test('what was chosen of a call is the same after it was kept, and nothing is no draft', () => {
  expect(inputIn(draftWith(input), wrapUps)).toEqual(input);
  expect(inputIn(draftWith(wrapUps.blank), wrapUps)).toBeUndefined();
});

const outcome = { id: '1', name: 'Hẹn gọi lại', group: '', colour: '#9333ea', next_step: 'call-again' } as const;

test('an outcome that is not there any more, or is chosen no more, is not chosen', () => {
  const company = [
    { ...outcome, code: 'call-again', active: true },
    { ...outcome, code: 'agreed', active: false },
  ];
  const chosen = (code: unknown) => {
    const found = inputIn(draftWith({ ...input, outcome: code } as typeof input), wrapUps);
    return found && outcomeIn(company, found)?.code;
  };
  expect(['call-again', 'agreed', 'maybe', 5].map(chosen)).toEqual(['call-again', undefined, undefined, undefined]);
  expect(inputIn(draftWith([]), wrapUps)).toBeUndefined();
});

test('what is chosen before the kept choices were found stands, and the others come back', () => {
  const typed = { ...wrapUps.blank, outcome: 'interested' } as const;
  expect(wrapUps.together(input, typed)).toEqual({ ...input, outcome: 'interested' });
  expect(wrapUps.together(input, { ...wrapUps.blank, next: 'soon' })).toEqual({
    ...wrapUps.blank,
    outcome: 'call-again',
    next: 'soon',
  });
});

test('a status that nobody chose here is left as it is by then, whoever has changed it since it was read', () => {
  const said = { outcome: 'call-again', note: 'Gọi lại', now: 0 } as const;
  const kept = { outcome: 'call-again', note: 'Gọi lại', next_call_at: '2026-12-01T02:30:00.000Z' };
  expect(keptOf(input, said)).toEqual(kept);
  expect(keptOf({ ...input, status: 'hot' }, said)).toEqual({ ...kept, status: 'hot' });
});

test('what nobody answered is sent again as it was, also after a reload; with other words it is said anew', () => {
  const soon = { ...wrapUps.blank, outcome: 'call-again', next: 'soon', sent: { at: 1_000, note: 'Gọi lại' } } as const;
  const found = inputIn(draftWith(soon), wrapUps) ?? wrapUps.blank;
  expect(found).toEqual(soon);
  expect([sentAt(found, 'Gọi lại', 9_000), sentAt(found, 'Gọi lại nhé', 9_000)]).toEqual([1_000, 9_000]);
  const at = sentAt(found, 'Gọi lại', 9_000);
  expect(keptOf(found, { outcome: 'call-again', note: 'Gọi lại', now: at }).next_call_at).toBe(
    new Date(1_000 + 15 * 60_000).toISOString(),
  );
  expect(wrapUps.together(soon, wrapUps.blank).sent).toEqual(soon.sent);
  expect(wrapUps.together(soon, { ...wrapUps.blank, outcome: 'agreed' }).sent).toBeNull();
});
