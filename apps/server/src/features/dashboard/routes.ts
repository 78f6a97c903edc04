import { dashboard, liveFigures, myDay } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { usualLevelPercent } from '../../domain/system-setting.ts';
import { type Route, route } from '../../http/route.ts';
import { presentAgents, readAgents } from './agents.ts';
import { countsOf, figuresOf, hoursOf, meaningOf, readLevels, readSums, readTarget } from './figures.ts';
import { readLeftOut } from './summed.ts';
import { presentWindows, windowsOf } from './windows.ts';

export interface DashboardDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly calls: Pick<CallsNow, 'phones'>;
}

export const dashboardRoutes = ({ db, now, calls }: DashboardDeps): Route[] => [
  route(dashboard, async ({ caller, query }) => {
    const at = new Date(now());
    const { tenantId, timeZone } = caller;
    const which = query.purpose ?? 'counted';
    const { windows } = await db.read(tenantId, () => ({
      windows: windowsOf({ date: query.date ?? null, timeZone, now: at }),
    }));
    const { date, day, before } = presentWindows(windows);
    const read = await db.read(tenantId, (trx) => ({
      sums: readSums(trx, { day, before }, caller, which),
      levels: readLevels(trx, { day, before }, caller),
      target: readTarget(trx),
      leftOut: readLeftOut(trx, day, caller),
      people: readAgents(trx, day, caller),
    }));
    const of = (isDay: boolean) =>
      countsOf(
        read.sums.filter((sum) => sum.isDay === isDay),
        read.levels.find((level) => level.isDay === isDay),
      );
    const extensions = read.people.map(({ extension }) => extension);
    const agents = presentAgents(read.people, await calls.phones(tenantId, extensions));
    const online = agents.filter(({ state }) => state !== 'offline').length;
    return {
      date,
      updated_at: at,
      figures: [
        ...figuresOf({ date, target: read.target[0]?.target ?? usualLevelPercent, which }, of(true), of(false)),
        {
          key: 'online',
          ...meaningOf(liveFigures.online),
          value: online,
          before: null,
          calls: null,
        },
      ],
      left_out: read.leftOut[0]?.n ?? 0,
      hours: hoursOf(read.sums),
      agents,
    };
  }),
  route(myDay, async ({ caller }) => {
    const { tenantId, timeZone, extension, accountId } = caller;
    const { windows } = await db.read(tenantId, () => ({
      windows: windowsOf({ date: null, timeZone, now: new Date(now()) }),
    }));
    const { date, day } = presentWindows(windows);
    const { own } = await db.read(tenantId, (trx) => ({
      own: readAgents(trx, day, caller).where('account.id', '=', accountId),
    }));
    const [deeds] = extension === null ? [] : own;
    return {
      date,
      answered: deeds?.answered ?? 0,
      rang_unanswered: deeds?.missed ?? 0,
      talk_seconds: Math.round((deeds?.talkMs ?? 0) / 1_000),
    };
  }),
];
