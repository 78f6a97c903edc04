import { run } from './lib-tenant-table.ts';
import type { Migration } from './migration.ts';

/**
 * Who may do the one may do the other, too: reports are the history counted, targets stand beside the dashboard, whoever looks after
 * people sets theirs, and who can take a call over could end it as well.
 */
const rights = [
  ['call-history.view', ['history-by-department-team.view', 'history-cdr-by-exten.view']],
  ['call-history.export', ['history-by-department-team.export', 'history-cdr-by-exten.export']],
  ['dashboard.view', ['kpis.view']],
  ['monitor.listen', ['kpi-by-department.view']],
  ['accounts.update', ['kpi-by-department.view', 'kpis.view', 'kpis.create', 'kpis.update', 'kpis.delete']],
  ['accounts.export', ['kpis.export']],
  ['monitor.take-over', ['monitor.hang-up']],
] as const;

/** Roles that companies have made already have the screens that came since; who starts anew has them from the list of built-in roles. */
export const rightsToNewScreens: Migration = {
  name: '0384-rights-to-new-screens',
  async up(db) {
    // The owner's tables bind even the owner, who is in no tenant here.
    await run(db, 'alter table role no force row level security');
    for (const [who, what] of rights) {
      const added = `'{${what.join(',')}}'::text[]`;
      await run(
        db,
        `update role set permissions = permissions || array(select unnest(${added}) except select unnest(permissions))
          where permissions @> '{${who}}'::text[] and not permissions @> ${added}`,
      );
    }
    await run(db, 'alter table role force row level security');
  },
};
