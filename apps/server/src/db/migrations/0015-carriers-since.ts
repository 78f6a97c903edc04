import { run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A trunk knows since when it is where it is: of companies whose names lead to one carrier, it is the first one's. */
export const carriersSince: Migration = {
  name: '0015-carriers-since',
  async up(db) {
    await run(db, 'alter table trunk add column places_since timestamptz not null default now()');
    await run(db, 'alter table trunk no force row level security');
    await run(db, 'update trunk set places_since = created_at');
    await run(db, 'alter table trunk force row level security');
    await run(
      db,
      `create function note_trunk_places() returns trigger language plpgsql as $$
      begin
        new.places_since := case
          when tg_op = 'INSERT' then now()
          when (new.host, new.backups, new.addresses) is distinct from (old.host, old.backups, old.addresses) then now()
          else old.places_since end;
        return new;
      end $$;
      create trigger note_trunk_places before insert or update on trunk
        for each row execute function note_trunk_places()`,
    );
  },
};
