import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';

/** Surveys that run today, for people who may ask. */
export const runningSurveys = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/running-surveys',
  rowsOf: ['survey-campaign'],
  access: all('survey-campaign.ask', 'customer.view', licensed('survey')),
  summary: 'Surveys that can be asked today, and whether callers can answer them by keys',
  result: z.object({ data: z.array(z.object({ id, name: z.string(), by_keys: z.boolean() })) }),
});
