import { expect, test } from 'vitest';

import { nextCall } from './next-call.ts';

const now = Date.parse('2026-11-24T05:00:00Z');
const clock = { now, date: '2026-11-24' };
const hourMs = 3_600_000;
const campaign = {
  kind: 'advertising',
  status: 'running',
  starts_on: null,
  ends_on: null,
  calls_from: '08:00',
  calls_to: '17:00',
  max_attempts: 3,
} as const;
const contact = { state: 'new', attempts: 0, next: null, claimed: null, stopped: false } as const;
const customer = { refuses: false, advertised: null };
const facts = { campaign, contact, customer, hasNumber: true };

test('each customer of a campaign is called when their row says, for a reason that is told', () => {
  const of = (change: object, law: object = {}, rules: object = {}) =>
    nextCall(
      {
        ...facts,
        contact: { ...contact, ...change },
        customer: { ...customer, ...law },
        campaign: { ...campaign, ...rules },
      },
      clock,
    );
  const later = now + 2 * hourMs;
  expect(of({})).toEqual({ why: 'now', at: null });
  expect(of({ state: 'missed', attempts: 1, next: later })).toEqual({ why: 'pause', at: later });
  expect(of({ state: 'call-again', attempts: 1, next: later })).toEqual({ why: 'promise', at: later });
  expect(of({ state: 'call-again', attempts: 1, next: now - 1 })).toEqual({ why: 'now', at: null });
  for (const state of ['done', 'declined', 'wrong-number']) expect(of({ state }).why).toBe('done');
  expect(of({ state: 'missed', attempts: 3 }).why).toBe('exhausted');
  expect(of({ state: 'exhausted', attempts: 1, stopped: true }).why).toBe('stopped');
  expect(of({ state: 'calling', attempts: 1, claimed: later }).why).toBe('calling');
  expect(of({ claimed: later }).why).toBe('taken');
  expect(of({}, {}, { status: 'paused' }).why).toBe('closed');
  expect(of({}, {}, { ends_on: '2026-11-23' }).why).toBe('closed');
  expect(of({}, { refuses: true }).why).toBe('refuses');
  const today = { advertised: now - 20 * hourMs };
  expect(of({}, today)).toEqual({ why: 'advertised', at: now + 4 * hourMs });
  // The law of advertising is nothing to a call that is none.
  expect(of({}, { ...today, refuses: true }, { kind: 'care' })).toEqual({ why: 'now', at: null });
  expect(nextCall({ ...facts, hasNumber: false }, clock).why).toBe('no-number');
});
