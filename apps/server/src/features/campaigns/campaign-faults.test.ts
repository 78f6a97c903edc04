import { expect, test } from 'vitest';

import { type CampaignOutlook, campaignFaultsOf } from './campaign-faults.ts';

interface Change {
  readonly rules?: Partial<CampaignOutlook['rules']>;
  readonly customers?: Partial<CampaignOutlook['customers']> | null;
  readonly people?: Partial<CampaignOutlook['people']>;
  readonly queue?: CampaignOutlook['queue'];
  readonly isItself?: boolean;
  readonly ways?: Partial<CampaignOutlook['ways']>;
}

/** Of a campaign that is in order, but for what is said. */
const faultsOf = ({ rules, customers, people, queue, ways, isItself = false }: Change) =>
  campaignFaultsOf({
    rules: { kind: 'advertising', ends_on: null, calls_from: '08:00', calls_to: '17:00', ...rules },
    today: '2026-11-24',
    customers: customers === null ? null : { all: 10, open: 10, refusing: 0, blocked: 0, ...customers },
    people: { named: false, all: 3, able: 2, ...people },
    ways: { numbers: 1, over: 0, rules: 1, common: 1, chosen: 0, shown: 0, ...ways },
    isItself: queue !== undefined || isItself,
    queue: queue ?? null,
  });
const evening = { calls_from: '20:00', calls_to: '22:00' };

test('nothing is said of a campaign that can call', () => {
  expect(faultsOf({})).toEqual([]);
  // Nobody can be in one that is not kept yet.
  expect(faultsOf({ customers: null })).toEqual([]);
});

test('whoever hears a message needs nobody of ours, but a rule that the product may call by', () => {
  const nobody = { named: false, all: 0, able: 0 };
  expect(faultsOf({ isItself: true, people: nobody })).toEqual([]);
  expect(faultsOf({ isItself: true, ways: { common: 0 } })).toMatchObject([{ fault: 'no-common-rule', stops: true }]);
});

const stopping: readonly (readonly [string, Change])[] = [
  ['no-lawful-hour', { rules: evening }],
  ['no-lawful-hour', { rules: { calls_from: '06:00', calls_to: '08:00' } }],
  ['no-lawful-hour', { rules: { calls_from: '17:00', calls_to: '24:00' } }],
  ['over', { rules: { ends_on: '2026-11-23' } }],
  ['no-contacts', { customers: { all: 0, open: 0 } }],
  ['all-done', { customers: { open: 0 } }],
  ['all-refuse', { customers: { refusing: 10 } }],
  ['all-blocked', { customers: { blocked: 10 } }],
  ['nobody-calls', { people: { able: 0 } }],
  ['nobody-calls', { people: { named: true, able: 0 } }],
  ['no-number', { ways: { numbers: 0, rules: 0 } }],
  ['no-outbound', { ways: { rules: 0 } }],
  ['nobody-in-queue', { queue: { people: 0 }, people: { able: 0 } }],
  ['no-common-rule', { queue: { people: 2 }, ways: { common: 0 } }],
  ['no-caller', { ways: { chosen: 2, shown: 0 } }],
];
test.each(stopping)('%s: it could call nobody', (fault, change) => {
  expect(faultsOf(change)).toMatchObject([{ fault, stops: true }]);
});

const narrowing: readonly (readonly [string, Change])[] = [
  ['fewer-hours', { rules: { calls_from: '07:00', calls_to: '21:00' } }],
  ['some-refuse', { customers: { refusing: 3 } }],
  ['some-blocked', { customers: { blocked: 3 } }],
  ['some-cannot', { people: { named: true, all: 3, able: 2 } }],
  ['numbers-over', { ways: { over: 1 } }],
  ['some-callers', { ways: { chosen: 2, shown: 1 } }],
];
test.each(narrowing)('%s: it could not call everybody', (fault, change) => {
  expect(faultsOf(change)).toMatchObject([{ fault, stops: false }]);
});

test('the law is for advertising alone, and the last day is one of it', () => {
  expect(faultsOf({ rules: { ...evening, kind: 'care' }, customers: { refusing: 10 } })).toEqual([]);
  expect(faultsOf({ rules: { ends_on: '2026-11-24' } })).toEqual([]);
});

test('what stops all calls is said first, in words that name what holds', () => {
  expect(faultsOf({ rules: evening, customers: { all: 1200, open: 1200, refusing: 4 }, people: { able: 0 } })).toEqual([
    {
      fault: 'no-lawful-hour',
      words: 'Luật chỉ cho gọi quảng cáo 08:00–17:00: giờ gọi 20:00–22:00 của chiến dịch không còn phút nào',
      stops: true,
    },
    {
      fault: 'nobody-calls',
      words: 'Chưa ai gọi được cho chiến dịch: cần tài khoản đang dùng, có máy nhánh và quyền gọi theo chiến dịch',
      stops: true,
    },
    {
      fault: 'some-refuse',
      words: '4 trong 1.200 khách còn lại từ chối quảng cáo: không gọi họ',
      stops: false,
    },
  ]);
  const left = faultsOf({ rules: { calls_from: '07:00', calls_to: '21:00' } })[0]?.words;
  expect(left).toBe('Luật chỉ cho gọi quảng cáo 08:00–17:00: của 07:00–21:00 chỉ gọi được 08:00–17:00');
});
