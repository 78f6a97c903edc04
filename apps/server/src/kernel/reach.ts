import { superAdmin } from '@alo/contract';

import type { Caller } from './caller.ts';

/** Whose rows somebody sees: everybody's, or those of the people of one account, team, department or branch. */
export type Reach =
  | { readonly kind: 'all' }
  | { readonly kind: 'account' | 'team' | 'department' | 'branch'; readonly id: string };

/** Where somebody belongs, as far as they belong somewhere. */
export type Place = Pick<Caller, 'accountId' | 'teamId' | 'departmentId' | 'branchId'>;

/** Whoever asks, as far as it says whose rows they see. */
export type Seer = Place & Pick<Caller, 'role'>;

/** The company itself, for what it does by itself. */
export const wholeCompany: Seer = {
  accountId: '',
  teamId: null,
  departmentId: null,
  branchId: null,
  role: { name: superAdmin, permissions: [], scope: 'all' },
};

/** What the caller's data scope comes to. Somebody who belongs to no team has their own rows. */
export function reachOf(caller: Seer): Reach {
  const { role, accountId, teamId, departmentId, branchId } = caller;
  const colleagues = (kind: 'team' | 'department' | 'branch', id: string | null): Reach =>
    id === null ? { kind: 'account', id: accountId } : { kind, id };
  if (role.name === superAdmin) return { kind: 'all' };
  switch (role.scope) {
    case 'all':
      return { kind: 'all' };
    case 'branch':
      return colleagues('branch', branchId);
    case 'department':
      return colleagues('department', departmentId);
    case 'team':
      return colleagues('team', teamId);
    case 'own':
      return colleagues('team', null);
    default:
      return role.scope satisfies never;
  }
}

/** Whether what belongs to a person who has this place is within somebody's reach. */
export function reaches(reach: Reach, { accountId, teamId, departmentId, branchId }: Place): boolean {
  switch (reach.kind) {
    case 'all':
      return true;
    case 'account':
      return accountId === reach.id;
    case 'team':
      return teamId === reach.id;
    case 'department':
      return departmentId === reach.id;
    case 'branch':
      return branchId === reach.id;
    default:
      return reach satisfies never;
  }
}
