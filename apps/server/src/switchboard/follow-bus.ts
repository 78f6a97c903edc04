import type { Bus } from '../bus/bus.ts';
import type { InTenant } from '../db/database.ts';
import { gathered } from '../kernel/gathered.ts';
import type { SavedPart } from '../telephony/routing-plan.ts';
import type { Telephony } from '../telephony/telephony.ts';
import { answerQuestions } from './questions.ts';

/** Changes of people and roles that come this close together are one change of the plan. */
const rightsGatherMs = 50;

/** Telephony follows what web processes tell over the bus, reads what changed from the database, and answers their questions. */
export function followBus({
  bus,
  telephony,
  inTenant,
  tenants,
  readAfter,
  onError,
}: {
  bus: Bus;
  telephony: Telephony;
  inTenant: InTenant;
  tenants: () => Promise<readonly { readonly id: string }[]>;
  /** What calls read again once rows of a subject were saved. */
  readAfter: (subject: string) => SavedPart | 'phones' | undefined;
  onError: (error: unknown) => void;
}): void {
  answerQuestions({ bus, inTenant, telephony, onError });
  bus.subscribe('secrets-changed', (tenantId, sessionIds, from) => {
    if (from === 'elsewhere') telephony.secretsChanged(tenantId, sessionIds).catch(onError);
  });
  bus.subscribe('plan-changed', (tenantId, _, from) => {
    if (from === 'elsewhere') telephony.configChanged(tenantId).catch(onError);
  });
  bus.subscribe('calls-erased', (tenantId) => void telephony.callsErased(tenantId).catch(onError));
  // A save is announced wherever it was made: by a form, an import or a job.
  bus.subscribe('resource-changed', (tenantId, [subject = '']) => {
    const saved = readAfter(subject);
    if (saved === 'phones') telephony.devicesChanged(tenantId).catch(onError);
    else if (saved !== undefined) telephony.configChanged(tenantId, saved).catch(onError);
  });
  // Who has which extension and what they may do in a call is part of the plan; the database announces each change of them.
  const readPlan = gathered(rightsGatherMs, (tenantId) => void telephony.configChanged(tenantId).catch(onError));
  bus.subscribe('rights-changed', readPlan);
  bus.subscribe('activity-changed', (tenantId, extensions, from) => {
    if (from === 'elsewhere') readActivities(tenantId, extensions).catch(onError);
  });
  // What was not heard may have been any of these.
  bus.onGap(() => void catchUp().catch(onError));

  async function readActivities(tenantId: string, extensions: readonly string[]): Promise<void> {
    const people = await inTenant(tenantId, (trx) =>
      trx
        .selectFrom('account')
        .where('extension', 'in', [...extensions])
        .select(['extension', 'status_activity', 'status_reason'])
        .execute(),
    );
    for (const { extension, status_activity: activity, status_reason: reason } of people) {
      if (extension !== null)
        telephony.agentStatus(tenantId, { extension, activity, reason: reason === '' ? null : reason });
    }
  }

  async function catchUp(): Promise<void> {
    for (const { id } of await tenants()) {
      // Secrets are told with it.
      await telephony.configChanged(id);
      await telephony.callsErased(id);
    }
  }
}
