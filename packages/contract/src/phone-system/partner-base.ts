import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { id, timestamp } from '../lib/values.ts';

/**
 * What programs read that were written for eTelecom: its calls, its words, our rows. Who holds the key of a session, or a key of the
 * company, sees what its person sees. Codes are texts there; ours are ids.
 */
const path = (call: string) => `/shop.Etelecom/${call}` as const;

const partnerHotline = z.object({
  id,
  owner_id: id,
  name: z.string(),
  hotline: z.string(),
  network: z.enum(['unknown', 'mobifone', 'vinaphone', 'viettel', 'other']),
  created_at: timestamp,
  updated_at: timestamp,
  /** `P` in use, `N` not, `Z` new: its papers are not there or not accepted yet. */
  status: z.enum(['Z', 'P', 'N']),
  description: z.string(),
});

export const partnerHotlines = endpoint({
  base: 'etelecom',
  method: 'POST',
  path: path('GetHotlines'),
  access: 'numbers.view',
  rowsOf: ['numbers'],
  summary: 'The service numbers, as programs written for eTelecom read them',
  result: z.object({ hotlines: z.array(partnerHotline) }),
});

export const partnerExtensions = endpoint({
  base: 'etelecom',
  method: 'POST',
  path: path('GetExtensions'),
  access: 'subscribers.view',
  rowsOf: ['subscribers', 'accounts'],
  summary: 'The extensions, as programs written for eTelecom read them; without passwords, which nothing ever tells',
  body: z.object({
    /** Those that call out with this number where nothing else is said. */
    filter: z
      .strictObject({ hotline_id: id.nullable().default(null) })
      .nullable()
      .default(null),
  }),
  result: z.object({
    extensions: z.array(
      z.object({
        id,
        /** Whose it is; '' of one that is nobody's. */
        user_id: z.string(),
        account_id: id,
        extension_number: z.string(),
        tenant_id: id,
        tenant_domain: z.string(),
        /** With which it calls out; '' where rules decide. */
        hotline_id: z.string(),
        created_at: timestamp,
        updated_at: timestamp,
      }),
    ),
  }),
});

/** Pages of call logs that may be asked for one after the other. */
export const partnerPagesAtMost = 1000;

const cursor = z.string().regex(/^(p[1-9]\d{0,3})?$/, 'Con trỏ trang không hợp lệ');

export const partnerCallLogs = endpoint({
  base: 'etelecom',
  method: 'POST',
  path: path('GetCallLogs'),
  access: 'call-history.view',
  rowsOf: ['call-history'],
  summary:
    'The call history, newest first, as programs written for eTelecom read it; `next` is the `after` of the page that follows, which begins with calls of this page where new ones came meanwhile: tell them apart by `id`',
  body: z.object({
    paging: z
      .strictObject({
        after: cursor.default(''),
        limit: z.int().min(1).max(100).default(50),
      })
      .nullable()
      .default(null),
    filter: z
      .strictObject({
        hotline_ids: z.array(id).max(1, 'Mỗi lần một đầu số').default([]),
        extension_ids: z.array(id).max(1, 'Mỗi lần một máy nhánh').default([]),
      })
      .nullable()
      .default(null),
  }),
  result: z.object({
    call_logs: z.array(
      z.object({
        id,
        external_id: z.string(),
        account_id: id,
        owner_id: id,
        hotline_id: z.string(),
        user_id: z.string(),
        extension_id: z.string(),
        started_at: timestamp,
        ended_at: timestamp.nullable(),
        /** Talk, in seconds. */
        duration: z.int(),
        caller: z.string(),
        callee: z.string(),
        direction: z.enum(['in', 'out', 'ext']),
        /** `unknown` while it goes on. */
        call_state: z.enum(['unknown', 'answered', 'not_answered']),
        call_status: z.enum(['P', 'NS']),
        /** As the history has it: one of the words of `status`. */
        external_call_status: z.string(),
      }),
    ),
    paging: z.object({ after: z.string(), limit: z.int(), prev: z.string(), next: z.string() }),
  }),
});
