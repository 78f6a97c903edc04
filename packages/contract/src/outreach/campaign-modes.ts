import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, timestamp } from '../lib/values.ts';

/** Who begins the calls of a campaign. */
export const campaignModes = {
  hand: 'Bấm gọi từng khách',
  preview: 'Xem trước, tự gọi sau vài giây',
  progressive: 'Tự gọi, mỗi người rảnh một đường',
  ratio: 'Tự gọi, nhiều đường mỗi người',
  predictive: 'Tự gọi, đoán trước ai nghe máy',
  broadcast: 'Gọi tự động, phát thông điệp',
} as const;
export const campaignMode = oneOf(campaignModes);
export type CampaignMode = z.output<typeof campaignMode>;

/** What a campaign that calls by itself does where a machine has picked up: a long greeting, then a beep. */
export const campaignMachines = {
  talk: 'Vẫn nối cho nhân viên',
  'hang-up': 'Cúp máy, gọi lại sau',
} as const;

/** Whether the product calls by itself: for whoever is free in a queue, or with a message. */
export const callsByItself = (mode: CampaignMode): mode is Exclude<CampaignMode, 'hand' | 'preview'> =>
  mode !== 'hand' && mode !== 'preview';

/** Whether it calls for whoever is free in a queue. */
export const callsForQueue = (mode: CampaignMode): mode is 'progressive' | 'ratio' | 'predictive' =>
  callsByItself(mode) && mode !== 'broadcast';

const share = { n: z.int(), of: z.int() };

/** How a campaign that calls by itself stands at this moment. */
export const campaignDialling = z.object({
  mode: campaignMode,
  queue: z.object({ id, name: z.string() }).nullable(),
  /** Customers who are being called, or wait for whoever becomes free. */
  under_way: z.int(),
  /** Of its calls of the last 24 hours: those that somebody picked up; and of these over all campaigns those that nobody of ours took in time. */
  reached: z.object(share),
  abandoned: z.object(share),
  /** What it decided, the newest first: so many more were called, and why. */
  decisions: z.array(z.object({ at: timestamp, dial: z.int(), words: z.string() })),
});
export type CampaignDialling = z.output<typeof campaignDialling>;

export const getCampaignDialling = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/campaign/:id/dialling',
  access: all('campaign.view', licensed('campaign')),
  rowsOf: ['campaign', 'queue'],
  summary:
    'How a campaign that calls by itself stands: who is being called, how many were reached, how many nobody took in time over the last 24 hours, and what it decided and why',
  params: z.object({ id }),
  result: campaignDialling,
});
