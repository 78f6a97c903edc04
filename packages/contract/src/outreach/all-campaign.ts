import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id } from '../lib/values.ts';

/** Every campaign that has not ended by name, for pickers. */
export const allCampaign = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/all-campaign',
  rowsOf: ['campaign'],
  access: all('campaign.view', licensed('campaign')),
  summary: 'All campaigns that have not ended, for pickers',
  result: z.object({ data: z.array(z.object({ id, name: z.string() })) }),
});
