import { campaignStatuses, contactStates } from '@alo/contract';

import {
  type AdvertisedTo,
  type AdvertisingRule,
  isTimeBetween,
  refusal,
  whyNotAtThisHour,
  whyNotToThem,
} from '../../domain/advertising-law.ts';
import type { CompanyClock } from '../../domain/company-clock.ts';

/** A call of a campaign as its rules see it. Times are milliseconds since 1970, hours `HH:MM`, days `YYYY-MM-DD` where the company is. */
export interface GateFacts {
  readonly campaign: {
    readonly kind: 'advertising' | 'care' | 'transaction';
    readonly status: keyof typeof campaignStatuses;
    readonly starts_on: string | null;
    readonly ends_on: string | null;
    readonly calls_from: string;
    readonly calls_to: string;
    readonly max_attempts: number;
  };
  readonly contact: {
    readonly state: keyof typeof contactStates;
    readonly attempts: number;
    /** Not before this; null where it does not matter. */
    readonly next: number | null;
  };
  readonly customer: AdvertisedTo;
}

/**
 * Whether a campaign may call a customer now. It blocks: nothing that it refuses is dialled for the campaign. Advertising calls go by
 * the law; any campaign calls only while it runs, in its period and its hours, and so often as it says.
 */
export function gate({ campaign, contact, customer }: GateFacts, clock: CompanyClock): AdvertisingRule | null {
  return (
    campaignGate(campaign, clock) ??
    contactGate(campaign, contact, clock) ??
    (campaign.kind === 'advertising' ? whyNotToThem(customer, clock) : null)
  );
}

/** The rules that are the same for every customer of a campaign. */
export function campaignGate(campaign: GateFacts['campaign'], clock: CompanyClock): AdvertisingRule | null {
  const { kind, status, starts_on: start, ends_on: end, calls_from: from, calls_to: to } = campaign;
  const { date, time } = clock;
  if (status !== 'running') {
    return refusal(
      'not-running',
      `Chiến dịch đang ở trạng thái “${campaignStatuses[status]}”, chỉ gọi khi “Đang chạy”`,
    );
  }
  if (start !== null && date < start) return refusal('before-start', `Chiến dịch bắt đầu ngày ${dayWords(start)}`);
  if (end !== null && date > end) return refusal('after-end', `Chiến dịch đã kết thúc ngày ${dayWords(end)}`);
  const unlawful = kind === 'advertising' ? whyNotAtThisHour(clock) : null;
  if (unlawful !== null) return unlawful;
  if (!isTimeBetween(time, from, to)) return refusal('campaign-hours', `Ngoài giờ gọi của chiến dịch ${from}–${to}`);
  return null;
}

function contactGate(
  { max_attempts: most }: GateFacts['campaign'],
  { state, attempts, next }: GateFacts['contact'],
  { now }: CompanyClock,
): AdvertisingRule | null {
  switch (state) {
    case 'done':
    case 'declined':
    case 'wrong-number':
      return refusal('closed', `Đã xong với khách này: ${contactStates[state].toLowerCase()}`);
    case 'new':
    case 'calling':
    case 'missed':
    case 'call-again':
    case 'exhausted':
      if (attempts >= most) return refusal('too-often', `Đã gọi khách này đủ ${most} lần`);
      if (next !== null && now < next) return refusal('not-yet', 'Chưa đến giờ gọi lại khách này');
      return null;
    default:
      return state satisfies never;
  }
}

const dayWords = (day: string) => day.split('-').toReversed().join('/');
