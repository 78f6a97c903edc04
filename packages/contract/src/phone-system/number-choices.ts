import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';

/** Every service number of the company, for pickers. */
export const numberAll = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/number/all/:companyCode',
  tenantIn: { part: 'params', name: 'companyCode' },
  rowsOf: ['numbers'],
  access: 'general',
  summary: 'All service numbers, for pickers',
  result: z.object({ data: z.array(z.object({ id, number: z.string(), name: z.string() })) }),
});

/** Every connection to a carrier by name, for pickers. */
export const allTrunk = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/trunk-choices',
  rowsOf: ['trunks'],
  access: 'general',
  summary: 'All trunks, for pickers',
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});
