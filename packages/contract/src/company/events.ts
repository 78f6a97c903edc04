import { z } from 'zod';
import { callRow } from '../calls/calls.ts';
import { type WorkStatus, workStatuses } from '../calls/status-times.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import type { Permission } from '../lib/permission.ts';
import { id, timestamp } from '../lib/values.ts';
import { otpState } from '../outreach/voice-otp.ts';

/** Everything that a company's programs are told of, in words. */
export const companyEvents = {
  'call.started': 'Cuộc gọi bắt đầu',
  'call.ringing': 'Cuộc gọi đổ chuông ở một máy',
  'call.answered': 'Cuộc gọi được nghe',
  'call.joined': 'Thêm một người vào cuộc gọi (được chuyển, mời, lấy hộ)',
  'call.held': 'Nhân viên giữ máy',
  'call.resumed': 'Nhân viên nói tiếp sau khi giữ máy',
  'call.transferred': 'Nhân viên chuyển cuộc gọi đi',
  'queue.entered': 'Khách vào hàng đợi',
  'queue.left': 'Khách rời hàng đợi',
  'call.ended': 'Cuộc gọi kết thúc',
  'call.missed': 'Cuộc gọi vào không ai phục vụ',
  'call.voicemail': 'Có tin nhắn thoại',
  'call.recorded': 'Ghi âm đã sẵn sàng',
  'call.recording-refused': 'Khách từ chối ghi âm',
  'agent.status': 'Trạng thái nhân viên thay đổi',
  'voice-otp.ended': 'Voice OTP kết thúc',
  'survey.answered': 'Khách trả lời khảo sát',
  'automation.ran': 'Một tự động hoá báo tin',
} as const;
export type CompanyEventType = keyof typeof companyEvents;
export const companyEventType = oneOf(companyEvents);

/** What it takes to be told of each. */
export const eventPermission = (type: CompanyEventType): Permission => {
  if (type === 'agent.status') return 'history-by-status.view';
  if (type === 'voice-otp.ended') return 'voice-otp.view';
  if (type === 'survey.answered') return 'survey-campaign.view';
  if (type === 'automation.ran') return 'automations.view';
  return 'call-history.view';
};

/** Events are kept so many days: so long a program may be away. */
export const eventsKeptDays = 7;
/** So long one request waits for events, in seconds. */
export const eventsWaitAtMost = 30;

const extension = z.string();
/** How somebody who was not there from the beginning came into a conversation. */
const how = z.enum(['answered', 'transfer', 'consultation', 'conference', 'pick-up', 'take-over']);

const ofCompany = <T extends CompanyEventType, D extends z.ZodType>(type: T, detail: D) =>
  z.object({
    /** Of the company: later events have higher numbers. What a key may not see is left out, and its number with it. */
    number: z.int(),
    type: z.literal(type),
    /** When it happened. */
    at: timestamp,
    detail,
  });
/** `call` is the conversation as the history shows it when the event is read. */
const ofCall = <T extends CompanyEventType, D extends z.ZodType>(type: T, detail: D) =>
  ofCompany(type, detail).extend({ call: callRow });

/** One thing that happened in a company. */
export const companyEvent = z.discriminatedUnion('type', [
  ofCall('call.started', z.object({})),
  /** At an extension; `null` is the number outside that was called. */
  ofCall('call.ringing', z.object({ extension: extension.nullable() })),
  /** By whom of ours; `null` where the customer answered. */
  ofCall('call.answered', z.object({ extension: extension.nullable() })),
  ofCall('call.joined', z.object({ extension, how })),
  ofCall('call.held', z.object({ extension })),
  ofCall('call.resumed', z.object({ extension })),
  /** By whom of ours, who leaves. */
  ofCall('call.transferred', z.object({ extension })),
  ofCall('queue.entered', z.object({ queue_id: z.string() })),
  ofCall('queue.left', z.object({ queue_id: z.string(), outcome: z.string(), wait_seconds: z.int() })),
  ofCall('call.ended', z.object({ status: z.string() })),
  ofCall('call.missed', z.object({ status: z.string() })),
  ofCall('call.voicemail', z.object({ box_id: z.string() })),
  ofCall('call.recorded', z.object({})),
  /** By this key, so many seconds into the conversation: nothing of it is recorded from then on; `kept` says of what was before. */
  ofCall('call.recording-refused', z.object({ key: z.string(), after_seconds: z.number().int(), kept: z.boolean() })),
  ofCompany(
    'agent.status',
    z.object({
      extension,
      // The keys of the words.
      status: z.enum([...(Object.keys(workStatuses) as [WorkStatus, ...WorkStatus[]]), 'off']),
      reason: z.string(),
    }),
  ),
  ofCompany('voice-otp.ended', z.object({ otp_id: id, state: otpState, call_id: id.nullable() })),
  ofCompany(
    'survey.answered',
    z.object({ survey_id: id, response_id: id, outcome: z.string(), call_id: id.nullable() }),
  ),
  /** Where it was told to; the customer whom it is about is named by their id alone. */
  ofCompany(
    'automation.ran',
    z.object({
      automation_id: id,
      name: z.string(),
      text: z.string(),
      call_id: id.nullable(),
      customer_id: id.nullable(),
    }),
  ),
]);
export type CompanyEvent = z.output<typeof companyEvent>;

const types = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(companyEventType).min(1))
  .optional()
  .meta({ examples: ['call.ringing,call.ended'] });

export const readEvents = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/events',
  access: 'events.view',
  summary: `What happened in the company after a number, in order: calls ring, are answered, held, sent on and end, recordings are there, queues are entered and left, agents change status. Kept for ${eventsKeptDays} days; with \`wait\` it answers as soon as something has happened`,
  query: z.object({
    /** The number of the last event that is known; 0 is everything that is kept. Left out, nothing is answered but where to go on from. */
    after: z.coerce.number<number | string>().int().min(0).optional(),
    limit: z.coerce.number<number | string>().int().min(1).max(500).default(100),
    /** So many seconds it waits where there is nothing yet. */
    wait: z.coerce.number<number | string>().int().min(0).max(eventsWaitAtMost).default(0),
    types,
  }),
  result: z.object({
    data: z.array(companyEvent),
    /** What to ask for next as `after`. */
    next: z.int(),
    /** There is more at once. */
    more: z.boolean(),
  }),
});
