import { extensions } from '@alo/contract';
import { onTestFinished } from 'vitest';

import type { PersonApi } from './api.ts';

/** An extension may be rung while it talks, until the test is over. */
export async function callWaiting(admin: PersonApi, number: string): Promise<void> {
  const { data } = await admin.call(extensions.list, { query: { search: number } });
  const row = data.find((one) => one.number === number);
  if (row === undefined) throw new Error(`the demo has no ${number}`);
  const update = (body: typeof row) => admin.call(extensions.update, { params: { id: row.id }, body });
  const set = await update({ ...row, call_waiting: true });
  onTestFinished(async () => void (await update({ ...set, call_waiting: false })));
}
