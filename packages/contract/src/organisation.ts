import { z } from 'zod';

import { endpoint } from './lib/endpoint.ts';
import { id } from './lib/values.ts';

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
  access: 'general',
  summary: 'All accounts in use, for pickers',
  result: choices,
});

/** Every extension by number and name, for pickers. */
export const allExtension = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-extension',
  access: 'general',
  summary: 'All extensions, for pickers',
  result: z.object({ data: z.array(z.object({ id, number: z.string(), name: z.string() })) }),
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
