import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';

/** What a new company has to do before its customers can call, in the order in which it is done. */
export const firstStepNames = ['call', 'people', 'customers', 'number', 'hours', 'greeting', 'way'] as const;
export type FirstStep = (typeof firstStepNames)[number];

export const firstSteps = endpoint({
  base: 'tenant',
  rowsOf: ['accounts', 'customer', 'numbers', 'trunks', 'conditions', 'greeting'],
  method: 'GET',
  path: '/first-steps',
  staleAfter: { events: ['call-changed'], everyMs: 5000, calls: 'ended' },
  access: 'setting.view',
  summary: 'What a new company has done of what it begins with, as its rows and calls tell',
  result: z.object({ done: z.record(z.enum(firstStepNames), z.boolean()) }),
});
