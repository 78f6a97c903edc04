import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id } from '../lib/values.ts';
import { campaignMode } from './campaign-modes.ts';
import { campaignKind, campaigns } from './campaigns.ts';

/** What keeps a campaign from calling at all, or from calling everybody it means to; each is mended somewhere else. */
export const campaignFaults = {
  over: 'Đã hết ngày',
  'no-lawful-hour': 'Không còn giờ được gọi',
  'fewer-hours': 'Giờ gọi bị thu lại',
  'no-contacts': 'Chưa có khách',
  'all-done': 'Đã xong với mọi khách',
  'all-refuse': 'Mọi khách từ chối quảng cáo',
  'some-refuse': 'Có khách từ chối quảng cáo',
  'all-blocked': 'Mọi số bị chặn gọi ra',
  'some-blocked': 'Có số bị chặn gọi ra',
  'nobody-calls': 'Không ai gọi được',
  'some-cannot': 'Có thành viên không gọi được',
  'no-number': 'Không có đầu số để gọi',
  'no-outbound': 'Không có quy tắc gọi ra',
  'no-caller': 'Không đầu số nào của chiến dịch gọi ra được',
  'some-callers': 'Có đầu số không hiện được',
  'nobody-in-queue': 'Hàng đợi không có ai',
  'no-common-rule': 'Không có quy tắc gọi ra cho mọi máy',
  'numbers-over': 'Đầu số đã hết hạn',
} as const;
export const campaignFault = oneOf(campaignFaults);
export type CampaignFault = z.output<typeof campaignFault>;

/** As it stands in a form; customers are those of the campaign that is kept. */
const asked = z.object({
  id: id.optional(),
  kind: campaignKind,
  ends_on: day.nullable().default(null),
  calls_from: campaigns.input.shape.calls_from,
  calls_to: campaigns.input.shape.calls_to,
  max_attempts: campaigns.input.shape.max_attempts,
  member_ids: z.array(id).max(1000).default([]),
  caller_ids: z.array(id).max(1000).default([]),
  mode: campaignMode.default('hand'),
  queue_id: id.nullable().default(null),
});

export const findCampaignFaults = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/campaign-faults',
  access: all('campaign.view', licensed('campaign')),
  rowsOf: ['campaign', 'customer', 'accounts', 'roles', 'numbers', 'trunks', 'outbound', 'list-of-blocked-out-numbers'],
  summary:
    'Why a campaign as it is asked about could call nobody once it runs, or not everybody it means to: each with its rule and in words, what stops all calls first',
  body: asked,
  result: z.object({
    data: z.array(z.object({ fault: campaignFault, words: z.string(), stops: z.boolean() })),
  }),
});
