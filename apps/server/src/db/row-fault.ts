import pg from 'pg';

import { DatabaseUnavailable } from '../kernel/database-unavailable.ts';

/**
 * Whether PostgreSQL refuses a row for what is in it: classes 22 (data) and 23 (integrity). Trying that row again is of no
 * use. Everything else, known or not, may pass: a failover, a full disk, a lock, a right that is missing.
 */
export function isRowsOwnFault(error: unknown): boolean {
  return error instanceof pg.DatabaseError && /^(22|23)/.test(error.code ?? '');
}

/** Whether PostgreSQL refused, or was not there, in a way that may pass: what was asked of it is worth another try. */
export function mayPass(error: unknown): boolean {
  return error instanceof DatabaseUnavailable || (error instanceof pg.DatabaseError && !isRowsOwnFault(error));
}
