import { advertisingHours, type GateReason } from '@alo/contract';

import type { CompanyClock } from './company-clock.ts';

/** A rule that is in the way of a call, by its name and in words. */
export interface AdvertisingRule {
  readonly reason: GateReason;
  readonly words: string;
}

/** What the law asks of whoever is to be called for advertising. */
export interface AdvertisedTo {
  readonly refuses: boolean;
  /** When their number was called for advertising last, by whichever campaign of the company. */
  readonly advertised: number | null;
}

export const dayMs = 86_400_000;

/** Which rule of the law it is, as people look it up. */
const article = 'Nghị định 91/2020, Điều 13';
/** What the law is against, with its article. */
export const unlawful = (words: string) => `${words} (${article})`;

export const refusal = (reason: GateReason, words: string): AdvertisingRule => ({ reason, words });

/** A time lies between two others: the first counts, the last does not. */
export const isTimeBetween = (time: string, from: string, to: string) => from <= time && time < to;

/**
 * Decree 91/2020, article 13: advertising calls only between 08:00 and 17:00 …
 */
export function whyNotAtThisHour({ time }: CompanyClock): AdvertisingRule | null {
  const { from, to } = advertisingHours;
  return isTimeBetween(time, from, to)
    ? null
    : refusal('advertising-hours', unlawful(`Ngoài giờ gọi quảng cáo ${from}–${to}`));
}

/** … nobody who refuses it, and one number once in 24 hours for all campaigns of a company together. */
export function whyNotToThem({ refuses, advertised }: AdvertisedTo, { now }: CompanyClock): AdvertisingRule | null {
  if (refuses) return refusal('refuses-advertising', unlawful('Khách từ chối quảng cáo'));
  if (advertised !== null && now < advertised + dayMs) {
    return calledToday();
  }
  return null;
}

/** The number has had its advertising call of the day. */
export const calledToday = () => refusal('advertised-today', unlawful('Số này đã được gọi quảng cáo trong 24 giờ qua'));
