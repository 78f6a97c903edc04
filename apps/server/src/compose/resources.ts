import { account } from '../features/accounts/accounts.ts';
import { apiKey } from '../features/api-keys/api-keys.ts';
import { audioResources } from '../features/audio/resources.ts';
import { callPathResources } from '../features/call-paths/resources.ts';
import { campaignResources } from '../features/campaigns/resources.ts';
import { customerField } from '../features/customers/customer-fields.ts';
import { customer } from '../features/customers/customers.ts';
import { deviceResources } from '../features/devices/resources.ts';
import { kpiResources } from '../features/kpi/resources.ts';
import { organisationResources } from '../features/organisation/resources.ts';
import { role } from '../features/roles/roles.ts';
import { routingResources } from '../features/routing/resources.ts';
import { surveyResources } from '../features/surveys/resources.ts';
import { timeResources } from '../features/times/resources.ts';
import { trunkResources } from '../features/trunks/resources.ts';
import { otpResources } from '../features/voice-otp/resources.ts';
import { webhook } from '../features/webhooks/webhooks.ts';
import { type Served, served } from '../resource/served.ts';

/** Every administered resource, for routes, jobs and imports alike. */
export const allResources: readonly Served[] = [
  ...organisationResources,
  served(account),
  served(role),
  served(apiKey),
  served(webhook),
  served(customerField),
  ...deviceResources,
  ...trunkResources,
  ...routingResources,
  ...timeResources,
  ...audioResources,
  ...callPathResources,
  ...campaignResources,
  ...surveyResources,
  ...otpResources,
  ...kpiResources,
  // Its calls are mounted with those that look for numbers: see `customerRoutes`.
  { ...served(customer), routes: () => [] },
];
