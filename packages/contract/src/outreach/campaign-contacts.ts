import { z } from 'zod';

import { outcomeCode } from '../calls/call-outcomes.ts';
import { all, licensed } from '../lib/access.ts';
import { exportFormat, wantedRows } from '../lib/crud.ts';
import { endpoint, jobTicket } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, timestamp } from '../lib/values.ts';
import { contactState } from './campaign-calls.ts';

/** Why a customer of a campaign is called when they are, or is not. */
export const nextCalls = {
  now: 'Gọi được ngay',
  promise: 'Khách hẹn',
  pause: 'Nghỉ giữa hai lần gọi',
  calling: 'Đang gọi',
  taken: 'Có người đang giữ',
  closed: 'Chiến dịch không chạy',
  refuses: 'Từ chối quảng cáo',
  advertised: 'Số đã được gọi quảng cáo trong 24 giờ',
  'no-number': 'Không có số',
  done: 'Đã xong',
  exhausted: 'Hết số lần gọi',
  stopped: 'Dừng theo luật gọi lại',
} as const;
export const nextCallWhy = oneOf(nextCalls);
export type NextCallWhy = z.output<typeof nextCallWhy>;

/** How much of a message was heard. */
export const messageHeards = { whole: 'Nghe hết', part: 'Nghe một phần' } as const;
const messageHeard = oneOf(messageHeards);

/** A customer of a campaign, and how far it has come with them. Numbers are masked for people who may not see them in full. */
export const contactRow = z.object({
  id,
  customer_id: id,
  name: z.string(),
  code: z.string(),
  phone: z.string(),
  /** Their other numbers. */
  phones: z.array(z.string()),
  state: contactState,
  attempts: z.int(),
  last_at: timestamp.nullable(),
  last_by_name: z.string().nullable(),
  /** What came of the last call; null as long as nobody has said it. */
  outcome: outcomeCode.nullable(),
  outcome_name: z.string().nullable(),
  /** The conversation that the last call became, as far as there is one. */
  call_id: id.nullable(),
  /** What they heard of the message of the last call, where it said one, for how many seconds, and which key they pressed. */
  heard: messageHeard.nullable().default(null),
  heard_seconds: z.int().nullable().default(null),
  pressed: z.string().default(''),
  next_at: timestamp.nullable(),
  next_why: nextCallWhy,
  /** Nobody else is offered them. */
  assigned_to: id.nullable(),
  assigned_name: z.string().nullable(),
  /** The list that they came with. */
  list_name: z.string().nullable(),
});
export type ContactRow = z.output<typeof contactRow>;

const idOrNone = z.union([id, z.literal('none')]);
const hours = 24;

/** What the customers of a campaign can be narrowed down by. Outcome, person, hour, number of the call, number shown, and what was heard and pressed are those of one and the same call. */
export const contactFilters = {
  state: contactState.optional(),
  outcome: z.union([outcomeCode, z.literal('none')]).optional(),
  called_by: idOrNone.optional(),
  /** Called in this hour of the day, where the company is. */
  hour: z.coerce
    .number()
    .int()
    .min(0)
    .max(hours - 1)
    .optional(),
  /** Called so many times, and this one among them. */
  nth: z.coerce.number().int().min(1).max(1000).optional(),
  assigned_to: idOrNone.optional(),
  /** Came with this data source. */
  list: idOrNone.optional(),
  /** Called with this number of the company shown. */
  shown: idOrNone.optional(),
  /** Of a message: how much was heard of it, and which key was pressed. */
  heard: z.union([messageHeard, z.literal('none')]).optional(),
  pressed: z.union([z.string().regex(/^[0-9*#]$/), z.literal('none')]).optional(),
};
export const contactFilter = z.object(contactFilters);
export type ContactFilter = z.output<typeof contactFilter>;

const common = { base: 'tenant', params: z.object({ id }) } as const;
const access = all('campaign.view', 'customer.view', licensed('campaign'));
const rowsOf = ['campaign', 'customer', 'call-outcomes'] as const;

export const campaignContacts = endpoint({
  ...common,
  access,
  rowsOf,
  method: 'GET',
  path: '/campaign/:id/contacts',
  summary:
    'The customers of a campaign and how far it has come with each, whoever was called last first; sorted by `last_at` or `next_at`',
  query: listQuery.extend(contactFilters),
  result: pageOf(contactRow),
});

export const exportCampaignContacts = endpoint({
  ...common,
  access: all('campaign.export', 'customer.view', licensed('campaign')),
  method: 'GET',
  path: '/campaign/:id/contacts/export',
  summary: 'The customers of a campaign as a spreadsheet',
  query: listQuery.extend({ ...contactFilters, format: exportFormat }),
  answers: 'file or job',
});

export const campaignCounts = endpoint({
  ...common,
  access,
  rowsOf,
  method: 'GET',
  path: '/campaign/:id/contact-counts',
  summary: 'How many customers of a campaign are in which state, of those whom one sees',
  result: z.object({
    campaign: z.object({ id, name: z.string() }),
    total: z.int(),
    states: z.record(contactState, z.int()),
  }),
});

/** What is done with many customers of a campaign. */
export const contactMoves = {
  'call-again': 'Gọi lại từ đầu',
  assign: 'Giao cho nhân viên',
  'take-out': 'Bỏ khỏi chiến dịch',
} as const;

export const moveContacts = endpoint({
  ...common,
  access: all('campaign.update', 'customer.view', licensed('campaign')),
  method: 'POST',
  path: '/campaign/:id/contacts/move',
  answers: 'job',
  summary:
    'Call customers of a campaign from the start again, keep them for one person (`null`: for nobody), or take them out of it; whoever is being called stays as they are',
  body: z.object({
    wanted: wantedRows(contactFilter),
    move: oneOf(contactMoves),
    /** For whom they are kept, where the move is that. */
    account_id: id.nullable().default(null),
  }),
  result: jobTicket,
});

/** By what the results of a campaign are told. */
export const resultsBy = {
  outcome: 'Kết quả',
  agent: 'Nhân viên',
  hour: 'Giờ gọi',
  list: 'Nguồn khách',
  attempt: 'Lần gọi',
  shown: 'Đầu số',
  heard: 'Nghe thông điệp',
  pressed: 'Phím bấm',
} as const;
export const resultBy = oneOf(resultsBy);
export type ResultBy = z.output<typeof resultBy>;

const results = {
  /** Calls that were placed. */
  calls: z.int(),
  /** Those in which the customer was spoken with, and those that came to what the company calls a success, as was said of them. */
  reached: z.int(),
  success: z.int(),
  /** Customers who were called so, each once. */
  customers: z.int(),
};

export const campaignResults = endpoint({
  ...common,
  access,
  rowsOf,
  method: 'GET',
  path: '/campaign/:id/results',
  summary:
    'What came of the calls of a campaign by outcome, person, hour, list, number of the call, number shown, or what was heard and pressed of its message; `key` is the filter of its customers',
  query: z.object({ by: resultBy.default('outcome') }),
  result: z.object({
    campaign: z.object({ id, name: z.string() }),
    total: z.object(results),
    /** Of the calls that said a message: those that were picked up, and of these those that heard it to its end, pressed a key, asked for a person, answered a survey, and refused such calls. */
    message: z
      .object({
        picked_up: z.int(),
        whole: z.int(),
        pressed: z.int(),
        to_queue: z.int(),
        to_survey: z.int(),
        refused: z.int(),
      })
      .nullable()
      .default(null),
    data: z.array(z.object({ key: z.string(), name: z.string(), ...results })),
  }),
});
