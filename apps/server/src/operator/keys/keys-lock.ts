import type { ClientBase } from 'pg';

import { Refused } from '../command.ts';

/** A number of ours among the advisory locks of a database. */
const lock = 4_217_551;

/**
 * Keys are changed by one command at a time, and by none while a backup is made: it would have the secrets that a key has sealed, and
 * not the key. Held until the connection ends.
 */
export async function holdKeys(client: ClientBase, to: 'change' | 'copy'): Promise<void> {
  const { rows } = await client.query<{ held: boolean }>(
    to === 'change' ? 'select pg_try_advisory_lock($1) as held' : 'select pg_try_advisory_lock_shared($1) as held',
    [lock],
  );
  if (rows[0]?.held !== true) {
    throw new Refused(
      to === 'change'
        ? 'Một lần đổi khoá khác hoặc một lần sao lưu đang chạy: chờ xong rồi chạy lại.'
        : 'Đang đổi khoá: chờ xong rồi sao lưu.',
    );
  }
}
