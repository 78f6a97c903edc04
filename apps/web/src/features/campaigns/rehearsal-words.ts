import type { ResultOf, rehearseCampaign } from '@alo/contract';

import { count } from '../../kit/format/numbers.ts';
import { date, dateTime, dayOfIso } from '../../kit/format/time.ts';

export type CampaignRehearsal = ResultOf<typeof rehearseCampaign>;

/** Who places the calls: people of ours, or lines that say a message. */
export const handsOf = ({ campaign }: Pick<CampaignRehearsal, 'campaign'>, n: number): string =>
  `${count(n)} ${campaign.mode === 'broadcast' ? 'cuộc cùng lúc' : 'người'}`;

/** How the campaign goes, in one sentence. */
export function courseOf(lived: CampaignRehearsal): string {
  const { callable, contacts, begins_at: begins, ends_at: ends, ends_early: early, ends_late: late, left } = lived;
  if (contacts === 0) return 'Chiến dịch chưa có khách nào.';
  if (callable === 0) return 'Như lúc này chiến dịch không gọi được khách nào.';
  if (begins === null) return `Với ${handsOf(lived, lived.people)} chiến dịch không gọi được cuộc nào.`;
  const beginning = `Bắt đầu ${dateTime(begins)}`;
  if (ends === null) return `${beginning}, hết ngày chạy vẫn còn ${count(left)} khách chưa xong.`;
  const between =
    early === null || late === null || early === late
      ? ''
      : ` (mười lần thì tám lần từ ${dateTime(early)} đến ${dateTime(late)})`;
  return `${beginning}, xong khoảng ${dateTime(ends)}${between}.`;
}

/** How many end it by the day that was wished; null where nobody wished. */
export function wishOf(lived: CampaignRehearsal): string | null {
  const { wished } = lived;
  if (wished === null) return null;
  const by = `hết ngày ${dayOfIso(wished.by)}`;
  return wished.people === null
    ? `Thêm người cũng không xong trước ${by}: giờ được gọi và luật gọi lại không cho.`
    : `Muốn xong trước ${by} cần ít nhất ${handsOf(lived, wished.people)}.`;
}

/** A day on the axis. */
export const dayLabel = (day: string): string => date(`${day}T12:00:00`).slice(0, 5);
