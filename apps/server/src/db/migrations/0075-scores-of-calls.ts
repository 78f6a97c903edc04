import { resourceTable } from '../recipes/resource-table.ts';
import { createTenantTable, references, run } from '../recipes/tenant-table.ts';
import type { Migration } from './migration.ts';

/** Calls are scored by sheets. What a sheet asked when somebody scored by it stays beside the score, whatever it asks today. */
export const scoresOfCalls: Migration = {
  name: '0075-scores-of-calls',
  async up(db) {
    await resourceTable(db, 'score_sheet', {
      columns: [
        'name text not null',
        'active boolean not null default true',
        'pass_percent integer not null default 80 check (pass_percent between 0 and 100)',
        'fatal_percent integer not null default 0 check (fatal_percent between 0 and 100)',
        'dispute_days integer not null default 3 check (dispute_days between 1 and 30)',
        "note text not null default ''",
      ],
    });
    await createTenantTable(db, 'score_edition', [
      'score_sheet_id uuid not null',
      'number integer not null',
      "sections jsonb not null default '[]'",
      references('score_edition', 'score_sheet_id', 'score_sheet', 'cascade'),
      'constraint score_edition_number unique (tenant_id, score_sheet_id, number)',
    ]);
    await createTenantTable(db, 'evaluation', [
      'call_id uuid not null',
      'call_started_at timestamptz not null',
      'score_sheet_id uuid not null',
      'edition_id uuid not null',
      // Whose call it is, and who scores: they may have left.
      'agent_id uuid not null',
      'scorer_id uuid',
      "state text not null check (state in ('due', 'draft', 'submitted', 'agreed', 'disputed', 'decided'))",
      "reason text not null default ''",
      'pass_percent integer not null',
      'fatal_percent integer not null',
      "answers jsonb not null default '[]'",
      "marks jsonb not null default '[]'",
      "comment text not null default ''",
      // Of one, by the ids of the questions: what the score was made of.
      "shares jsonb not null default '{}'",
      'percent double precision check (percent between 0 and 100)',
      'first_percent double precision',
      'passed boolean',
      'fatal boolean not null default false',
      'submitted_at timestamptz',
      'dispute_until timestamptz',
      "agent_word text not null default ''",
      'answered_at timestamptz',
      "decision text not null default ''",
      'decider_id uuid',
      'decided_at timestamptz',
      references('evaluation', 'score_sheet_id', 'score_sheet'),
      references('evaluation', 'edition_id', 'score_edition'),
    ]);
    await run(
      db,
      `create unique index evaluation_once on evaluation (tenant_id, call_id, score_sheet_id);
      create index evaluation_sheet on evaluation (tenant_id, score_sheet_id);
      create index evaluation_edition on evaluation (tenant_id, edition_id);
      create index evaluation_agent on evaluation (tenant_id, agent_id, submitted_at desc);
      create index evaluation_scorer on evaluation (tenant_id, scorer_id) where state in ('due', 'draft');
      create index evaluation_submitted on evaluation (tenant_id, submitted_at desc);
      create index evaluation_newest on evaluation (tenant_id, created_at desc, id desc);
      create index evaluation_disputed on evaluation (tenant_id, answered_at desc) where state = 'disputed';
      create index evaluation_of_old_calls on evaluation (tenant_id, call_started_at)`,
    );
  },
};
