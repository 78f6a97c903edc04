import { superAdmin } from '@alo/contract';

import type { Caller } from './caller.ts';

type Role = Caller['role'];

/** From the narrowest to the widest. */
const widths = ['own', 'team', 'department', 'branch', 'all'] as const satisfies readonly Role['scope'][];

/** Whether one scope shows more than another. */
export const isWider = (scope: Role['scope'], than: Role['scope']): boolean =>
  widths.indexOf(scope) > widths.indexOf(than);

/** Whether a role may do or see anything that another one may not: who has the other gives nobody this one. */
export function isAbove(role: Role, other: Role): boolean {
  if (other.name === superAdmin) return false;
  if (role.name === superAdmin) return true;
  return isWider(role.scope, other.scope) || role.permissions.some((name) => !other.permissions.includes(name));
}
