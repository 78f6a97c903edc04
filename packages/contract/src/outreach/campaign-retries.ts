import { z } from 'zod';

import { outcomeCode } from '../calls/call-outcomes.ts';
import { oneOf } from '../lib/one-of.ts';

/** What the network makes of a call of a campaign where nobody says what came of it. */
export const networkResults = {
  no_answer: 'Không nghe máy',
  busy: 'Máy bận',
  failed: 'Không kết nối được',
  /** As its announcement said, once somebody has named that: such a number is not tried again where no rule says otherwise. */
  wrong_number: 'Nhà mạng báo số không đúng',
  unreachable: 'Nhà mạng báo không liên lạc được',
  suspended: 'Nhà mạng báo tạm khoá',
  /** Of calls that the campaign placed by itself and ends by its own choice: a long greeting, then a beep. */
  machine: 'Máy trả lời tự động',
  /** Of calls that the campaign placed by itself: nobody of ours was free in time. */
  abandoned: 'Khách nghe, không ai kịp nói',
  /** Of a message: it was heard in part, to its end, or whoever heard it pressed the key by which they refuse. */
  part: 'Nghe một phần thông điệp',
  heard: 'Nghe hết thông điệp',
  refused: 'Bấm phím từ chối',
} as const;
export type NetworkResult = keyof typeof networkResults;

/** What a campaign does after a call that came out so. */
export const retrySteps = {
  again: 'Gọi lại số đó',
  'other-number': 'Gọi số khác của khách',
  stop: 'Không gọi nữa',
} as const;

const minutes = 'Từ 1 phút đến 30 ngày';
const times = 'Từ 1 đến 20 lần';

/** After a call that came out so a customer is called again so much later, so many times at most; of anything else the campaign has its pause. */
export const campaignRetry = z.object({
  /** A word of `networkResults`, or the code of an outcome. */
  result: z.union([oneOf(networkResults), outcomeCode]),
  step: oneOf(retrySteps),
  minutes: z.int(minutes).min(1, minutes).max(43_200, minutes),
  most: z.int(times).min(1, times).max(20, times),
});
export type CampaignRetry = z.output<typeof campaignRetry>;

export const campaignRetries = z
  .array(campaignRetry)
  .max(50, 'Nhiều nhất 50 luật gọi lại')
  .refine((rules) => new Set(rules.map(({ result }) => result)).size === rules.length, {
    error: 'Mỗi kết quả chỉ có một luật gọi lại',
  })
  .default([]);
