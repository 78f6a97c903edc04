import type { GateReason } from '@alo/contract';
import { expect, test } from 'vitest';

import type { CompanyClock } from '../../domain/company-clock.ts';
import { type GateFacts, gate } from './gate.ts';

const noon: CompanyClock = { now: Date.parse('2026-11-24T05:00:00Z'), date: '2026-11-24', time: '12:00' };
const hourMs = 3_600_000;

interface Change {
  readonly campaign?: Partial<GateFacts['campaign']>;
  readonly contact?: Partial<GateFacts['contact']>;
  readonly customer?: Partial<GateFacts['customer']>;
  readonly clock?: Partial<CompanyClock>;
}

const asked = ({ campaign, contact, customer, clock }: Change) =>
  gate(
    {
      campaign: {
        kind: 'advertising',
        status: 'running',
        starts_on: null,
        ends_on: null,
        calls_from: '00:00',
        calls_to: '24:00',
        max_attempts: 3,
        ...campaign,
      },
      contact: { state: 'new', attempts: 0, next: null, ...contact },
      customer: { refuses: false, advertised: null, ...customer },
    },
    { ...noon, ...clock },
  );

const care = { kind: 'care' } as const;
const cases: readonly (readonly [string, Change, GateReason | null])[] = [
  ['who was never called may be called at noon', {}, null],
  ['before it runs', { campaign: { status: 'draft' } }, 'not-running'],
  ['while it is paused', { campaign: { status: 'paused' } }, 'not-running'],
  ['after it has ended', { campaign: { status: 'ended' } }, 'not-running'],
  ['the day before its first', { campaign: { starts_on: '2026-11-25' } }, 'before-start'],
  ['on its first and last day', { campaign: { starts_on: '2026-11-24', ends_on: '2026-11-24' } }, null],
  ['the day after its last', { campaign: { ends_on: '2026-11-23' } }, 'after-end'],
  ['advertising a minute before eight', { clock: { time: '07:59' } }, 'advertising-hours'],
  ['advertising at eight', { clock: { time: '08:00' } }, null],
  ['advertising a minute before five', { clock: { time: '16:59' } }, null],
  ['advertising at five', { clock: { time: '17:00' } }, 'advertising-hours'],
  ['advertising at night, whatever the campaign says', { clock: { time: '22:00' } }, 'advertising-hours'],
  ['care at five', { campaign: care, clock: { time: '17:00' } }, null],
  ['a transaction at night', { campaign: { kind: 'transaction' }, clock: { time: '23:59' } }, null],
  ['before the campaign’s own hours', { campaign: { calls_from: '13:00' } }, 'campaign-hours'],
  ['as the campaign’s own hours end', { campaign: { calls_to: '12:00' } }, 'campaign-hours'],
  ['care outside its hours', { campaign: { ...care, calls_from: '12:01' } }, 'campaign-hours'],
  ['who refuses advertising', { customer: { refuses: true } }, 'refuses-advertising'],
  ['care for who refuses advertising', { campaign: care, customer: { refuses: true } }, null],
  ['a number that had advertising an hour ago', { customer: { advertised: noon.now - hourMs } }, 'advertised-today'],
  [
    'a minute before the day is over',
    { customer: { advertised: noon.now - 24 * hourMs + 60_000 } },
    'advertised-today',
  ],
  ['as the day is over', { customer: { advertised: noon.now - 24 * hourMs } }, null],
  ['care for a number that had advertising', { campaign: care, customer: { advertised: noon.now - 1 } }, null],
  ['one call short of the maximum', { contact: { state: 'missed', attempts: 2 } }, null],
  ['at the maximum', { contact: { state: 'missed', attempts: 3 } }, 'too-often'],
  ['at the maximum with a promise that is due', { contact: { state: 'call-again', attempts: 3 } }, 'too-often'],
  ['after a higher maximum', { campaign: { max_attempts: 4 }, contact: { state: 'exhausted', attempts: 3 } }, null],
  ['before the pause is over', { contact: { state: 'missed', attempts: 1, next: noon.now + 1 } }, 'not-yet'],
  ['as the pause is over', { contact: { state: 'missed', attempts: 1, next: noon.now } }, null],
  ['a promise for later', { contact: { state: 'call-again', attempts: 1, next: noon.now + hourMs } }, 'not-yet'],
  ['the same call twice', { contact: { state: 'calling', attempts: 1, next: noon.now + hourMs } }, 'not-yet'],
  ['who agreed', { contact: { state: 'done', attempts: 1 } }, 'closed'],
  ['who said no', { contact: { state: 'declined', attempts: 1 } }, 'closed'],
  ['a wrong number', { contact: { state: 'wrong-number', attempts: 1 } }, 'closed'],
];

test.each(cases)('%s', (_, change, reason) => expect(asked(change)?.reason ?? null).toBe(reason));

test('a refusal says what holds in words', () => {
  expect(asked({ clock: { time: '18:10' } })?.words).toBe(
    'Ngoài giờ gọi quảng cáo 08:00–17:00 (Nghị định 91/2020, Điều 13)',
  );
  expect(asked({ campaign: { starts_on: '2026-12-01' } })?.words).toBe('Chiến dịch bắt đầu ngày 01/12/2026');
  expect(asked({ contact: { state: 'missed', attempts: 3 } })?.words).toBe('Đã gọi khách này đủ 3 lần');
});
