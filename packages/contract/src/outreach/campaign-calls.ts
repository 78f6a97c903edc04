import { z } from 'zod';
import { outcomeCode } from '../calls/call-outcomes.ts';
import { callRow } from '../calls/calls.ts';
import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, timestamp } from '../lib/values.ts';
import { campaignMode } from './campaign-modes.ts';
import { campaignKind, campaignStatus, campaigns } from './campaigns.ts';

/** How far a campaign has come with one of its customers; what is kept of a conversation moves it on. */
export const contactStates = {
  new: 'Chưa gọi',
  calling: 'Đang gọi',
  missed: 'Không gặp',
  'call-again': 'Hẹn gọi lại',
  done: 'Đã gặp, xong',
  declined: 'Từ chối',
  'wrong-number': 'Sai số',
  exhausted: 'Hết số lần gọi',
} as const;
export const contactState = oneOf(contactStates);
export type ContactState = z.output<typeof contactState>;

/** Why a call of a campaign is not let through: each rule of the gate by its name, as it is counted. */
export const gateReasons = {
  'not-running': 'Chiến dịch không chạy',
  'before-start': 'Chưa đến ngày bắt đầu',
  'after-end': 'Đã qua ngày kết thúc',
  'advertising-hours': 'Ngoài giờ gọi quảng cáo',
  'campaign-hours': 'Ngoài giờ gọi của chiến dịch',
  'refuses-advertising': 'Khách từ chối quảng cáo',
  'advertised-today': 'Số đã được gọi quảng cáo trong 24 giờ',
  'too-often': 'Đã gọi đủ số lần',
  'not-yet': 'Chưa đến giờ gọi lại',
  closed: 'Đã xong với khách này',
  'callers-rest': 'Các đầu số đang nghỉ',
  'no-caller': 'Không đầu số nào gọi ra được',
  'lacks-words': 'Thiếu thông tin cho thông điệp',
} as const;
export const gateReason = oneOf(gateReasons);
export type GateReason = z.output<typeof gateReason>;

/** What came of an earlier call of the same campaign. */
const earlier = z.object({
  id,
  at: timestamp,
  outcome: outcomeCode,
  outcome_name: z.string(),
  note: z.string(),
  by_name: z.string().nullable(),
});

/** The customer whom one is to call, as far as their role lets them see them. */
export const campaignContact = z.object({
  id,
  customer_id: id,
  state: contactState,
  attempts: z.int(),
  next_at: timestamp.nullable(),
  /** Until when nobody else is offered them. */
  claimed_until: timestamp,
  /** A call was placed, and nobody has said yet what came of it. */
  awaits_outcome: z.boolean(),
  name: z.string(),
  code: z.string(),
  /** Masked for people who may not see numbers in full. */
  phone: z.string(),
  status: id,
  status_name: z.string(),
  status_colour: z.string(),
  user_name: z.string().nullable(),
  note: z.string(),
  note_in_calling: z.string(),
  do_not_call: z.boolean(),
  calls: z.array(callRow),
  earlier: z.array(earlier),
});
export type CampaignContact = z.output<typeof campaignContact>;

/** How a campaign stands for somebody who calls for it. */
export const calling = z.object({
  campaign: z.object({
    id,
    name: z.string(),
    kind: campaignKind,
    status: campaignStatus,
    script: z.string(),
    max_attempts: z.int(),
    /** Nobody goes on before it is said what came of their last call; a process that is older does not say it. */
    outcome_required: z.boolean().default(false),
    /** Processes that are older know campaigns that are called by hand. */
    mode: campaignMode.default('hand'),
    preview_seconds: z.int().default(10),
    queue_id: id.nullable().default(null),
    ...campaigns.row.pick({ contacts: true, called: true, reached: true, finished: true }).shape,
  }),
  contact: campaignContact.nullable(),
  /**
   * The customer of one's last call, where the campaign asks what came of it before anything else and one has them no more; null where
   * nothing is owed, and of a process that is older.
   */
  owes: z
    .object({ id, customer_id: id, attempts: z.int(), name: z.string(), status: id, called_at: timestamp })
    .nullable()
    .default(null),
  /** So many can be taken to be called now; told as long as one has none. */
  ready: z.int(),
  /** Why there is nobody to call now, in words; empty while there is. */
  why: z.array(z.string()),
});
export type Calling = z.output<typeof calling>;

const access = all('campaign.call', licensed('campaign'));
const common = { base: 'tenant', access, params: z.object({ id }) } as const;

export const campaignCalling = endpoint({
  ...common,
  method: 'GET',
  path: '/campaign/:id/calling',
  result: calling,
  rowsOf: ['campaign', 'customer'],
  summary: 'How a campaign stands, and the customer of it whom one has taken to call, if any',
});

export const nextContact = endpoint({
  ...common,
  method: 'POST',
  path: '/campaign/:id/next',
  result: calling,
  body: z.object({
    /** Only where it is said what came of calling this one: whoever has lost them otherwise takes nobody. */
    after: id.optional(),
  }),
  summary:
    'Take the next customer to call: promises that are due, then who was never called, then who was not reached and has had their pause; one has only one at a time. Refused (409 `call_refused`) while the campaign asks what came of the last call',
});

export const keepContact = endpoint({
  ...common,
  method: 'POST',
  path: '/campaign-contact/:id/keep',
  result: z.object({ claimed_until: timestamp }),
  summary: 'Say that one still has a customer of a campaign; whoever says nothing for some minutes gives them back',
});

export const releaseContact = endpoint({
  ...common,
  method: 'POST',
  path: '/campaign-contact/:id/release',
  body: z.object({
    /** Somebody else may have them at once, or nobody for some minutes. */
    later: z.boolean().default(false),
  }),
  summary:
    'Give a customer of a campaign back; refused (409 `call_refused`) while the campaign asks what came of calling them',
});

/** What the gate says: how the call is dialled, or which rule is in its way. */
export const callAllowed = z.discriminatedUnion('outcome', [
  /** `dial` is what the own phone asks to call (`POST /create-histories-call`), and says nothing of the number. */
  z.object({ outcome: z.literal('placed'), dial: z.string(), attempts: z.int() }),
  z.object({ outcome: z.literal('refused'), reason: gateReason, words: z.string() }),
]);

export const callContact = endpoint({
  ...common,
  method: 'POST',
  path: '/campaign-contact/:id/call',
  result: callAllowed,
  summary:
    'Ask to call a customer of a campaign whom one has taken: counted as an attempt, or refused by a rule in words, and counted as that. Refused (409 `call_refused`), and not counted, while the campaign asks what came of the last call',
});

/** In which campaigns a customer is, and how far each has come with them. */
export const customerCampaigns = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/customer/:id/campaigns',
  rowsOf: ['customer', 'campaign'],
  access: all('customer.view', 'campaign.view', licensed('campaign')),
  summary: 'The campaigns that a customer is in, the newest first, and what came of it',
  params: z.object({ id }),
  result: z.object({
    data: z.array(
      z.object({
        id,
        name: z.string(),
        state: contactState,
        attempts: z.int(),
        last_at: timestamp.nullable(),
        next_at: timestamp.nullable(),
      }),
    ),
  }),
});
