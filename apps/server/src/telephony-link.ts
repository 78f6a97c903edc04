import type { AppDeps } from './app.ts';
import type { Bus } from './bus/bus.ts';
import type { InTenant } from './db/database.ts';
import { Problem } from './kernel/problem.ts';
import type { Telephony } from './telephony/telephony.ts';

/**
 * Telephony as the web side speaks to it. What runs in this process is told and waited for; a tenant's calls may run in
 * another one, so that is told over the bus.
 */
export function linkToTelephony(bus: Bus, local: Telephony | undefined): AppDeps['telephony'] {
  return {
    async secretsChanged(tenantId, sessionIds) {
      bus.publish('secrets-changed', tenantId, sessionIds);
      await local?.secretsChanged(tenantId, sessionIds);
    },
    async configChanged(tenantId) {
      bus.publish('plan-changed', tenantId, []);
      await local?.configChanged(tenantId);
    },
    agentStatus(tenantId, activity) {
      bus.publish('activity-changed', tenantId, [activity.extension]);
      local?.agentStatus(tenantId, activity);
    },
    // Whoever asks waits for the answer, and it comes from the process that has the call.
    request: (tenantId, request) =>
      local === undefined ? Promise.reject(Problem.unavailable()) : local.request(tenantId, request),
    boardOf: (tenantId) => local?.boardOf(tenantId),
    listen: (listener) => local?.listen(listener),
  };
}

/** Does what web processes elsewhere tell, by what the database says. */
export function followBus({
  bus,
  telephony,
  inTenant,
  tenants,
  onError,
}: {
  bus: Bus;
  telephony: Telephony;
  inTenant: InTenant;
  tenants: () => Promise<readonly { readonly id: string }[]>;
  onError: (error: unknown) => void;
}): void {
  bus.subscribe('secrets-changed', (tenantId, sessionIds, from) => {
    if (from === 'elsewhere') telephony.secretsChanged(tenantId, sessionIds).catch(onError);
  });
  bus.subscribe('plan-changed', (tenantId, _, from) => {
    if (from === 'elsewhere') telephony.configChanged(tenantId).catch(onError);
  });
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
        .select(['extension', 'status_activity'])
        .execute(),
    );
    for (const { extension, status_activity: activity } of people) {
      if (extension !== null) telephony.agentStatus(tenantId, { extension, activity, reason: null });
    }
  }

  async function catchUp(): Promise<void> {
    for (const { id } of await tenants()) {
      // Secrets are told with it.
      await telephony.configChanged(id);
    }
  }
}

/** What telephony reports here, every process hears. */
export function tellOfCalls(telephony: Pick<Telephony, 'listen'>, bus: Bus): void {
  telephony.listen({
    onWritten: (tenantId, callIds) => bus.publish('calls-written', tenantId, callIds),
    onChanged(tenantId, { people }) {
      if (people.length > 0) bus.publish('phones-changed', tenantId, people);
    },
  });
}
