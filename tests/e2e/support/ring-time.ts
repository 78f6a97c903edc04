import { extensions } from '@alo/contract';
import { onTestFinished } from 'vitest';

import type { PersonApi } from './api.ts';

/** An extension rings for so long only, until the test is over: nobody waits as long as people do. */
export async function ringsFor(admin: PersonApi, number: string, seconds: number): Promise<void> {
  const set = async (ring_seconds: number): Promise<number> => {
    const { data } = await admin.call(extensions.list, { query: { search: number } });
    const row = data.find((one) => one.number === number);
    if (row === undefined) throw new Error(`the demo has no ${number}`);
    await admin.call(extensions.update, { params: { id: row.id }, body: { ...row, ring_seconds } });
    return row.ring_seconds;
  };
  const before = await set(seconds);
  onTestFinished(async () => void (await set(before)));
}
