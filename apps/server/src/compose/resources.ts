import type { Screen } from '@alo/contract';

import { account } from '../features/accounts/accounts.ts';
import { apiKey } from '../features/api-keys/api-keys.ts';
import { audioResources } from '../features/audio/resources.ts';
import { automationResource } from '../features/automations/resource.ts';
import { callOutcome } from '../features/call-outcomes/call-outcomes.ts';
import { callPathResources } from '../features/call-paths/resources.ts';
import { callTag } from '../features/call-tags/call-tags.ts';
import { campaignResources } from '../features/campaigns/resources.ts';
import { customerField } from '../features/customers/customer-fields.ts';
import { customer } from '../features/customers/customers.ts';
import { deviceResources } from '../features/devices/resources.ts';
import { kpiResources } from '../features/kpi/resources.ts';
import { mailedReport } from '../features/mailed-reports/resource.ts';
import { messageResources } from '../features/messages/resources.ts';
import { organisationResources } from '../features/organisation/resources.ts';
import { qualityResources } from '../features/quality/resources.ts';
import { role } from '../features/roles/roles.ts';
import { rosterResources } from '../features/roster/resources.ts';
import { routingResources } from '../features/routing/resources.ts';
import { surveyResources } from '../features/surveys/resources.ts';
import { timeResources } from '../features/times/resources.ts';
import { trunkResources } from '../features/trunks/resources.ts';
import { otpResources } from '../features/voice-otp/resources.ts';
import { webhook } from '../features/webhooks/webhooks.ts';
import type { CallsRead } from '../resource/resource.ts';
import { type ServedResource, served } from '../resource/served.ts';
import type { SavedPart } from '../telephony/routing-plan.ts';

/** Every administered resource, for routes, jobs and imports alike. */
export const allResources: readonly ServedResource[] = [
  ...organisationResources,
  served(account),
  served(role),
  served(apiKey),
  served(webhook),
  served(customerField),
  served(callOutcome),
  served(callTag),
  ...deviceResources,
  ...trunkResources,
  ...routingResources,
  ...timeResources,
  ...audioResources,
  ...callPathResources,
  ...campaignResources,
  served(automationResource),
  ...messageResources,
  served(mailedReport),
  ...surveyResources,
  ...otpResources,
  ...kpiResources,
  ...qualityResources,
  ...rosterResources,
  // Its calls are mounted with those that look for numbers: see `customerRoutes`.
  { ...served(customer), routes: () => [] },
];

const planRead = {
  drafted: 'anything',
  rules: 'rules',
  live: 'anything',
  'block-lists': 'block-lists',
  phones: 'phones',
  none: undefined,
} as const satisfies Record<CallsRead, SavedPart | 'phones' | undefined>;

const readAfter: ReadonlyMap<string, CallsRead> = new Map([
  ...allResources.map(({ bulkable, calls }) => [bulkable.subject, calls] as const),
  // Their rows are neither added nor deleted, so that they are no resources; calls are led by them all the same.
  ...(['feature-codes', 'system-prompts'] as const satisfies readonly Screen[]).map((one) => [one, 'live'] as const),
]);

/** What calls read again once rows of a subject were saved. */
export const callsReadAfter = (subject: string): SavedPart | 'phones' | undefined =>
  planRead[readAfter.get(subject) ?? 'none'];
