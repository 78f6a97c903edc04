import { sql } from 'kysely';

import type { Db } from '../db/database.ts';
import type { FileArea } from '../storage/file-store.ts';

/** What the rows say of a file that is whole. */
interface ThereFile {
  /** Calls of this machine play it: it lies here besides. */
  readonly staysHere: boolean;
  /** An engine that was given up may be writing yet. */
  readonly mayGrow: boolean;
  /** It has its last form: what the bucket has is it, and what lies elsewhere is older. */
  readonly isFinal: boolean;
}

/** Which of these files have a row that says that they are whole, by their names. */
export async function whatIsThere(
  db: Pick<Db, 'inTenant'>,
  tenantId: string,
  area: FileArea,
  names: readonly string[],
): Promise<ReadonlyMap<string, ThereFile>> {
  const ids = names.map((name) => name.replace(/\.wav$/, ''));
  const isNamed = sql<boolean>`id::text = any(${ids}::text[])`;
  const found = await db.inTenant(tenantId, async (trx) => {
    switch (area) {
      case 'recordings': {
        const rows = await trx
          .selectFrom('recording')
          .where('id', 'in', ids)
          .where('state', '<>', 'open')
          .select(['id', 'kind', 'state', 'kept_as'])
          .execute();
        return rows.map(
          ({ id, kind, state, kept_as: keptAs }) =>
            [
              `${id}.wav`,
              { staysHere: kind === 'message', mayGrow: state === 'failed', isFinal: keptAs === 'opus' },
            ] as const,
        );
      }
      case 'prompts': {
        const rows = await trx.selectFrom('audio').where(isNamed).select('id').execute();
        return rows.map(({ id }) => [`${id}.wav`, { staysHere: true, mayGrow: false, isFinal: false }] as const);
      }
      case 'uploads':
      case 'exports': {
        const rows = await trx.selectFrom('job').where(isNamed).select('id').execute();
        return rows.map(({ id }) => [id, { staysHere: false, mayGrow: false, isFinal: false }] as const);
      }
      default:
        return area satisfies never;
    }
  });
  return new Map(found);
}
