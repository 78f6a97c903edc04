import { isAllowed, seesOutcomes } from '@alo/contract';
import type { Db } from '../../db/database.ts';
import { mayPass } from '../../db/row-fault.ts';
import { everyCallKey, presentCall, recordsOf } from '../../domain/call-records.ts';
import { concernedBy } from '../../domain/call-scope.ts';
import { fullNumbers, maskedNumbers } from '../../domain/number-view.ts';
import { readSystemSetting } from '../../domain/system-setting.ts';
import type { Caller } from '../../kernel/caller.ts';
import { type Place, reaches, reachOf } from '../../kernel/reach.ts';
import type { LiveHub } from '../../live/live-hub.ts';

/**
 * Tells a tenant's listeners of conversations of theirs that have changed, by their row as it is stored now. Changes of one
 * conversation that come while an earlier one is being told are told once.
 */
export function callAnnouncer({
  db,
  live,
  onError,
}: {
  db: Db;
  live: Pick<LiveHub, 'publish' | 'isWatched'>;
  onError: (error: unknown) => void;
}) {
  const due = new Map<string, Set<string>>();
  const telling = new Set<string>();
  /** How long the next try waits, while the database refuses. */
  const pauses = new Map<string, number>();

  function note(tenantId: string, callIds: readonly string[]): void {
    const gathered = due.get(tenantId) ?? new Set();
    for (const id of callIds) gathered.add(id);
    due.set(tenantId, gathered);
  }

  async function tell(tenantId: string): Promise<void> {
    telling.add(tenantId);
    let chosen: string[] = [];
    try {
      for (let ids = due.get(tenantId); ids !== undefined; ids = due.get(tenantId)) {
        due.delete(tenantId);
        chosen = [...ids];
        const { records, concerned, setting } = await db.inTenant(tenantId, async (trx) => {
          const changed = await recordsOf(trx, () => everyCallKey(trx).where('call.id', 'in', chosen)).execute();
          return {
            records: changed,
            concerned: await concernedBy(trx, changed),
            setting: await readSystemSetting(trx),
          };
        });
        const masked = maskedNumbers(setting.position_hidden_phone_customer);
        for (const record of records) {
          const inPart = setting.hidden_phone_customer === 1 ? masked : fullNumbers;
          // One of each kind: what is the same is put into words for the sockets once.
          const shown = new Map<string, ReturnType<typeof presentCall>>();
          const shownTo = (caller: Caller) => {
            const isFull = isAllowed(caller.role, 'customer.full-phone');
            const kind = `${isFull} ${isAllowed(caller.role, seesOutcomes)}`;
            const row = shown.get(kind) ?? presentCall(record, isFull ? fullNumbers : inPart, caller);
            shown.set(kind, row);
            return row;
          };
          const { owners = [], rung = [] } = concerned.get(record.id) ?? {};
          const isFor = (caller: Caller, people: readonly Place[]) => {
            const reach = reachOf(caller);
            return reach.kind === 'all' || people.some((one) => reaches(reach, one));
          };
          live.publish(tenantId, 'call-changed', (caller) => {
            return isFor(caller, owners) ? shownTo(caller) : undefined;
          });
          // It may have stood in their history as long as it rang.
          const gone = { subject: 'call-history', ids: [record.id] };
          live.publish(tenantId, 'resource-changed', (caller) =>
            !isFor(caller, owners) && isFor(caller, rung) ? gone : undefined,
          );
        }
        pauses.delete(tenantId);
      }
    } catch (error) {
      onError(error);
      if (!mayPass(error)) return;
      // A call that has ended changes no more: nobody's screen shall go on with it.
      note(tenantId, chosen);
      const pause = pauses.get(tenantId) ?? firstPauseMs;
      pauses.set(tenantId, Math.min(2 * pause, longestPauseMs));
      setTimeout(() => begin(tenantId), pause).unref();
    } finally {
      telling.delete(tenantId);
    }
  }

  function forget(tenantId: string): void {
    due.delete(tenantId);
    pauses.delete(tenantId);
  }

  function begin(tenantId: string): void {
    if (!live.isWatched(tenantId)) forget(tenantId);
    else if (!telling.has(tenantId)) void tell(tenantId);
  }

  return (tenantId: string, callIds: readonly string[]): void => {
    note(tenantId, callIds);
    begin(tenantId);
  };
}

const firstPauseMs = 500;
const longestPauseMs = 30_000;
