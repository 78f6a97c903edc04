import { z } from 'zod';

import { endpoint } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';

/** Every queue by name, for pickers. */
export const queueAll = endpoint({
  base: 'telephony',
  method: 'GET',
  path: '/partner/queues',
  tenantIn: { part: 'query', name: 'CodeCompany' },
  rowsOf: ['queue'],
  access: 'general',
  summary: 'All queues, for pickers',
  query: z.object({ dataType: z.enum(['all']).default('all') }),
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});
