import type { MessagePurpose } from '@alo/contract';

import { dayMs, unlawful, whyNotAtThisHour } from './advertising-law.ts';
import type { CompanyClock } from './company-clock.ts';

/** What the law asks of whoever is to be sent a message. */
export interface MessagedTo {
  readonly purpose: MessagePurpose;
  readonly refuses: boolean;
  /** When they were last called, or written to, for advertising; null where never. */
  readonly advertised: number | null;
}

/** The number has had its advertising of the day. */
export const hadOneToday = unlawful('Số này đã nhận quảng cáo trong 24 giờ qua');

/**
 * Why a message may not go now, with its article; null where it may. Advertising goes to nobody who refuses it, within the hours of calls and
 * once in 24 hours, calls and messages together: narrower than the decree is for messages alone, so that one rule holds for both.
 */
export function whyNotSent({ purpose, refuses, advertised }: MessagedTo, clock: CompanyClock): string | null {
  if (purpose !== 'advertising') return null;
  if (refuses) return unlawful('Khách từ chối quảng cáo');
  const hours = whyNotAtThisHour(clock);
  if (hours !== null) return hours.words.replace('gọi', 'gửi');
  if (advertised !== null && clock.now < advertised + dayMs) {
    return hadOneToday;
  }
  return null;
}
