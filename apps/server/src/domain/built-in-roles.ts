import { type Permission, permissions, type Scope, superAdmin } from '@alo/contract';
import type { Trx } from '../db/database.ts';
import { newId } from '../kernel/new-id.ts';

interface BuiltInRole {
  readonly name: string;
  readonly permissions: readonly Permission[];
  readonly scope: Scope;
}

/**
 * Roles that every company begins with. The super-admin needs no list. Who answers the phone begins narrow, with their own calls and
 * customers and with hidden numbers: more is given when it is missed, and nobody takes back what everybody had. Whoever calls them they
 * are told all the same. They begin at their own day: the dashboard is of the whole company, whatever a role's scope is.
 */
export const builtInRoles: readonly BuiltInRole[] = [
  { name: superAdmin, permissions: [], scope: 'all' },
  { name: 'Quản lý', permissions, scope: 'all' },
  {
    name: 'Nhân viên',
    scope: 'own',
    permissions: [
      'customer.view',
      'customer.create',
      'customer.update',
      'call-history.view',
      'call-history.listen',
      'bot-calls.create',
      'campaign.view',
      'campaign.call',
      'survey-campaign.view',
      'survey-campaign.ask',
      'quality.view',
      'kpis.view',
      'departments.view',
      'teams.view',
      'branchs.view',
    ],
  },
];

/** The roles and settings that a new company begins with; answers the roles. */
export async function beginNarrow(trx: Trx): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const roles = builtInRoles.map((role) => ({ id: newId(), ...role, permissions: [...role.permissions] }));
  await trx.insertInto('role').values(roles).execute();
  await trx.insertInto('system_setting').values({ hidden_phone_customer: 1 }).execute();
  return roles;
}
