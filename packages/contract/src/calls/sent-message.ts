import { z } from 'zod';

import { oneOf } from '../lib/one-of.ts';
import { id, timestamp } from '../lib/values.ts';

/** By what way a message reaches a customer. */
export const messageChannels = { sms: 'SMS', zns: 'ZNS (Zalo)', mail: 'Email' } as const;
export type MessageChannel = keyof typeof messageChannels;

/** Why a message is sent: the law of advertising binds the one kind. */
export const messagePurposes = { care: 'Chăm sóc, giao dịch', advertising: 'Quảng cáo' } as const;
export type MessagePurpose = keyof typeof messagePurposes;

/** How a message stands. */
export const messageStates = {
  waiting: 'Đang chờ gửi',
  sent: 'Đã gửi',
  delivered: 'Đã nhận',
  failed: 'Không gửi được',
  refused: 'Không được gửi',
} as const;
export const messageState = oneOf(messageStates);
export type MessageState = z.output<typeof messageState>;

/** What had it sent. */
export const messageSources = {
  card: 'Hồ sơ khách',
  campaign: 'Chiến dịch',
  automation: 'Tự động hoá',
} as const;

/** A message to a customer, with what has become of it. */
export const message = z.object({
  id,
  customer_id: id.nullable(),
  customer_name: z.string(),
  /** A number or an address, hidden from whoever sees none in full. */
  recipient: z.string(),
  channel: oneOf(messageChannels),
  purpose: oneOf(messagePurposes),
  template_name: z.string(),
  provider_name: z.string(),
  /** Nothing has left the house. */
  sandbox: z.boolean(),
  title: z.string(),
  text: z.string(),
  state: messageState,
  /** Why it was not sent, or what the provider said last. */
  answer: z.string(),
  attempts: z.int(),
  /** What the provider says that it costs, in đồng. */
  cost: z.number().nullable(),
  source: oneOf(messageSources),
  by_name: z.string().nullable(),
  created_at: timestamp,
  sent_at: timestamp.nullable(),
  delivered_at: timestamp.nullable(),
  next_at: timestamp.nullable(),
});
export type Message = z.output<typeof message>;
