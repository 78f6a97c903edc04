import { z } from 'zod';

import { all } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, timestamp } from '../lib/values.ts';

/** So long a link is good for at most. */
export const linkDaysAtMost = 90;

const days = `Từ 1 đến ${linkDaysAtMost} ngày`;
const ofReport = { base: 'tenant', params: z.object({ id }) } as const;

export const makeReportLink = endpoint({
  ...ofReport,
  method: 'POST',
  path: '/mailed-report/:id/link',
  access: all('mailed-reports.view', 'mailed-reports.send-outside'),
  summary:
    'Keep a report as it is now, with the rights of who asks, behind a link that opens without signing in until it expires; it is shown this once',
  body: z.object({ days: z.int(days).min(1, days).max(linkDaysAtMost, days).default(7) }),
  result: z.object({ id, url: z.string(), expires_at: timestamp }),
});

export const reportLinks = endpoint({
  ...ofReport,
  method: 'GET',
  path: '/mailed-report/:id/links',
  access: 'mailed-reports.view',
  summary: 'Links to a report as it was, newest first, and how often each was opened',
  result: z.object({
    data: z.array(
      z.object({
        id,
        /** Which days the report was of. */
        days: z.string(),
        made_by: z.string(),
        created_at: timestamp,
        expires_at: timestamp,
        withdrawn_at: timestamp.nullable(),
        opened: z.int(),
        last_opened_at: timestamp.nullable(),
      }),
    ),
  }),
});

export const withdrawReportLink = endpoint({
  ...ofReport,
  method: 'DELETE',
  path: '/report-link/:id',
  access: 'mailed-reports.send-outside',
  summary: 'Withdraw a link: it opens nothing from then on, and what was kept is gone',
});

const cell = z.union([z.string(), z.number(), z.null()]);

/** A report as it was when the link was made: tables as they would be printed. */
export const sharedTable = z.object({
  title: z.string(),
  headings: z.array(z.string()),
  rows: z.array(z.array(cell)),
  /** What all rows come to; null where nothing does. */
  total: z.array(cell).nullable(),
});
export type SharedTable = z.output<typeof sharedTable>;

export const openReportLink = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/report-link',
  access: 'public',
  summary: 'A report as it was when the link was made; opening it stands in the trail',
  body: z.object({ token: z.string({ error: missing }).min(1, messages.required).max(200) }),
  result: z.object({
    name: z.string(),
    company: z.string(),
    days: z.string(),
    made_at: timestamp,
    expires_at: timestamp,
    tables: z.array(sharedTable),
  }),
});
