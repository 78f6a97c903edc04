import { advertisingHours, campaignStatuses, contactStates, type GateReason } from '@alo/contract';

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
  readonly customer: {
    readonly refuses: boolean;
    /** When their number was called for advertising last, by whichever campaign of the company. */
    readonly advertised: number | null;
  };
}

/** Now, as the company's clock shows it. */
export interface GateClock {
  readonly now: number;
  readonly date: string;
  readonly time: string;
}

export interface Refusal {
  readonly reason: GateReason;
  readonly words: string;
}

export const dayMs = 86_400_000;

/**
 * Whether a campaign may call a customer now. It blocks: nothing that it refuses is dialled for the campaign. Advertising calls only
 * between 08:00 and 17:00, one number once in 24 hours for all campaigns of a company together, and nobody who refuses it (decree
 * 91/2020, article 13); any campaign only while it runs, in its period and its hours, and so often as it says.
 */
export function gate({ campaign, contact, customer }: GateFacts, clock: GateClock): Refusal | null {
  return (
    campaignGate(campaign, clock) ?? contactGate(campaign, contact, clock) ?? customerGate(campaign, customer, clock)
  );
}

/** The rules that are the same for every customer of a campaign. */
export function campaignGate(campaign: GateFacts['campaign'], { date, time }: GateClock): Refusal | null {
  const { kind, status, starts_on: start, ends_on: end, calls_from: from, calls_to: to } = campaign;
  const { from: lawFrom, to: lawTo } = advertisingHours;
  if (status !== 'running') {
    return refusal(
      'not-running',
      `Chiến dịch đang ở trạng thái “${campaignStatuses[status]}”, chỉ gọi khi “Đang chạy”`,
    );
  }
  if (start !== null && date < start) return refusal('before-start', `Chiến dịch bắt đầu ngày ${dayWords(start)}`);
  if (end !== null && date > end) return refusal('after-end', `Chiến dịch đã kết thúc ngày ${dayWords(end)}`);
  if (kind === 'advertising' && !within(time, lawFrom, lawTo)) {
    return refusal('advertising-hours', `Ngoài giờ gọi quảng cáo ${lawFrom}–${lawTo}`);
  }
  if (!within(time, from, to)) return refusal('campaign-hours', `Ngoài giờ gọi của chiến dịch ${from}–${to}`);
  return null;
}

function contactGate(
  { max_attempts: most }: GateFacts['campaign'],
  { state, attempts, next }: GateFacts['contact'],
  { now }: GateClock,
): Refusal | null {
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

function customerGate(
  { kind }: GateFacts['campaign'],
  { refuses, advertised }: GateFacts['customer'],
  { now }: GateClock,
): Refusal | null {
  if (kind !== 'advertising') return null;
  if (refuses) return refusal('refuses-advertising', 'Khách từ chối quảng cáo');
  if (advertised !== null && now < advertised + dayMs) {
    return refusal('advertised-today', 'Số này đã được gọi quảng cáo trong 24 giờ qua');
  }
  return null;
}

const refusal = (reason: GateReason, words: string): Refusal => ({ reason, words });
/** From its minute on, until before the other. */
const within = (time: string, from: string, to: string) => from <= time && time < to;
const dayWords = (day: string) => day.split('-').toReversed().join('/');
