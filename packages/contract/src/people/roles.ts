import { z } from 'zod';

import { extensionPermission, extensionPermissions, superAdmin } from '../lib/access.ts';
import { crud } from '../lib/crud.ts';
import { oneOf } from '../lib/one-of.ts';
import { type Permission, permissions, scopeLabels } from '../lib/permission.ts';
import { day, required } from '../lib/values.ts';

const scope = oneOf(scopeLabels);

/** The specification's code, which other programs may send, is kept as what it stands for. */
const withoutCode = (given: Permission[]) =>
  [given].flat().flatMap((name: string) => (name === extensionPermission ? extensionPermissions : [name]));

/** What a role's people may do, and whose rows they see. The one above all is not made, changed or deleted by anybody. */
export const roles = crud({
  collection: '/roles',
  item: '/role',
  screen: 'roles',
  input: z
    .object({
      name: required,
      permissions: z
        .preprocess(
          withoutCode,
          z.array(z.enum(permissions)).overwrite((list) => [...new Set(list)]),
        )
        .default([]),
      scope: scope.default('own'),
      /** People of the role prove more than a password when they sign in. */
      second_factor: z.boolean().default(false),
      /** Until then they are asked for it, and may put it off; null is at once. */
      second_factor_from: day.nullable().default(null),
    })
    .refine(({ name }) => name.toLowerCase() !== superAdmin, {
      path: ['name'],
      error: 'Tên này dành riêng cho quản trị cao nhất',
    }),
  row: z.object({ account_count: z.number().int() }),
  filters: z.object({ scope: scope.optional() }),
  bulk: ['scope'],
});
