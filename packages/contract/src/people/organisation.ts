import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { listQuery, pageOf } from '../lib/list.ts';
import { id } from '../lib/values.ts';

const choices = z.object({ data: z.array(z.object({ id, name: z.string() })) });

/** Every department by name, for pickers. */
export const allDepartment = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-department',
  rowsOf: ['departments'],
  access: 'general',
  summary: 'All departments, for pickers',
  result: choices,
});

/** Every team by name, for pickers. */
export const allTeam = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-team',
  rowsOf: ['teams'],
  access: 'general',
  summary: 'All teams, for pickers',
  result: choices,
});

/** Every account that may sign in by name, for pickers. */
export const allAccount = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-account',
  rowsOf: ['accounts'],
  access: 'general',
  summary: 'All accounts in use, for pickers',
  result: choices,
});

/** Every extension by number and name, for pickers. */
export const allExtension = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-extension',
  rowsOf: ['subscribers', 'accounts'],
  access: 'general',
  summary: 'All extensions, for pickers',
  result: z.object({ data: z.array(z.object({ id, number: z.string(), name: z.string() })) }),
});

const place = { id, name: z.string() };
/** How many people belong here, and to nothing below. */
const people = z.number().int();

/** The company from branch to team, whole, however large; its people are asked for place by place. */
export const organisation = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/organisation',
  rowsOf: ['branchs', 'departments', 'teams', 'accounts'],
  access: 'departments.view',
  summary:
    'Branches, departments and teams as one tree, with how many people belong to each; without what the caller may not see',
  result: z.object({
    branches: z.array(z.object(place)),
    departments: z.array(z.object({ ...place, branch_id: id.nullable(), people })),
    teams: z.array(z.object({ ...place, department_id: id, people })),
    /** In no department. */
    people,
  }),
});

/** Who belongs to a team; to a department and none of its teams; or, where neither is named, nowhere. */
export const organisationPeople = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/organisation/people',
  rowsOf: ['accounts'],
  access: 'accounts.view',
  summary: 'People in use of one place of the company, by name',
  query: listQuery
    .pick({ page: true, per_page: true })
    .extend({ department_id: id.optional(), team_id: id.optional() }),
  result: pageOf(z.object({ id, name: z.string() })),
});

/** Every profile status in its order, with its colour, for pickers. */
export const allProfileStatus = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-profile-status',
  rowsOf: ['profile-status'],
  access: 'general',
  summary: 'All profile statuses in their order, for pickers',
  result: z.object({ data: z.array(z.object({ id, name: z.string(), colour: z.string() })) }),
});

/** Every data source by name, for pickers. */
export const allDataSource = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-data-source',
  rowsOf: ['data-sources'],
  access: 'general',
  summary: 'All data sources, for pickers',
  result: choices,
});

/** Every project by name, for pickers. */
export const allProject = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-project',
  rowsOf: ['projects'],
  access: 'general',
  summary: 'All projects, for pickers',
  result: choices,
});
