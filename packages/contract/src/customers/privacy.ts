import { z } from 'zod';

import { endpoint, jobTicket } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { oneOf } from '../lib/one-of.ts';
import { id, timestamp } from '../lib/values.ts';

/** What a person agrees to, each by itself. */
export const consentPurposes = {
  care: 'Gọi chăm sóc',
  marketing: 'Gọi quảng cáo',
  recording: 'Ghi âm cuộc gọi',
  sharing: 'Chia sẻ cho bên khác',
} as const;
/** The same, and what is of one call alone. */
export const consentSubjects = { ...consentPurposes, 'call-recording': 'Ghi âm cuộc gọi này' } as const;
/** Where it can be seen that they did (Law 91/2025: a document, a recording, a digital act). */
export const consentWays = {
  call: 'Trong cuộc gọi',
  key: 'Bấm phím trong cuộc gọi',
  message: 'Qua tin nhắn',
  web: 'Trên trang web',
  paper: 'Văn bản ký',
} as const;
/** The same, and marks on the card that somebody set or lifted without saying how the customer said it. */
export const consentSources = {
  ...consentWays,
  card: 'Đánh dấu trên hồ sơ',
  api: 'Đánh dấu qua API',
  file: 'Nhập từ tệp, đổi hàng loạt',
  ledger: 'Số đã từ chối từ trước',
} as const;
/** Whether it is a mark: one that is lifted is not the customer's consent. */
export const isMark = (way: keyof typeof consentSources): boolean => !Object.hasOwn(consentWays, way);
/** What a line says, in words. */
export const consentWords = ({ given, way }: { given: boolean; way: keyof typeof consentSources }): string =>
  given ? (isMark(way) ? 'Bỏ dấu từ chối' : 'Đồng ý') : 'Từ chối';
const purpose = oneOf(consentPurposes, { error: messages.required });
const way = oneOf(consentWays, { error: messages.required });

/** A line of the ledger: it is added to, and never changed. */
export const consent = z.object({
  id,
  purpose: oneOf(consentSubjects),
  /** False where they have taken it back, or refused. */
  given: z.boolean(),
  way: oneOf(consentSources),
  evidence: z.string(),
  /** Whose call or message it was said in; '' elsewhere. */
  campaign_name: z.string(),
  created_at: timestamp,
  by_name: z.string().nullable(),
});

/** What a person may ask for about their data. */
export const dataRequestKinds = {
  export: 'Xuất dữ liệu',
  correct: 'Sửa dữ liệu',
  withdraw: 'Rút đồng ý, hạn chế xử lý',
  erase: 'Xoá dữ liệu',
} as const;
export const dataRequestKind = oneOf(dataRequestKinds, { error: messages.required });

/** Days within which each is to be done (Decree 356/2025); once it may be put off by as many as `extensionDays`. */
export const dataRequestDays = { export: 10, correct: 10, withdraw: 15, erase: 20 } as const;
export const extensionDays = 15;

export const dataRequestStates = { open: 'Chưa xong', done: 'Đã xong', refused: 'Đã từ chối' } as const;
export const dataRequest = z.object({
  id,
  customer_id: id,
  /** '' once they are erased. */
  customer_name: z.string(),
  kind: dataRequestKind,
  note: z.string(),
  state: z.enum(['open', 'done', 'refused']),
  received_at: timestamp,
  /** Two working days to answer that it has come. */
  reply_by: timestamp,
  due_at: timestamp,
  extended: z.boolean(),
  /** What is doing it, or did. */
  job_id: id.nullable(),
  closed_at: timestamp.nullable(),
});
export type DataRequest = z.output<typeof dataRequest>;

const ofCustomer = { base: 'tenant', params: z.object({ id }) } as const;
const why = z.string().trim().max(2000).default('');

export const customerPrivacy = endpoint({
  ...ofCustomer,
  method: 'GET',
  path: '/customer/:id/privacy',
  rowsOf: ['customer'],
  access: 'customer.view',
  summary: 'What a customer has agreed to, newest first, and what they ask for about their data',
  result: z.object({ consents: z.array(consent), requests: z.array(dataRequest) }),
});

export const addConsent = endpoint({
  ...ofCustomer,
  method: 'POST',
  path: '/customer/:id/consent',
  access: 'customer.update',
  summary:
    'Note that a customer has agreed to something, or no longer does; of advertising calls, the customer follows',
  body: z.object({ purpose, given: z.boolean(), way, evidence: why }),
  result: consent,
});

export const askAboutData = endpoint({
  ...ofCustomer,
  method: 'POST',
  path: '/customer/:id/data-request',
  access: 'customer.update',
  summary: 'Note what a customer asks for about their data: the legal clock runs from then on',
  body: z.object({ kind: dataRequestKind, note: why }),
  result: dataRequest,
});

export const dataRequests = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/data-requests',
  rowsOf: ['customer'],
  access: 'customer.update',
  summary: 'What customers ask for about their data: what is open first, the nearest deadline on top',
  result: z.object({ data: z.array(dataRequest) }),
});

const ofRequest = { base: 'tenant', method: 'POST', params: z.object({ id }) } as const;

export const extendDataRequest = endpoint({
  ...ofRequest,
  path: '/data-request/:id/extend',
  access: 'customer.update',
  summary: 'Put a deadline off, once, with the reason that the person was told',
  body: z.object({ note: z.string().trim().min(1, messages.required).max(2000) }),
  result: dataRequest,
});

export const closeDataRequest = endpoint({
  ...ofRequest,
  path: '/data-request/:id/close',
  access: 'customer.update',
  summary: 'Note that what was asked for is done by hand, or refused, with the reason',
  body: z.object({ state: z.enum(['done', 'refused']), note: z.string().trim().min(1, messages.required).max(2000) }),
  result: dataRequest,
});

export const carryOutDataRequest = endpoint({
  ...ofRequest,
  path: '/data-request/:id/carry-out',
  access: { any: ['customer.export', 'customer.delete'] },
  summary:
    'Give all of a person’s data as an archive, or erase it, calls and recordings included: a job. What is held for a dispute stays',
  answers: 'job',
  result: jobTicket,
});
