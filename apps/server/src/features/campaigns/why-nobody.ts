import { type AdvertisingRule, unlawful } from '../../domain/advertising-law.ts';
import { clockIn } from '../../domain/company-clock.ts';
import type { CampaignLine } from './contacts.ts';

/** Why there is nobody to call now, in numbers and words, what matters most first. */
export function whyNobody(
  waiting: CampaignLine,
  closed: AdvertisingRule | null,
  { now, timeZone }: { now: number; timeZone: string },
): string[] {
  if (waiting.contacts === 0) {
    return [
      'Chiến dịch chưa có khách nào. Chọn khách trong danh sách khách hàng rồi “Thêm vào chiến dịch”',
      ...(closed === null ? [] : [closed.words]),
    ];
  }
  const { first } = waiting;
  const when = first === null ? '' : `, sớm nhất ${momentIn(first.getTime(), now, timeZone)}`;
  const counted: readonly (readonly [string, number, string?])[] = [
    ['Chưa đến giờ gọi lại', waiting.later, when],
    [unlawful('Từ chối quảng cáo'), waiting.refusing],
    [unlawful('Đã được gọi quảng cáo trong 24 giờ qua'), waiting.advertised],
    ['Đang do người khác giữ', waiting.taken],
    ['Đã giao cho người khác', waiting.kept],
    ['Đã xong', waiting.finished],
  ];
  return [
    ...(closed === null ? [] : [closed.words]),
    ...counted.flatMap(([words, n, more = '']) =>
      n === 0 ? [] : [`${words}: ${n.toLocaleString('vi-VN')} khách${more}`],
    ),
  ];
}

/** `14:30`, or `14:30 ngày 24/11` where that is not today. */
function momentIn(at: number, now: number, timeZone: string): string {
  const [moment, today] = [clockIn(at, timeZone), clockIn(now, timeZone)];
  if (moment.date === today.date) return moment.time;
  const [, month, day] = moment.date.split('-');
  return `${moment.time} ngày ${day}/${month}`;
}
