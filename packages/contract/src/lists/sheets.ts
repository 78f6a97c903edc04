import { z } from 'zod';
import { endpoint, jobTicket } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, timestamp } from '../lib/values.ts';
import { importCounts, importExisting } from './imports.ts';

/** How often a sheet is read by itself, in minutes. */
export const sheetIntervals = {
  30: 'Mỗi 30 phút',
  60: 'Mỗi giờ',
  360: 'Mỗi 6 giờ',
  1440: 'Mỗi ngày',
} as const;
const everyMinutes = z.union([z.literal(30), z.literal(60), z.literal(360), z.literal(1440)]).nullable();

/** How a Google Sheet is synced, and what came of it the last time. */
export const sheetSync = z.object({
  /** Somebody has said what its columns mean: until then it is not read by itself. */
  is_mapped: z.boolean(),
  existing: importExisting,
  every_minutes: z.int().nullable(),
  next_at: timestamp.nullable(),
  going_on: z.boolean(),
  last_at: timestamp.nullable(),
  last_counts: importCounts.nullable(),
  /** Why it could not be read; '' where it could. */
  last_error: z.string(),
  /** The service account that reads it; null where it is published. */
  client_email: z.string().nullable(),
});

const one = { base: 'tenant', path: '/data-source/:id/sync', params: z.object({ id }) } as const;

export const sheetSyncState = endpoint({
  ...one,
  method: 'GET',
  access: 'data-sources.view',
  summary: 'How a Google Sheet is synced, and what came of it the last time',
  result: sheetSync,
});

export const startSheetSync = endpoint({
  ...one,
  method: 'POST',
  access: { all: ['data-sources.update', 'customer.create'] },
  summary:
    'Read a Google Sheet now, as an import: as it was done the last time, or where it is the first (or `anew`) its columns first',
  body: z.object({ anew: z.boolean().default(false) }),
  answers: 'job',
  result: jobTicket,
});

export const keepSheetSync = endpoint({
  ...one,
  method: 'PUT',
  access: { all: ['data-sources.update', 'customer.create'] },
  summary:
    'Read a Google Sheet every so often, with the rights of who asks for it; never where `every_minutes` is null',
  body: z.object({ every_minutes: everyMinutes, existing: importExisting }),
  result: sheetSync,
});

const aKey = { base: 'tenant', path: '/data-source/:id/sheet-key', params: z.object({ id }) } as const;

export const keepSheetKey = endpoint({
  ...aKey,
  method: 'PUT',
  access: { all: ['data-sources.update', 'customer.create'] },
  summary: 'Read a Google Sheet by a service account, whose key file (JSON) is kept sealed and shown to nobody again',
  body: z.object({ key: z.string({ error: missing }).trim().min(1, messages.required).max(10_000) }),
  result: sheetSync,
});

export const dropSheetKey = endpoint({
  ...aKey,
  method: 'DELETE',
  access: { all: ['data-sources.update', 'customer.create'] },
  summary: 'Forget the key of the service account: the sheet is read as it is published',
  result: sheetSync,
});
