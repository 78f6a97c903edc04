import { z } from 'zod';

import { script } from '../calls/scripts.ts';
import { crud } from '../lib/crud.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { code, day, id, ids, note, required, timestamp } from '../lib/values.ts';
import { campaignKeys, campaignMessage } from './campaign-message.ts';
import { callsForQueue, campaignMachines, campaignMode } from './campaign-modes.ts';
import { campaignRetries } from './campaign-retries.ts';

/** What its calls are by law: advertising has hours, and a customer who refuses it is never called (decree 91/2020). */
export const campaignKinds = { advertising: 'Quảng cáo', care: 'Chăm sóc', transaction: 'Giao dịch' } as const;
export const campaignKind = z.enum(['advertising', 'care', 'transaction'], { error: messages.required });

export const campaignStatuses = {
  draft: 'Khởi tạo',
  approved: 'Đã phê duyệt',
  running: 'Đang chạy',
  paused: 'Tạm dừng',
  ended: 'Kết thúc',
} as const;
export const campaignStatus = oneOf(campaignStatuses);
export type CampaignStatus = z.output<typeof campaignStatus>;

/** What a campaign may become. One that has been approved may be a draft again, to be changed by anybody; one that has ended stays so. */
export const campaignGoesOn: Readonly<Record<CampaignStatus, readonly CampaignStatus[]>> = {
  draft: ['approved', 'running', 'ended'],
  approved: ['running', 'draft', 'ended'],
  running: ['paused', 'ended'],
  paused: ['running', 'draft', 'ended'],
  ended: [],
};

/** Between these advertising may call, wherever the company is (decree 91/2020, article 13). */
export const advertisingHours = { from: '08:00', to: '17:00' } as const;

const aDay = day.nullable().default(null);
const clock = (usual: string) =>
  z
    .string()
    .regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/, 'Giờ có dạng 08:30')
    .meta({ examples: [usual] })
    .default(usual);
const count = z.int().default(0);
const previewSeconds = 'Từ 3 đến 300 giây';
const waitSeconds = 'Từ 1 đến 30 giây';
const lines = 'Từ 1 đến 5 đường';
const callLines = 'Từ 1 đến 100 cuộc';
const hourCalls = 'Từ 1 đến 100.000 cuộc';
const percent = 'Từ 1 đến 10 %';
const callerCalls = 'Từ 1 đến 10.000 cuộc';
const callerMinutes = 'Từ 1 phút đến 7 ngày';

/** Customers whom people call one after the other, each by hand, with what to say and rules for when. */
export const campaigns = crud({
  collection: '/campaigns',
  item: '/campaign',
  screen: 'campaign',
  licence: 'campaign',
  input: z
    .object({
      name: required,
      code,
      kind: campaignKind,
      status: campaignStatus.default('draft'),
      mode: campaignMode.default('hand'),
      /** Whose people take the calls of one that calls by itself. */
      queue_id: id.nullable().default(null),
      /** A customer is shown so long before they are called, where that is the mode. */
      preview_seconds: z.int(previewSeconds).min(3, previewSeconds).max(300, previewSeconds).default(10),
      /** So many customers are called for one who is free, where that is the mode; at most, where it is foreseen how many. */
      lines_per_agent: z.number(lines).min(1, lines).max(5, lines).default(1.5),
      /** So long a customer who picked up waits for somebody; then they hear that nobody is free, and it is counted. */
      wait_seconds: z.int(waitSeconds).min(1, waitSeconds).max(30, waitSeconds).default(2),
      /** Where more than so many of a hundred wait in vain within 24 hours, one customer is called for one who is free. */
      abandon_percent: z.int(percent).min(1, percent).max(10, percent).default(3),
      machines: oneOf(campaignMachines).default('talk'),
      /** What customers hear, and what keys do, where the mode is that; so many are called at once, and in an hour. */
      message: campaignMessage,
      message_keys: campaignKeys,
      lines: z.int(callLines).min(1, callLines).max(100, callLines).default(5),
      calls_per_hour: z.int(hourCalls).min(1, hourCalls).max(100_000, hourCalls).nullable().default(null),
      starts_on: aDay,
      ends_on: aDay,
      /** Who calls for it; everybody who may call for campaigns where it is empty. */
      member_ids: ids,
      /** When it calls, where the company is. */
      calls_from: clock(advertisingHours.from),
      calls_to: clock(advertisingHours.to),
      max_attempts: z.int('Số lần từ 1 đến 20').min(1, 'Số lần từ 1 đến 20').max(20, 'Số lần từ 1 đến 20').default(3),
      /** So long a customer who was not reached is left alone. */
      pause_minutes: z.int().min(1, 'Ít nhất 1 phút').max(43_200, 'Nhiều nhất 30 ngày').default(240),
      /** What is done after each kind of call; of one that none of these is for the pause above holds. */
      retries: campaignRetries,
      /** The numbers of the company that its calls show, of those that an outbound rule lets be shown; the rule's own where it is empty. */
      caller_ids: ids,
      /** Numbers in the network of the customer go first. */
      caller_own_network: z.boolean().default(true),
      /** One number calls at most so often in so many minutes, over all campaigns; as often as it likes where it is null. */
      caller_calls: z.int(callerCalls).min(1, callerCalls).max(10_000, callerCalls).nullable().default(null),
      caller_minutes: z.int(callerMinutes).min(1, callerMinutes).max(10_080, callerMinutes).default(60),
      /** What to say, shown beside the customer with their values in it. */
      script: script.default(''),
      /** Whoever calls says what came of each call before they are given the next customer. */
      outcome_required: z.boolean().default(false),
      note,
    })
    .refine(({ starts_on: start, ends_on: end }) => start === null || end === null || start <= end, {
      path: ['ends_on'],
      error: 'Ngày kết thúc không được trước ngày bắt đầu',
    })
    .refine(({ mode, queue_id: queue }) => !callsForQueue(mode) || queue !== null, {
      path: ['queue_id'],
      error: 'Chọn hàng đợi có người nhận cuộc gọi',
    })
    .refine(({ mode, message }) => mode !== 'broadcast' || message.length > 0, {
      path: ['message'],
      error: 'Soạn điều khách sẽ nghe',
    })
    // A machine that picked up hears the message as anybody does: whose call is over by then would be one that nobody heard it in.
    .refine(({ mode, machines }) => mode !== 'broadcast' || machines === 'talk', {
      path: ['machines'],
      error: `Phát thông điệp không cúp máy được khi máy trả lời: chọn “${campaignMachines.talk}”`,
    })
    .refine(
      ({ mode, kind, message_keys: keys }) =>
        mode !== 'broadcast' || kind !== 'advertising' || keys.some(({ does }) => does === 'stop'),
      { path: ['message_keys'], error: 'Cuộc gọi quảng cáo phải có phím để khách từ chối' },
    )
    .refine(({ calls_from: from, calls_to: to }) => from < to, {
      path: ['calls_to'],
      error: 'Giờ kết thúc phải sau giờ bắt đầu',
    }),
  row: z.object({
    member_names: z.array(z.string()),
    /** Of the numbers that its calls show. */
    caller_names: z.array(z.string()).default([]),
    queue_name: z.string().nullable().default(null),
    /** Who let it call, and when; null of a draft, and of one that called before that was kept. */
    approved_name: z.string().nullable().default(null),
    approved_at: timestamp.nullable().default(null),
    /** Customers in it; those who were called, those who were spoken with, and those of whom nothing is left to do. */
    contacts: count,
    called: count,
    reached: count,
    finished: count,
    /** Calls that a rule did not let through. */
    refused: count,
  }),
  filters: z.object({
    status: campaignStatus.optional(),
    kind: campaignKind.optional(),
    mode: campaignMode.optional(),
    member_id: id.optional(),
  }),
  bulk: [
    'status',
    'starts_on',
    'ends_on',
    'member_ids',
    'max_attempts',
    'pause_minutes',
    'caller_ids',
    'outcome_required',
  ],
  shows: ['accounts', 'numbers', 'queue', 'greeting', 'survey-campaign'],
});
