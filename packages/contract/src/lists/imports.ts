import { z } from 'zod';

import { endpoint, jobTicket } from '../lib/endpoint.ts';
import { type Screen, screens } from '../lib/permission.ts';
import { id } from '../lib/values.ts';
import { importReading, importWay } from './import-reading.ts';

/** A table as people bring it: a workbook, text with separators, or a page that is called one. */
export const importTypes = [
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
  'text/csv',
  'text/html',
  'text/xml',
  'application/xml',
  'text/plain',
  // What browsers say of a CSV file where Excel is installed, and of what they do not know.
  'application/vnd.ms-excel',
  'application/octet-stream',
] as const;
export const importMaxBytes = 200 * 1024 * 1024;

const importable = Object.entries(screens).flatMap(([name, { actions }]) =>
  (actions as readonly string[]).includes('create') && (actions as readonly string[]).includes('update') ? [name] : [],
) as [Screen, ...Screen[]];

/** Which column of the file, counted from 0, goes into which field. A field that is not here is left as it is. */
export const importMapping = z.record(z.string(), z.int().min(0).max(1_000));
/** What happens to rows that are there already. */
export const importExisting = z.enum(['update', 'skip']);

/** What became, or would become, of the rows of a file. */
export const importCounts = z.object({
  rows: z.int(),
  created: z.int(),
  changed: z.int(),
  /** There already, and as the file has it, or not to be changed. */
  same: z.int(),
  /** Twice in the file. */
  duplicate: z.int(),
  bad: z.int(),
});

/**
 * What an import has found out. First the file is `read`, again where the person says how; the person says what its columns mean, and it is
 * tried out (`check`); then it is done (`run`), and may be taken back for a day (`undo`).
 */
export const importReport = z.object({
  subject: z.string(),
  step: z.enum(['read', 'check', 'run', 'undo']),
  file_name: z.string(),
  /** How the file is read, and what its person has said of that. */
  reading: importReading.optional(),
  way: importWay.default({}),
  /** The fields that columns can be given to. */
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })).default([]),
  /** Headings of the file, and its first rows. */
  columns: z.array(z.string()).default([]),
  sample: z.array(z.array(z.string())).default([]),
  mapping: importMapping.default({}),
  existing: importExisting.default('skip'),
  counts: importCounts.optional(),
  /** The first rows that are bad, with the reason; all of them are in the file that the job makes. */
  problems: z.array(z.object({ row: z.int(), reason: z.string() })).default([]),
  undone: z.object({ removed: z.int(), restored: z.int(), kept: z.int() }).optional(),
});
export type ImportReport = z.output<typeof importReport>;
export type ImportCounts = z.output<typeof importCounts>;

export const startImport = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/imports',
  access: 'general',
  summary: 'Bring a file of rows; the job reads its columns, then waits to be told what they mean',
  accepts: { files: ['file'], maxBytes: importMaxBytes, types: [...importTypes] },
  body: z.object({ subject: z.enum(importable) }),
  answers: 'job',
  result: jobTicket,
});

const one = { base: 'tenant', method: 'POST', access: 'general', params: z.object({ id }), answers: 'job' } as const;

export const readImport = endpoint({
  ...one,
  path: '/import/:id/read',
  summary: 'Read the file of an import again, as one says that it is written; what is not said is found out',
  body: importWay,
  result: jobTicket,
});

export const checkImport = endpoint({
  ...one,
  path: '/import/:id/check',
  summary: 'Try an import out: what would be new, changed, doubled or bad; nothing is written',
  body: z.object({ mapping: importMapping, existing: importExisting }),
  result: jobTicket,
});

export const runImport = endpoint({
  ...one,
  path: '/import/:id/run',
  summary: 'Do the import that was tried out',
  result: jobTicket,
});

export const undoImport = endpoint({
  ...one,
  path: '/import/:id/undo',
  summary: 'Take an import back: what it added and nobody has changed since goes, what it changed is as before',
  result: jobTicket,
});
