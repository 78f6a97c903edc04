import { z } from 'zod';

import { crud } from '../lib/crud.ts';
import { code, note, required } from '../lib/values.ts';

export const dataSources = crud({
  collection: '/data-sources',
  item: '/data-source',
  screen: 'data-sources',
  input: z.object({ name: required, code, note }),
  row: z.object({}),
});
