import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Several people score the same calls without seeing one another. None of it is anybody's score. Who takes part and what it came to stay;
 * what was said of a call goes with its recording.
 */
export const calibrationsOfScorers: Migration = {
  name: '0133-calibrations-of-scorers',
  async up(db) {
    await createTenantTable(db, 'calibration', [
      'name text not null',
      'score_sheet_id uuid not null',
      'edition_id uuid not null',
      "state text not null default 'open' check (state in ('open', 'closed'))",
      // Answers whose worth is no further apart than so many percent are the same.
      'tolerance_percent integer not null check (tolerance_percent between 0 and 50)',
      'fatal_percent integer not null',
      "note text not null default ''",
      'leader_id uuid not null',
      'closed_at timestamptz',
      'alpha double precision check (alpha <= 1)',
      'pairs integer not null default 0',
      'agreed integer not null default 0',
      references('calibration', 'score_sheet_id', 'score_sheet'),
      references('calibration', 'edition_id', 'score_edition'),
    ]);
    await createTenantTable(db, 'calibration_call', [
      'calibration_id uuid not null',
      'call_id uuid not null',
      'call_started_at timestamptz not null',
      'agent_id uuid not null',
      'position integer not null',
      // What the leader holds right; null until it is said.
      'reference jsonb',
      references('calibration_call', 'calibration_id', 'calibration', 'cascade'),
      'constraint calibration_call_once unique (tenant_id, calibration_id, call_id)',
    ]);
    await createTenantTable(db, 'calibration_scorer', [
      'calibration_id uuid not null',
      'account_id uuid not null',
      'position integer not null',
      // All calls are scored.
      'given_at timestamptz',
      'pairs integer not null default 0',
      'agreed integer not null default 0',
      'compared integer not null default 0',
      'right_ones integer not null default 0',
      // Points of a hundred, on the average of the calls: above 0 is milder than what was held right.
      'bias double precision',
      references('calibration_scorer', 'calibration_id', 'calibration', 'cascade'),
      'constraint calibration_scorer_once unique (tenant_id, calibration_id, account_id)',
    ]);
    await createTenantTable(db, 'calibration_score', [
      'calibration_call_id uuid not null',
      'account_id uuid not null',
      "answers jsonb not null default '[]'",
      'given_at timestamptz',
      references('calibration_score', 'calibration_call_id', 'calibration_call', 'cascade'),
      'constraint calibration_score_once unique (tenant_id, calibration_call_id, account_id)',
    ]);
    await run(
      db,
      `create index calibration_newest on calibration (tenant_id, created_at desc, id desc);
      create index calibration_sheet on calibration (tenant_id, score_sheet_id);
      create index calibration_edition on calibration (tenant_id, edition_id);
      create index calibration_call_call on calibration_call (tenant_id, call_id);
      create index calibration_scorer_account on calibration_scorer (tenant_id, account_id, calibration_id);
      create function calibrated_recording_gone() returns trigger
        language plpgsql security definer set search_path = pg_catalog, public as $$
        begin
          delete from public.calibration_call where tenant_id = old.tenant_id and call_id = old.call_id
            and call_started_at = old.call_started_at;
          return null;
        end $$;
      create trigger calibrated_recording_gone after delete on recording
        for each row when (old.kind = 'conversation') execute function calibrated_recording_gone()`,
    );
  },
};
