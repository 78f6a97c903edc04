import { dashboard } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { callsSeenBy } from '../../domain/call-scope.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { type Route, route } from '../../http/route.ts';
import type { Caller } from '../../kernel/caller.ts';
import { countCalls, figuresOf } from './figures.ts';
import { readAgents } from './people.ts';
import { type Window, windowsOf } from './windows.ts';

export interface DashboardDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly calls: Pick<CallsNow, 'phones'>;
}

export const dashboardRoutes = ({ db, now, calls }: DashboardDeps): Route[] => [
  route(dashboard, ({ caller, query }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const at = new Date(now());
      const { timeZone } = caller;
      const { date, day, before } = await windowsOf(trx, { date: query.date, timeZone, now: at });
      const figures = figuresOf(date, await countCalls(trx, day, caller), await countCalls(trx, before, caller));
      const agents = await readAgents(trx, day, caller, (extensions) => calls.phones(caller.tenantId, extensions));
      const online = agents.filter(({ state }) => state !== 'offline').length;
      return {
        date,
        updated_at: at,
        figures: [
          ...figures,
          {
            key: 'online',
            label: 'Đang trực',
            unit: 'people',
            value: online,
            before: null,
            formula: 'Nhân viên có máy nhánh đang kết nối và không ngoại tuyến, ngay lúc này',
            calls: null,
          },
        ],
        hours: await readHours(trx, { day, before, caller }),
        agents,
      };
    }),
  ),
];

/** Conversations by the hour of the company's clock that they started in. */
async function readHours(trx: Trx, { day, before, caller }: { day: Window; before: Window; caller: Caller }) {
  const { rows } = await sql<{ hour: number; answered: number; missed: number; before: number }>`
    with counted as (
      select extract(hour from started_at at time zone ${caller.timeZone})::int as hour, started_at >= ${day.from} as is_day,
        status from call
      where (started_at >= ${day.from} and started_at < ${day.to}
        or started_at >= ${before.from} and started_at < ${before.to}) and ${callsSeenBy(caller)})
    select hour::int,
      count(status) filter (where is_day and status = 'answered') as answered,
      count(status) filter (where is_day and status not in ('answered', 'in_progress')) as missed,
      count(status) filter (where not is_day) as before
    from generate_series(0, 23) as hour left join counted using (hour) group by hour order by hour`.execute(trx);
  return rows;
}
