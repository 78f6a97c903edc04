import { createTenantTable, references, run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/** Music has more pieces than its first, an order, and a volume. */
export const musicOfSeveral: Migration = {
  name: '0336-music-of-several',
  async up(db) {
    await run(
      db,
      `alter table music_on_hold
        add column random boolean not null default false,
        add column volume integer not null default 100 check (volume between 10 and 200)`,
    );
    await createTenantTable(db, 'music_piece', [
      'music_on_hold_id uuid not null',
      'position integer not null default 0',
      'audio_id uuid not null',
      references('music_piece', 'music_on_hold_id', 'music_on_hold', 'cascade'),
      references('music_piece', 'audio_id', 'audio'),
    ]);
    await run(db, 'create index music_piece_music_on_hold on music_piece (tenant_id, music_on_hold_id)');
    await run(db, 'create index music_piece_audio on music_piece (tenant_id, audio_id)');
    // As others of the tables that versions are of: rows are laid in any order, and what is changed in them is noted.
    await run(
      db,
      'alter table music_piece alter constraint music_piece_music_on_hold_id_fkey deferrable initially immediate',
    );
    await run(
      db,
      `create trigger note_routing after insert or update or delete on music_piece
        for each row execute function note_routing('id')`,
    );
  },
};
