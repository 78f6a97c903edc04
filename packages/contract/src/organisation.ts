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
