import { localTime } from '@alo/calendar';
import type { KpiMeasureName } from '@alo/contract';

import type { Trx } from '../../db/database.ts';
import { newId } from '../../kernel/new-id.ts';

const targets: readonly { readonly measure: KpiMeasureName; readonly target: number }[] = [
  { measure: 'answered', target: 200 },
  { measure: 'talk', target: 400 },
  { measure: 'answer-rate', target: 85 },
];

/** What everybody who calls should reach this month. */
export async function seedKpis(
  trx: Trx,
  { people, now, timeZone }: { people: readonly string[]; now: number; timeZone: string },
): Promise<void> {
  const month = localTime(now, timeZone).date.slice(0, 7);
  await trx
    .insertInto('kpi')
    .values(
      people.flatMap((account_id) =>
        targets.map((its) => ({ id: newId(), kind: 'person', account_id, month, ...its })),
      ),
    )
    .execute();
}
