import { monitor } from '@alo/contract';

import type { Db } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { chosenFor, customerNames } from '../../domain/customer-names.ts';
import { numberViewFrom, numberViewRead } from '../../domain/number-view.ts';
import { usualLevelPercent } from '../../domain/system-setting.ts';
import { type Route, route } from '../../http/route.ts';
import { presentBoard, within } from './board.ts';
import { levelRow, peopleRows } from './people.ts';

export interface MonitorDeps {
  readonly db: Db;
  readonly now: () => number;
  readonly calls: Pick<CallsNow, 'goingOn'>;
}

/** The live board: read whole, and again when the live socket says that it is another. */
export const monitorRoutes = ({ db, now, calls }: MonitorDeps): Route[] => [
  route(monitor, async ({ caller }) => {
    const { tenantId } = caller;
    const [read, everything] = await Promise.all([
      db.read(tenantId, (trx) => ({
        people: peopleRows(trx, caller),
        level: levelRow(trx),
        ...numberViewRead(caller),
      })),
      calls.goingOn(tenantId),
    ]);
    const goingOn = within(everything, read.people, caller);
    const numbers = new Set(
      [...goingOn.calls.map(({ who }) => who), ...goingOn.people.map(({ call }) => call?.with)].flatMap((party) =>
        party?.outside === true ? [party.number] : [],
      ),
    );
    const { names, chosen } =
      numbers.size === 0
        ? { names: () => '', chosen: new Map<string, string>() }
        : await db.inTenant(tenantId, async (trx) => {
            const said = await chosenFor(
              trx,
              goingOn.calls.map(({ id }) => id),
            );
            return { chosen: said, names: await customerNames(trx, [...numbers], said.values()) };
          });
    return {
      at: new Date(now()),
      level_percent: read.level[0]?.service_level_percent ?? usualLevelPercent,
      ...presentBoard(goingOn, {
        people: read.people,
        view: numberViewFrom(read),
        nameOf: (number, call) => names(number, chosen.get(call)),
      }),
    };
  }),
];
