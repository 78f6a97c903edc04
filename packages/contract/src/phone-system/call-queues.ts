import { z } from 'zod';
import { callScript } from '../calls/scripts.ts';
import { ownWrapUpMode, wrapUpSeconds } from '../calls/wrap-up.ts';
import { crud } from '../lib/crud.ts';
import { telephonyListQuery } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, note, required, requiredId } from '../lib/values.ts';
import { perhapsKey, telephoneKey } from './announcements.ts';
import { destination } from './destinations.ts';
import { numberPattern } from './inbound-rules.ts';
import { internalNumber, ringSeconds } from './ring-groups.ts';

export const queueStrategies = {
  'longest-idle': 'Rảnh lâu nhất',
  'fewest-calls': 'Ít cuộc gọi nhất',
  'round-robin': 'Xoay vòng',
  'ring-all': 'Đồng thời',
  linear: 'Theo thứ tự',
  random: 'Ngẫu nhiên',
  weighted: 'Ngẫu nhiên theo trọng số',
  skills: 'Theo kỹ năng',
} as const;
// The keys of the words.
export const queueStrategy = oneOf(queueStrategies);

export const staffings = {
  anything: 'Không cần ai',
  'somebody-joined': 'Có người đã vào hàng đợi',
  'somebody-ready': 'Có người sẵn sàng',
  'somebody-free': 'Có người đang rảnh',
} as const;
const staffing = oneOf(staffings);

export const joinings = { 'at-once': 'Nhận ngay', 'by-request': 'Khi tự vào hàng đợi' } as const;

const seconds = (from: number, to: number) => {
  const wrong = `Từ ${from} đến ${to.toLocaleString('vi-VN')} giây`;
  return z.int(wrong).min(from, wrong).max(to, wrong);
};
const whole = (from: number, to: number) => {
  const wrong = `Số từ ${from} đến ${to.toLocaleString('vi-VN')}`;
  return z.int(wrong).min(from, wrong).max(to, wrong);
};

/** What somebody can or needs, 0 to 100. */
const skills = z.record(z.string().trim().min(1).max(50), whole(0, 100));
/** So long a caller waits for somebody who can it; for ever where it is null. */
const untilSeconds = seconds(1, 86_400).nullable();

const member = z.object({
  extension_id: requiredId,
  /** People of a higher one are asked when nobody of a lower one is free. */
  penalty: whole(0, 100),
  weight: whole(1, 100),
  skills,
});
/** What every caller needs of whoever takes the call. */
const need = z.object({
  skill: z.string().trim().min(1, messages.required).max(50, 'Tối đa 50 ký tự'),
  level: whole(1, 100),
  until_seconds: untilSeconds,
});
/** Who comes before others, or needs more: the first that fits counts. */
const caller = z
  .object({
    name: required,
    caller_pattern: numberPattern,
    service_number_id: id.nullable(),
    priority: whole(0, 100),
    skills,
    until_seconds: untilSeconds,
  })
  .refine(({ caller_pattern, service_number_id }) => caller_pattern !== '' || service_number_id !== null, {
    path: ['caller_pattern'],
    error: 'Nhập mẫu số gọi đến hoặc chọn đầu số',
  });
const exit = z.object({ key: telephoneKey, to: destination });

/** A line in which callers wait, and who takes them out of it. */
export const callQueues = crud({
  base: 'telephony',
  collection: '/partner/call-queues',
  item: '/partner/call-queue',
  screen: 'queue',
  query: telephonyListQuery,
  input: z
    .object({
      name: required,
      number: internalNumber,
      strategy: queueStrategy.default('longest-idle'),
      members: z
        .array(member)
        .max(1000)
        .refine((rows) => new Set(rows.map((row) => row.extension_id)).size === rows.length, {
          error: 'Mỗi máy nhánh chỉ có mặt một lần',
        })
        .default([]),
      needs: z.array(need).max(20).default([]),
      callers: z.array(caller).max(500).default([]),
      /** One level of priority counts as having waited so much longer; a higher level is always first where it is null. */
      priority_is_worth_seconds: seconds(1, 86_400).nullable().default(null),
      joining: z.enum(['at-once', 'by-request']).default('at-once'),
      /** Only who is on shift is asked, on days for which somebody of the queue is planned. */
      by_roster: z.boolean().default(false),
      weight: whole(0, 100).default(0),
      ring_seconds: ringSeconds(20),
      rest_seconds: seconds(1, 600).default(5),
      /** Of its calls; `optional` without seconds is as the company has it. */
      wrap_up: ownWrapUpMode.default('optional'),
      wrap_up_seconds: wrapUpSeconds.default(0),
      pause_after_missed: whole(1, 100).nullable().default(null),
      max_waiting: whole(0, 10_000).nullable().default(null),
      max_wait_seconds: seconds(1, 86_400).nullable().default(null),
      /** Of its conversations; without a word of its own as the rule or the company has it. */
      recording: z.enum(['default', 'always', 'never']).default('default'),
      /** The owner of a customer is rung first. */
      prefers_owner: z.boolean().default(false),
      to_enter: staffing.default('anything'),
      to_stay: staffing.default('anything'),
      greeting_id: id.nullable().default(null),
      music_id: id.nullable().default(null),
      /** Nothing is said to those who wait where it is null. */
      announce_every_seconds: seconds(5, 3600).nullable().default(null),
      announce_first_seconds: seconds(0, 3600).default(10),
      announce_position_up_to: whole(0, 1000).default(10),
      announce_wait: z.boolean().default(false),
      announce_greeting_id: id.nullable().default(null),
      callback_key: perhapsKey,
      callback_attempts: whole(1, 20).default(3),
      callback_retry_seconds: seconds(10, 86_400).default(300),
      callback_expire_seconds: seconds(60, 604_800).default(14_400),
      exits: z.array(exit).max(12).default([]),
      timeout: destination.nullable().default(null),
      full: destination.nullable().default(null),
      empty: destination.nullable().default(null),
      /** Where callers go when the person who talked with them has hung up, before what their inbound rule says. */
      after_talk: destination.nullable().default(null),
      /** What whoever takes its calls is to say, shown beside the customer. */
      script: callScript.default(''),
      service_level_seconds: seconds(1, 3600).default(20),
      short_abandon_seconds: seconds(0, 600).default(5),
      note,
    })
    .refine(({ exits }) => new Set(exits.map(({ key }) => key)).size === exits.length, {
      path: ['exits'],
      error: 'Mỗi phím chỉ dẫn tới một nơi',
    }),
  row: z.object({ member_names: z.array(z.string()), music_name: z.string().nullable(), timeout_name: z.string() }),
  filters: z.object({ strategy: queueStrategy.optional(), member_id: id.optional() }),
  shows: ['music-on-holds', 'greeting'],
  bulk: ['strategy', 'ring_seconds', 'wrap_up', 'wrap_up_seconds', 'music_id', 'service_level_seconds'],
});
