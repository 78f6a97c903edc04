import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** A company speaks in a voice of its own: somebody has said each word once, and which groups of them calls are told in is switched. */
export const voicesOfCompanies: Migration = {
  name: '0137-voices-of-companies',
  async up(db) {
    await createTenantTable(db, 'voice_clip', [
      // A key of the prompt store.
      'key text not null',
      'audio_id uuid not null',
      // As it was brought, before it was made as loud as all others; decibels below full scale.
      'level_db real not null',
      // Between the words; null where nothing is around them.
      'noise_db real',
      'clipped integer not null',
      'begins_cut boolean not null',
      'ends_cut boolean not null',
      'speech_ms integer not null',
      'constraint voice_clip_once unique (tenant_id, key)',
      references('voice_clip', 'audio_id', 'audio', 'cascade'),
    ]);
    await createTenantTable(db, 'company_voice', [
      "groups text[] not null default '{}'",
      'constraint company_voice_once unique (tenant_id)',
    ]);
    await run(db, 'create index voice_clip_audio on voice_clip (tenant_id, audio_id)');
  },
};
