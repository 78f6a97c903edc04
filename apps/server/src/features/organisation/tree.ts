import { isAllowed, organisation, organisationPeople, totalCap } from '@alo/contract';
import { sql } from 'kysely';

import type { Db, Trx } from '../../db/database.ts';
import { type Route, route } from '../../http/route.ts';

export const inNameOrder = sql`name collate "vi-x-icu"`;

/** The company as a tree: its places in one answer, its people place by place. */
export const treeRoutes = (db: Db): Route[] => [
  route(organisation, ({ caller }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const sees = {
        branches: isAllowed(caller.role, 'branchs.view'),
        teams: isAllowed(caller.role, 'teams.view'),
        people: isAllowed(caller.role, 'accounts.view'),
      };
      const counts = sees.people ? await headcounts(trx) : [];
      const peopleOf = (is: (one: (typeof counts)[number]) => boolean) => counts.find(is)?.people ?? 0;
      const branches = sees.branches
        ? await trx.selectFrom('branch').select(['id', 'name']).orderBy(inNameOrder).execute()
        : [];
      const departments = await trx
        .selectFrom('department')
        .select(['id', 'name', 'branch_id'])
        .orderBy(inNameOrder)
        .execute();
      const teams = sees.teams
        ? await trx.selectFrom('team').select(['id', 'name', 'department_id']).orderBy(inNameOrder).execute()
        : [];
      return {
        branches,
        departments: departments.map((one) => ({
          ...one,
          people: peopleOf(({ department_id, team_id }) => department_id === one.id && team_id === null),
        })),
        teams: teams.map((one) => ({ ...one, people: peopleOf(({ team_id }) => team_id === one.id) })),
        people: peopleOf(({ department_id, team_id }) => department_id === null && team_id === null),
      };
    }),
  ),

  route(organisationPeople, ({ caller, query }) =>
    db.inTenant(caller.tenantId, async (trx) => {
      const { page, per_page, department_id, team_id } = query;
      const there = trx
        .selectFrom('account')
        .where('active', '=', true)
        .where((row) =>
          team_id === undefined
            ? row.and([row('team_id', 'is', null), row('department_id', 'is not distinct from', department_id ?? null)])
            : row('team_id', '=', team_id),
        );
      const data = await there
        .select(['id', 'name'])
        .orderBy(inNameOrder)
        .orderBy('id')
        .limit(per_page)
        .offset((page - 1) * per_page)
        .execute();
      const counted = trx.selectFrom(
        there
          .select('id')
          .limit(totalCap + 1)
          .as('some'),
      );
      const { total } = await counted.select((row) => row.fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
      return { data, total: Math.min(total, totalCap), total_capped: total > totalCap };
    }),
  ),
];

/** How many people belong to each team, and to each department but none of its teams. */
const headcounts = (trx: Trx) =>
  trx
    .selectFrom('account')
    .where('active', '=', true)
    .groupBy(['department_id', 'team_id'])
    .select((row) => ['department_id', 'team_id', row.fn.countAll<number>().as('people')])
    .execute();
