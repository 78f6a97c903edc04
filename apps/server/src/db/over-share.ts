import { overShareWords, type ShareName } from '@alo/contract';
import pg from 'pg';

import { Problem } from '../kernel/problem.ts';

/** Which share a rule of the database keeps. */
const kept: Readonly<Record<string, ShareName>> = { rows_share: 'rows', block_list_most: 'blocked' };

/** A statement of a company that would have more than its share, in words; undefined for other errors. */
export function overShare(error: unknown): Problem | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  const share = kept[error.constraint ?? ''];
  if (share === undefined) return undefined;
  // The rule says how much that is, where the words do.
  return Problem.overShare(share, overShareWords(share, Number(error.detail ?? 0)));
}
