import { expect, test } from 'vitest';

import { whatEnds } from './what-ends.ts';

const now = Date.parse('2026-11-30T05:00:00Z');
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
const licence = (days: number, ...names: string[]) => ({ feature_name_data: names, date_expired: inDays(days) });
const company = (trial: number | null, ...features: ReturnType<typeof licence>[]) => ({
  features,
  trial_until: trial === null ? null : inDays(trial),
});

test('a trial is said to end in its last week, and that it has ended for as long as nothing follows', () => {
  expect(whatEnds(company(20), now)).toBeUndefined();
  expect(whatEnds(company(6.5, licence(6.5, 'campaign')), now)).toMatchObject({
    of: 'trial',
    isOver: false,
    daysLeft: 7,
  });
  expect(whatEnds(company(-40), now)).toMatchObject({ of: 'trial', isOver: true, daysLeft: 0 });
});

test('licences are called in words, those that end first, a week before and after', () => {
  const both = company(null, licence(3, 'voice-otp', 'campaign'), licence(5, 'survey'), licence(300, 'supervision'));
  expect(whatEnds(both, now)).toMatchObject({ names: 'Voice OTP, Chiến dịch', isOver: false, daysLeft: 3 });
  expect(whatEnds(company(null, licence(-2, 'survey')), now)).toMatchObject({ names: 'Khảo sát', isOver: true });
  expect(whatEnds(company(null, licence(-30, 'survey'), licence(300, 'campaign')), now)).toBeUndefined();
});

test('what was taken on anew does not end', () => {
  expect(whatEnds(company(null, licence(2, 'campaign'), licence(360, 'campaign')), now)).toBeUndefined();
  const some = company(null, licence(2, 'campaign', 'survey'), licence(360, 'campaign'));
  expect(whatEnds(some, now)).toMatchObject({ names: 'Khảo sát' });
});
