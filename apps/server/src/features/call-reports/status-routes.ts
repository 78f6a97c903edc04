import { exportStatusTimes, myStatusTimes, statusDay, statusTimesOfPerson, statusTimesReport } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import { Problem } from '../../kernel/problem.ts';
import { exportRows } from '../../resource/exporting.ts';
import { pageIn } from './page-in.ts';
import { daysOf } from './parties.ts';
import type { CallReportDeps } from './routes.ts';
import { statusExport } from './status-export.ts';
import { statusTimesOf } from './status-report.ts';
import { statusRows } from './status-rows.ts';
import { spansOf, statusSums, timedPeople } from './status-spans.ts';

const daysAtMost = 92;

/** What people's time has gone to, as far as somebody sees them, and everybody's own of today. */
export const statusTimesRoutes = ({ db, announceJob, now }: CallReportDeps): Route[] => {
  const person = async (trx: Trx, caller: Caller, id: string) => {
    const [found] = await timedPeople(trx, caller, { account_id: id });
    if (found === undefined) throw Problem.notFound();
    return found;
  };
  return [
    route(statusTimesReport, ({ caller, query }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const at = new Date(now());
        const days = await daysOf(trx, query, caller, at, daysAtMost);
        const { rows, sums } = await statusRows(trx, caller, query, { days, now: at });
        const { first_at: _first, last_at: _last, ...counts } = statusTimesOf(sums);
        return { ...pageIn(rows, query), from: days.from, to: days.to, counts };
      }),
    ),

    route(statusTimesOfPerson, ({ caller, query, params: { id } }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const at = new Date(now());
        const { active: _active, ...row } = await person(trx, caller, id);
        const days = await daysOf(trx, query, caller, at, daysAtMost);
        const { timeZone } = caller;
        const sums = await statusSums(trx, [id], days, { slot: 'day', now: at, timeZone });
        return {
          ...row,
          ...statusTimesOf(sums),
          from: days.from,
          to: days.to,
          days: [...Map.groupBy(sums, ({ slot }) => slot)]
            .map(([day, its]) => ({ day, ...statusTimesOf(its) }))
            .toSorted((one, other) => (one.day < other.day ? -1 : 1)),
        };
      }),
    ),

    route(statusDay, ({ caller, query: { day }, params: { id } }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const at = new Date(now());
        await person(trx, caller, id);
        const { begin, end } = await daysOf(trx, { from: day, to: day }, caller, at);
        return { from: begin, to: end, at, spans: await spansOf(trx, id, { begin, end }, at) };
      }),
    ),

    route(myStatusTimes, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const at = new Date(now());
        const days = await daysOf(trx, {}, caller, at);
        const { begin, end } = await daysOf(trx, { from: days.to, to: days.to }, caller, at);
        const { timeZone, accountId } = caller;
        return statusTimesOf(await statusSums(trx, [accountId], { begin, end }, { slot: 'none', now: at, timeZone }));
      }),
    ),

    fileRoute(exportStatusTimes, async (request) => {
      const { format, ...query } = request.query;
      const at = new Date(now());
      // A job may come to it on another day: it is told which ones are meant, and until when.
      const { from, to } = await db.inTenant(request.caller.tenantId, (trx) =>
        daysOf(trx, query, request.caller, at, daysAtMost),
      );
      return exportRows({ db, announceJob }, statusExport, request, { ...query, from, to, at }, format);
    }),
  ];
};
