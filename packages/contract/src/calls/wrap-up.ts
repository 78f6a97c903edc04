import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { callRequest, requested } from './call-control.ts';

/** How a conversation is written up: not at all, for some seconds, or until its outcome is kept. */
export const wrapUpModes = { off: 'Không có', optional: 'Có thời gian ghi', required: 'Bắt buộc ghi kết quả' } as const;
export const wrapUpMode = oneOf(wrapUpModes);

/** The same of a queue or ring group, which may leave it to the company. */
export const ownWrapUpModes = { company: 'Theo công ty', ...wrapUpModes } as const;
export const ownWrapUpMode = oneOf(ownWrapUpModes);

const wrong = 'Từ 0 đến 3.600 giây';
export const wrapUpSeconds = z.int(wrong).min(0, wrong).max(3600, wrong);

/** So much more one asks for at once. */
export const moreWrapUpSeconds = 30;

export const wrapUpLonger = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/queue/wrap-up-longer',
  access: 'general',
  summary: 'More time to write up the call that is over; ten minutes from now at most',
  body: callRequest.extend({ seconds: z.int().min(5).max(300).default(moreWrapUpSeconds) }),
  result: requested,
});
