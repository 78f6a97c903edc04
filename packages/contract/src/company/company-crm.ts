import { z } from 'zod';

import { all } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';

/** What may stand in the address of a page of the CRM, as `{phone}`, and is filled in for each call. */
export const crmPageFields = {
  phone: 'số điện thoại, ví dụ 0901234567',
  id: 'mã khách mà CRM trả lời',
  code: 'mã khách trong Alô',
  call: 'mã cuộc gọi trong Alô',
  extension: 'máy nhánh của người nghe',
} as const;

/** When the page of the CRM is opened: by a click, or as one begins to talk. */
export const crmOpenings = { 'by-hand': 'Khi bấm vào', answered: 'Ngay khi bắt máy' } as const;

/** What is posted to the company's CRM, signed as webhooks are. */
export const crmAsked = z.object({
  /** As people dial it, and in E.164. */
  phone: z.string(),
  e164: z.string(),
  /** Of the call, as the API has it; null where it is not known. */
  call: z.string().nullable(),
  /** Of who asks; null where they have none. */
  extension: z.string().nullable(),
});

const line = z.object({ label: z.string().trim().min(1).max(40), value: z.string().trim().max(200) });

/** What it answers within 800 ms with status 200; 204 and 404 say that it knows nobody. */
export const crmAnswered = z.object({
  name: z.string().trim().min(1).max(120),
  /** Of its own, for the address of its page. */
  id: z.string().trim().max(120).default(''),
  facts: z.array(line).max(10).default([]),
});

export const callerInCrm = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/caller-in-crm',
  access: 'general',
  summary: "What the company's own CRM says of a number that one talks with, and its page of them",
  query: z.object({
    phone: z.string().trim().min(1).max(40),
    call: id.optional(),
    customer: id.optional().describe('The customer whose card is shown, where there is one'),
  }),
  result: z.object({
    /** Null where it is not asked, knows nobody, or did not answer. */
    found: z.object({ name: z.string(), facts: z.array(line) }).nullable(),
    /** Why there is no answer, in words; '' where there is one, or nothing to be said. */
    because: z.string(),
    /** The page of the CRM for this call; null where there is none, or it would tell a hidden number. */
    page: z.string().nullable(),
  }),
});

/** Whoever sets it sees numbers in full, for all of them are sent there. */
const ofSettings = { base: 'tenant', access: all('setting.update', 'customer.full-phone') } as const;

export const crmSecretState = endpoint({
  ...ofSettings,
  method: 'GET',
  path: '/company-crm',
  summary: 'Whether questions to the CRM can be signed; without a secret it is not asked',
  result: z.object({ has_secret: z.boolean() }),
});

export const renewCrmSecret = endpoint({
  ...ofSettings,
  method: 'POST',
  path: '/company-crm/secret',
  summary: 'Make the secret that questions to the CRM are signed with; it is shown this once',
  result: z.object({ secret: z.string() }),
});

export const tryCrm = endpoint({
  ...ofSettings,
  method: 'POST',
  path: '/company-crm/try',
  summary: 'Ask the CRM about a number as a call would',
  body: z.object({ phone: z.string().trim().min(1).max(40) }),
  result: z.object({ ok: z.boolean(), words: z.string() }),
});
