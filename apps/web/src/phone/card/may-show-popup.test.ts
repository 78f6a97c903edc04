import { expect, test } from 'vitest';

import { mayShowPopup } from './may-show-popup.ts';

const now = Date.parse('2026-11-21T08:00:00Z');
const licensed = [{ feature_name_data: ['campaign', 'popupcustomer'], date_expired: '2026-12-01T00:00:00.000Z' }];
const expired = [{ feature_name_data: ['popupcustomer'], date_expired: '2026-11-21T08:00:00.000Z' }];

test.each([
  ['licensed, in date and switched on', licensed, 1, true],
  ['switched off', licensed, 0, false],
  ['switched to something else', licensed, 2, false],
  ['expired', expired, 1, false],
  ['another feature', [{ feature_name_data: ['campaign'], date_expired: '2027-01-01T00:00:00.000Z' }], 1, false],
  ['no feature at all', [], 1, false],
])('the pop-up with %s: %s', (_, features, show, expected) =>
  expect(mayShowPopup(features, { show_popup_customer: show }, now)).toBe(expected),
);
