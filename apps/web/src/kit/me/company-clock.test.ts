import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';

import { clock, tellTimesIn, usualZone } from '../format/time.ts';
import { createTestBrowser } from '../session/test-browser.ts';
import { followCompanyClock } from './company-clock.ts';

afterEach(() => tellTimesIn(usualZone));

const noon = '2026-11-21T05:00:00Z';

test('times are the company’s as soon as one’s company is known, and at once the next time in this browser', () => {
  const storage = createTestBrowser().openTab().stores.browser;
  const me = ['me'];
  const opens = () => {
    const queries = new QueryClient();
    followCompanyClock(queries, me, { storage, tenantCode: 'demo' });
    return (zone: string) => queries.setQueryData(me, { time_zone: zone });
  };
  const isTold = opens();
  expect(clock(noon)).toBe('12:00');
  isTold('Asia/Tokyo');
  expect(clock(noon)).toBe('14:00');
  tellTimesIn(usualZone);
  const isToldLater = opens();
  expect(clock(noon)).toBe('14:00');
  isToldLater(usualZone);
  expect([clock(noon), storage.length]).toEqual(['12:00', 0]);
});

test('a zone that this browser does not know, also one that was left in its store, keeps no console from opening', () => {
  const storage = createTestBrowser().openTab().stores.browser;
  storage.setItem('time-zone demo', 'Asia/Atlantis');
  followCompanyClock(new QueryClient(), ['me'], { storage, tenantCode: 'demo' });
  expect(clock(noon)).toBe('12:00');
});
