import {
  callAnalysis,
  callQuality,
  callsByDepartment,
  callsByExtension,
  callsByQueue,
  callsOfDepartment,
  callsOfQueue,
  callTotals,
  exportCallAnalysis,
  exportCallQuality,
  exportCallsByDepartment,
  exportCallsByExtension,
  exportCallsByQueue,
} from '@alo/contract';

import type { Db } from '../../db/database.ts';
import { queueCountsOf } from '../../domain/queue-counts.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { exportRows } from '../../resource/exporting.ts';
import type { ResourceDeps } from '../../resource/store.ts';
import { analyse } from './analysis.ts';
import { analysisExport } from './analysis-export.ts';
import { callQualityIn, qualityDaysAtMost } from './call-quality.ts';
import { departmentExport, extensionExport, qualityExport, queueExport } from './export-reports.ts';
import { pageIn } from './page-in.ts';
import { daysOf, endsOf } from './parties.ts';
import { bySlot } from './queue-report.ts';
import { queuesFor, staysIn } from './queue-stays.ts';
import { readReport, readReportOfExtensions } from './read-report.ts';
import { byDepartment, byExtension, presentCounts, teamsOf } from './report.ts';

export interface CallReportDeps extends Pick<ResourceDeps, 'announceJob'> {
  readonly db: Db;
  readonly now: () => number;
}

/** Calls by department, team, person, extension and queue: the history counted, with its scope. */
export const callReportRoutes = ({ db, announceJob, now }: CallReportDeps): Route[] => {
  const today = () => new Date(now());
  /** A job may come to it on another day: it is told which ones are meant. */
  const dated = async <Q extends { from?: string | undefined; to?: string | undefined }>(
    caller: Caller,
    query: Q,
    atMost?: number,
  ) => {
    const { from, to } = await db.inTenant(caller.tenantId, (trx) => daysOf(trx, query, caller, today(), atMost));
    return { ...query, from, to };
  };
  return [
    route(callTotals, ({ caller, query: { extension, status, ...query } }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        // As the history has it: without an end where none is said.
        const { from = '2000-01-01', to = '2200-01-01' } = query;
        const days = await daysOf(trx, { from, to }, caller, today(), Number.POSITIVE_INFINITY);
        const { sums } = await readReport(trx, days, query, caller, extension);
        return presentCounts(sums.filter((sum) => status === undefined || sum.status === status));
      }),
    ),

    route(callsByDepartment, ({ caller, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const days = await daysOf(trx, query, caller, today());
        const report = await readReport(trx, days, query, caller);
        return {
          ...pageIn(byDepartment(report), query),
          from: days.from,
          to: days.to,
          counts: presentCounts(report.sums),
        };
      }),
    ),

    route(callsOfDepartment, ({ caller, query, params: { id } }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const days = await daysOf(trx, query, caller, today());
        const report = await readReport(trx, days, { ...query, department_id: id }, caller);
        const row = byDepartment(report).find((one) => one.id === id);
        if (row === undefined) throw Problem.notFound();
        return { ...row, from: days.from, to: days.to, teams: teamsOf(report, id) };
      }),
    ),

    route(callsByExtension, ({ caller, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const days = await daysOf(trx, query, caller, today());
        const report = await readReportOfExtensions(trx, days, query, caller);
        const { data, ...totals } = pageIn(byExtension(report), query);
        const extensions = data.map(({ extension }) => extension);
        const { direction, queue_id } = query;
        const ends = await endsOf(trx, extensions, days, { direction, queue_id }, caller);
        return {
          data: data.map((row) => ({ first_at: null, last_at: null, ...row, ...ends.get(row.extension) })),
          ...totals,
          from: days.from,
          to: days.to,
          counts: presentCounts(report.sums),
        };
      }),
    ),

    route(callQuality, ({ caller, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const days = await daysOf(trx, query, caller, today(), qualityDaysAtMost);
        const { rows, ...totals } = await callQualityIn(trx, days, caller, query.kind);
        return { ...pageIn(rows, query), from: days.from, to: days.to, ...totals };
      }),
    ),

    route(callsByQueue, ({ caller, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const days = await daysOf(trx, query, caller, today());
        const sums = await staysIn(trx, days, 'none', caller);
        const rows = (await queuesFor(trx, caller, sums)).map(({ row }) => row);
        return { ...pageIn(rows, query), from: days.from, to: days.to, counts: queueCountsOf(sums) };
      }),
    ),

    route(callsOfQueue, ({ caller, query, params: { id } }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const days = await daysOf(trx, query, caller, today());
        const byDay = await staysIn(trx, days, 'day', caller, id);
        const found = (await queuesFor(trx, caller, byDay)).find(({ queue }) => queue.id === id);
        if (found === undefined) throw Problem.notFound();
        const { levelSeconds, shortSeconds } = found.queue;
        return {
          ...found.row,
          from: days.from,
          to: days.to,
          level_seconds: levelSeconds,
          short_seconds: shortSeconds,
          days: bySlot(byDay).map(({ slot, counts }) => ({ day: slot, ...counts })),
          quarters: bySlot(await staysIn(trx, days, 'quarter', caller, id)).map(({ slot, counts }) => ({
            time: slot,
            ...counts,
          })),
        };
      }),
    ),

    route(callAnalysis, ({ caller, query }) =>
      db.inTenant(caller.tenantId, (trx) => analyse(trx, query, caller, today())),
    ),

    fileRoute(exportCallAnalysis, async (request) => {
      const { format, ...query } = request.query;
      const whole = { ...(await dated(request.caller, query)), asked_at: today().toISOString() };
      return exportRows({ db, announceJob }, analysisExport, request, whole, format);
    }),

    fileRoute(exportCallsByDepartment, async (request) => {
      const { format, ...query } = request.query;
      return exportRows({ db, announceJob }, departmentExport, request, await dated(request.caller, query), format);
    }),

    fileRoute(exportCallsByExtension, async (request) => {
      const { format, ...query } = request.query;
      return exportRows({ db, announceJob }, extensionExport, request, await dated(request.caller, query), format);
    }),

    fileRoute(exportCallQuality, async (request) => {
      const { format, ...query } = request.query;
      const asked = await dated(request.caller, query, qualityDaysAtMost);
      return exportRows({ db, announceJob }, qualityExport, request, asked, format);
    }),

    fileRoute(exportCallsByQueue, async (request) => {
      const { format, ...query } = request.query;
      return exportRows({ db, announceJob }, queueExport, request, await dated(request.caller, query), format);
    }),
  ];
};
