import { guardByTenant, run } from '../recipes/tenant-table.ts';
import { roles } from '../roles.ts';
import type { Migration } from './migration.ts';

/**
 * Where files are when several machines have some: the data folders that there are, and of each file the copies that are on their way,
 * in the bucket, or to be removed. A file that lies in one folder alone has no row.
 */
export const copiesOfFiles: Migration = {
  name: '0052-copies-of-files',
  async up(db) {
    await run(
      db,
      `create table file_folder (
        id text primary key,
        -- The machine's name (ALO_NODE), empty where it has none.
        node text not null default '',
        seen_at timestamptz not null default now(),
        -- Files that wait for the bucket there, since when the oldest does, and what went wrong last.
        waiting integer not null default 0,
        oldest timestamptz,
        failing text not null default ''
      )`,
    );
    await run(db, `grant select, insert, update, delete on file_folder to ${roles.app}`);
    await run(
      db,
      `create table file_copy (
        tenant_id uuid not null default current_tenant() references tenant (id) on delete cascade,
        area text not null check (area in ('recordings', 'prompts', 'uploads', 'exports')),
        name text not null,
        -- The id of a folder, or 'bucket'.
        holder text not null,
        state text not null check (state in ('sending', 'kept', 'removing')),
        -- Which folder is at work on the bucket's copy: nobody else removes that.
        folder text not null default '',
        -- Of the bytes as they lie there.
        sha256 text not null default '',
        -- What it is called there behind its name, as a file that lies sealed.
        suffix text not null default '',
        since timestamptz not null default now(),
        primary key (tenant_id, area, name, holder)
      )`,
    );
    await guardByTenant(db, 'file_copy');
    await run(db, `grant select, insert, update, delete on file_copy to ${roles.app}`);
    await run(db, "create index file_copy_unsettled on file_copy (holder, tenant_id) where state <> 'kept'");
    await run(db, `create policy lookup on file_copy for select to ${roles.lookup} using (true)`);
    await run(db, `grant select on file_copy to ${roles.lookup}`);
    await run(
      db,
      `create view file_unsettled as
        select tenant_id, holder, state, count(*)::integer as files, min(since) as since
        from file_copy where state <> 'kept' group by tenant_id, holder, state`,
    );
    await run(db, `grant select on file_unsettled to ${roles.app}`);
    await run(db, `alter view file_unsettled owner to ${roles.lookup}`);
  },
};
