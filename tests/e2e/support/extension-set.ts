import { extensions, type RowOf } from '@alo/contract';
import { onTestFinished } from 'vitest';

import type { PersonApi } from './api.ts';

type Settings = Pick<RowOf<typeof extensions>, 'call_waiting' | 'ring_seconds' | 'pick_up_group'>;

/** An extension is set so, until the test is over. */
export async function extensionSet(admin: PersonApi, number: string, settings: Partial<Settings>): Promise<void> {
  const set = async (wanted: Partial<Settings>): Promise<Settings> => {
    const { data } = await admin.call(extensions.list, { query: { search: number } });
    const row = data.find((one) => one.number === number);
    if (row === undefined) throw new Error(`the demo has no ${number}`);
    await admin.call(extensions.update, { params: { id: row.id }, body: { ...row, ...wanted } });
    const { call_waiting, ring_seconds, pick_up_group } = row;
    return { call_waiting, ring_seconds, pick_up_group };
  };
  const before = await set(settings);
  onTestFinished(async () => void (await set(before)));
}
