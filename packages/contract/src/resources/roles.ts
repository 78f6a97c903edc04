import { z } from 'zod';

import { superAdmin } from '../lib/access.ts';
import { crud } from '../lib/crud.ts';
import { oneOf } from '../lib/one-of.ts';
import { permissions, scopeLabels } from '../lib/permission.ts';
import { required } from '../lib/values.ts';

const scope = oneOf(scopeLabels);

/** What a role's people may do, and whose rows they see. The one above all is not made, changed or deleted by anybody. */
export const roles = crud({
  collection: '/roles',
  item: '/role',
  screen: 'roles',
  input: z
    .object({
      name: required,
      permissions: z
        .array(z.enum(permissions))
        .overwrite((list) => [...new Set(list)])
        .default([]),
      scope: scope.default('own'),
      /** Whoever has the role proves more than a password when they sign in. */
      second_factor: z.boolean().default(false),
    })
    .refine(({ name }) => name.toLowerCase() !== superAdmin, {
      path: ['name'],
      error: 'Tên này dành riêng cho quản trị cao nhất',
    }),
  row: z.object({ account_count: z.number().int() }),
  filters: z.object({ scope: scope.optional() }),
  bulk: ['scope'],
});
