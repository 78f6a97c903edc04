import { sql } from 'kysely';

import type { Bus } from '../../bus/bus.ts';
import type { Db } from '../../db/database.ts';
import type { CallsNow } from '../../domain/calls-now.ts';
import { inTurn } from '../../kernel/in-turn.ts';
import type { DiskReport } from '../../storage/disk-watch.ts';
import type { ActDeps } from './act.ts';
import { asksForQueues, look } from './look.ts';
import { type Moment, pump, wake } from './pump.ts';

interface Deps extends ActDeps, Pick<Moment, 'targetsBehind'> {
  readonly db: Pick<Db, 'inTenant' | 'outside'>;
  readonly bus: Pick<Bus, 'subscribe'>;
  readonly calls: Pick<CallsNow, 'goingOn'>;
  readonly disk: () => DiskReport;
  readonly now: () => number;
  /** How often it is asked, of all companies at once, in which something is due. */
  readonly everyMs?: number | undefined;
}

const usuallyMs = 5_000;
/** As many have their turn between two questions; the others come first at the next one. */
const companiesAtOnce = 200;
/** A company without automations is left alone for so long. */
const rememberedMs = 30_000;
/** Batches of one company before the others have their turn. */
const batchesAtOnce = 4;

/** Runs companies' automations: as soon as something has happened, and when their minute has come. Each process with a console does. */
export function automationDriver({ db, bus, calls, disk, now, everyMs = usuallyMs, ...deps }: Deps) {
  const turns = inTurn();
  const none = new Map<string, number>();
  const waiting = new Set<string>();
  let closed = false;

  /** Undefined where the company has nothing at work. */
  async function momentOf(tenantId: string): Promise<Moment | undefined> {
    const { time_zone: timeZone, at_work: atWork } = await db.inTenant(tenantId, (trx) =>
      trx
        .selectFrom('tenant')
        .select('time_zone')
        .select(
          sql<boolean>`exists (select from automation where active)
            or exists (select from automation_run where state = 'waiting')`.as('at_work'),
        )
        .executeTakeFirstOrThrow(),
    );
    return atWork ? { ...deps, tenantId, timeZone, now: now() } : undefined;
  }

  /** What is due in one company. Others wait for no more than some batches of it. */
  async function drive(tenantId: string): Promise<void> {
    waiting.delete(tenantId);
    const moment = await momentOf(tenantId);
    if (moment === undefined) {
      none.set(tenantId, Date.now() + rememberedMs);
      return;
    }
    none.delete(tenantId);
    for (let batches = 0; batches < batchesAtOnce && !closed; batches += 1) {
      if (!(await db.inTenant(tenantId, (trx) => pump(trx, moment)))) break;
    }
    while (!closed && (await db.inTenant(tenantId, (trx) => wake(trx, moment))));
    const asks = await db.inTenant(tenantId, (trx) => asksForQueues(trx, moment.now));
    const queues = asks ? (await calls.goingOn(tenantId)).queues : [];
    await db.inTenant(tenantId, (trx) => look(trx, moment, { queues, disk: disk() }));
  }

  const turnOf = (tenantId: string) => turns(tenantId, () => (closed ? Promise.resolve() : drive(tenantId)));

  function react(tenantId: string): void {
    if (closed || waiting.has(tenantId) || (none.get(tenantId) ?? 0) > Date.now()) return;
    waiting.add(tenantId);
    turnOf(tenantId).catch(deps.onError);
  }

  async function tick(): Promise<void> {
    const { rows } = await db.outside((one) =>
      sql<{ tenant_id: string }>`select tenant_id from automations_due(${companiesAtOnce})`.execute(one),
    );
    for (const { tenant_id: tenantId } of rows) await turnOf(tenantId).catch(deps.onError);
  }

  for (const topic of ['calls-written', 'events-told'] as const) bus.subscribe(topic, react);
  let ticking: NodeJS.Timeout;
  const again = () => {
    ticking = setTimeout(() => {
      tick()
        .catch(deps.onError)
        .finally(() => {
          if (!closed) again();
        });
    }, everyMs).unref();
  };
  again();
  return {
    /** What is due now in all companies. */
    tick,
    close(): void {
      closed = true;
      clearTimeout(ticking);
    },
  };
}
