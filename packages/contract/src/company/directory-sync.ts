import { z } from 'zod';

import { superAdmin } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { id, requiredId, timestamp, version } from '../lib/values.ts';

/** People and departments that a company's directory keeps up to date (SCIM 2.0 at `/scim/v2`). The top role alone lets it. */
const ofCompany = { base: 'tenant', access: superAdmin } as const;

const shownSync = z.object({
  active: z.boolean(),
  /** Whoever the directory adds gets it. */
  role_id: id.nullable(),
  /** 0 while nothing is set up. */
  version,
  /** How the key is told from another; '' while there is none. */
  prefix: z.string(),
  last_used_at: timestamp.nullable(),
  /** What the directory has to be told. */
  base_url: z.string(),
});

export const getDirectorySync = endpoint({
  ...ofCompany,
  method: 'GET',
  path: '/directory-sync',
  summary: "Whether the company's directory keeps its people here up to date (SCIM 2.0)",
  result: shownSync,
});

export const setDirectorySync = endpoint({
  ...ofCompany,
  method: 'PUT',
  path: '/directory-sync',
  summary: 'Set whether the directory may, and the role of those whom it adds',
  body: z.object({ active: z.boolean().default(true), role_id: requiredId, version }),
  result: shownSync,
});

export const renewDirectoryKey = endpoint({
  ...ofCompany,
  method: 'POST',
  path: '/directory-sync/secret',
  summary: 'Make the key that the directory comes with; it is shown this once, and the one before stops working',
  result: z.object({ secret: z.string() }),
});

export const endDirectoryKey = endpoint({
  ...ofCompany,
  method: 'DELETE',
  path: '/directory-sync/secret',
  summary: 'Take back the key that the directory comes with',
});
