import { z } from 'zod';

import { callAnalysis } from './call-analysis.ts';
import { callQuality, callsByDepartment, callsByExtension, callsByQueue } from './call-reports.ts';
import type { MailedKind } from './mailed-reports.ts';
import { statusTimesReport } from './status-times.ts';

// Apart from the resource, of which every page of the console knows the list: these bring all reports along.
const queries: Readonly<Record<MailedKind, z.ZodObject>> = {
  'call-analysis': callAnalysis.query,
  'history-by-department-team': callsByDepartment.query,
  'history-cdr-by-exten': callsByExtension.query,
  'history-by-queue': callsByQueue.query,
  'history-by-status': statusTimesReport.query,
  'history-by-quality': callQuality.query,
};

/** The days are those of the sending, and all rows are sent. */
const saidBySending = new Set(['from', 'to', 'page', 'per_page']);

/** What of a page's address a report is narrowed down and grouped by, as `filters` has it; what the page knows besides is left out. */
export function filtersOf(kind: MailedKind, address: Readonly<Record<string, unknown>>): string {
  const known = Object.entries(address).flatMap(([name, value]): [string, string][] =>
    name in queries[kind].shape && !saidBySending.has(name) && isWritten(value) ? [[name, String(value)]] : [],
  );
  return new URLSearchParams(known).toString();
}

/** Whether it stands in an address by itself. */
const isWritten = (value: unknown): value is string | number | boolean =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' || typeof value === 'boolean';

/** What a report was saved with, as its own calls take it; undefined where that makes no sense. */
export function mailedQuery(kind: MailedKind, filters: string): Readonly<Record<string, unknown>> | undefined {
  const said = Object.fromEntries(new URLSearchParams(filters));
  if (Object.keys(said).some((name) => saidBySending.has(name))) return undefined;
  const parsed = z.strictObject(queries[kind].shape).safeParse(said);
  return parsed.success ? parsed.data : undefined;
}
