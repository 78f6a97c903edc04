import { permissions, superAdmin } from '@alo/contract';

/**
 * Roles that every tenant begins with. The super-admin needs no list. Who answers the phone begins at their own day: the dashboard is of
 * the whole company, whatever a role's scope is.
 */
export const builtInRoles = [
  { name: superAdmin, permissions: [] },
  { name: 'Quản lý', permissions },
  {
    name: 'Nhân viên',
    permissions: [
      'customer.view',
      'customer.create',
      'customer.update',
      'customer.full-phone',
      'customer.call-anyway',
      'call-history.view',
      'call-history.listen',
      'bot-calls.create',
      'campaign.view',
      'campaign.call',
      'survey-campaign.view',
      'survey-campaign.ask',
      'kpis.view',
      'departments.view',
      'teams.view',
      'branchs.view',
    ],
  },
] as const;
