import { sql } from 'kysely';

import type { Db, Trx } from '../db/database.ts';
import { bucketHolder, type FileCopies } from '../storage/file-copies.ts';
import type { FileKey } from '../storage/file-store.ts';

/** A folder whose process was seen so lately lives: each says so once a minute. */
export const aliveMs = 180_000;

/** Copies of files as the database knows them, for the processes of one data folder. */
export function fileCopies({
  db,
  folder,
  tell,
}: {
  readonly db: Pick<Db, 'inTenant' | 'outside'>;
  readonly folder: string;
  /** Tells the other machines that something is to be removed, or wanted: they look, each for its own. */
  readonly tell: (what: 'files-removed' | 'file-wanted', tenantId: string, names: readonly string[]) => void;
}): FileCopies {
  return {
    sending: ({ area, tenantId, name }, to) =>
      db.inTenant(tenantId, async (trx) => {
        const { rows } = await sql`
          insert into file_copy as copy (area, name, holder, state, folder)
          select ${area}, ${name}, ${to}, 'sending', ${folder}
          where not exists (select from file_copy where area = ${area} and name = ${name} and state = 'removing')
          on conflict (tenant_id, area, name, holder) do update
            set state = 'sending', folder = excluded.folder, since = now() where copy.state <> 'removing'
          returning holder`.execute(trx);
        return rows.length > 0;
      }),

    kept: (key, to, { sha256, suffix }) =>
      db.inTenant(key.tenantId, async (trx) => {
        const { numUpdatedRows } = await copyOf(trx.updateTable('file_copy'), key, to)
          .set({ state: 'kept', folder: '', sha256, suffix })
          .where('state', '=', 'sending')
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    replaced: (key, { sha256, suffix }) =>
      db.inTenant(key.tenantId, async (trx) => {
        const { numUpdatedRows } = await copyOf(trx.updateTable('file_copy'), key, bucketHolder)
          .set({ sha256, suffix })
          .where('state', '=', 'kept')
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      }),

    keptOf: (key) =>
      db.inTenant(key.tenantId, (trx) =>
        copyOf(trx.selectFrom('file_copy'), key, bucketHolder)
          .where('state', '=', 'kept')
          .select(['sha256', 'suffix'])
          .executeTakeFirst(),
      ),

    async goes(key, { bucket }) {
      const { area, tenantId, name } = key;
      const others = await othersOf(db, folder);
      if (!bucket && others.length === 0) return '';
      const sender = await db.inTenant(tenantId, async (trx) => {
        const { rows } = await sql<{ holder: string; folder: string }>`
          insert into file_copy as copy (area, name, holder, state)
          select ${area}, ${name}, holder, 'removing'
          from unnest(${[...(bucket ? [bucketHolder] : []), ...others.map(({ id }) => id)]}::text[]) as holder
          on conflict (tenant_id, area, name, holder) do update
            set state = 'removing', since = now() where copy.state <> 'removing'
          returning holder, folder`.execute(trx);
        const told = rows.find(({ holder }) => holder === bucketHolder);
        return told?.folder ?? (await folderAt(trx, key));
      });
      if (others.length > 0 || sender !== '') tell('files-removed', tenantId, []);
      return sender;
    },

    gone: (key, holder) =>
      db.inTenant(key.tenantId, async (trx) => {
        await copyOf(trx.deleteFrom('file_copy'), key, holder).where('state', '=', 'removing').execute();
      }),

    async want(key) {
      const others = await othersOf(db, folder);
      if (!others.some(({ lives }) => lives)) return false;
      const kept = await db.inTenant(key.tenantId, (trx) =>
        copyOf(trx.selectFrom('file_copy'), key, bucketHolder)
          .where('state', '<>', 'sending')
          .select('state')
          .executeTakeFirst(),
      );
      // What the bucket had, or is to be removed, nobody else has.
      if (kept !== undefined) return false;
      tell('file-wanted', key.tenantId, [`${key.area}/${key.name}`]);
      return true;
    },
  };
}

/** Who was at work on the bucket's copy of a file that was to go before. */
async function folderAt(trx: Trx, key: FileKey): Promise<string> {
  const row = await copyOf(trx.selectFrom('file_copy'), key, bucketHolder).select('folder').executeTakeFirst();
  return row?.folder ?? '';
}

/** The data folders of the installation but this one, and whether a process of theirs lives. */
async function othersOf(db: Pick<Db, 'outside'>, folder: string): Promise<{ id: string; lives: boolean }[]> {
  const { rows } = await db.outside((one) =>
    sql<{ id: string; lives: boolean }>`
      select id, seen_at > now() - make_interval(secs => ${aliveMs / 1_000}) as lives
      from file_folder where id <> ${folder}`.execute(one),
  );
  return rows;
}

/** The row of one copy. */
function copyOf<Q extends { where(column: 'area' | 'name' | 'holder', is: '=', value: string): Q }>(
  query: Q,
  { area, name }: FileKey,
  holder: string,
): Q {
  return query.where('area', '=', area).where('name', '=', name).where('holder', '=', holder);
}
