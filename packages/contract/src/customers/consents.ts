import { z } from 'zod';

import { exportFormat } from '../lib/crud.ts';
import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { oneOf } from '../lib/one-of.ts';
import { day, id, timestamp } from '../lib/values.ts';
import { consentPurposes, consentSources, consentWays } from './privacy.ts';

/** A line of the ledger with what proves it. The number is hidden in part from whoever may not see numbers in full. */
export const consentLine = z.object({
  id,
  created_at: timestamp,
  customer_id: id.nullable(),
  /** '' where the card is gone. */
  customer_name: z.string(),
  /** '' of somebody who is erased: the bare fact stays. */
  phone: z.string(),
  erased: z.boolean(),
  purpose: oneOf(consentPurposes),
  given: z.boolean(),
  way: oneOf(consentSources),
  evidence: z.string(),
  /** What they had heard when they said it, sounds by their names in brackets; '' where nothing was played. */
  played: z.string(),
  /** SHA-256 of what was played, by which two versions are told apart; '' where nothing was. */
  played_sha256: z.string(),
  call_id: id.nullable(),
  campaign_id: id.nullable(),
  campaign_name: z.string(),
  /** Who noted it; null where a call or a program did. */
  by_name: z.string().nullable(),
});
export type ConsentLine = z.output<typeof consentLine>;

const narrowed = {
  from: day.optional(),
  to: day.optional(),
  purpose: oneOf(consentPurposes).optional(),
  given: z.enum(['1', '0']).optional(),
  way: oneOf(consentSources).optional(),
};
export const consentFilter = listQuery.omit({ sort: true }).extend(narrowed);

export const consentLines = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/consents',
  access: 'consents.view',
  rowsOf: ['customer'],
  summary:
    'What people agreed to and refused, newest first, with what proves it; searched by whole number, or the name of a customer or a campaign',
  query: consentFilter,
  result: pageOf(consentLine),
});

export const exportConsents = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/consents/export',
  access: 'consents.export',
  summary: 'What people agreed to and refused as a spreadsheet',
  query: consentFilter.extend({ format: exportFormat }),
  answers: 'file or job',
});

export const addConsentOfNumber = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/consents',
  access: 'consents.create',
  rowsOf: ['customer'],
  summary:
    'Note what whoever has a number agreed to or refused, elsewhere than in a call: a message answered, a page, the national list. Of advertising every card with that number follows, and cards that are made for it later begin so',
  body: z.object({
    phone: z
      .string({ error: missing })
      .trim()
      .min(1, messages.required)
      .regex(/^(\+?[1-9]\d{6,14}|0\d{7,12})$/, messages.phone)
      .meta({ examples: ['0901234567'] }),
    purpose: oneOf(consentPurposes, { error: messages.required }),
    given: z.boolean(),
    way: oneOf(consentWays, { error: messages.required }),
    evidence: z.string().trim().max(2000).default(''),
    /** The words that were answered, as they were sent. */
    played: z.string().trim().max(4000).default(''),
  }),
  result: z.object({ lines: z.array(consentLine) }),
});
