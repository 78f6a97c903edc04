import { join } from 'node:path';
import {
  type CallId,
  type ContactId,
  type EngineCommand,
  emptyPlan,
  type LegId,
  queueMember,
  queuePlan,
  type RoutingPlan,
  type TenantId,
  type TrunkId,
} from '@alo/call-core';
import { emptyEngine } from '@alo/engine';
import { systemClock } from '../../apps/server/src/telephony/clock.ts';
import { type Disk, localDisk } from '../../apps/server/src/telephony/disk.ts';
import { asideShelf } from '../../apps/server/src/telephony/history/set-aside.ts';
import type { CallRunner } from '../../apps/server/src/telephony/runner/call-runner.ts';
import { startCallRunner } from '../../apps/server/src/telephony/runner/start-call-runner.ts';
import { testSealer } from '../../apps/server/testing/sealer.ts';
import { extensionAt } from './sip-tenant.ts';

export type Kind = 'talking' | 'one queue';

const tenant = 'load' as TenantId; // Names of these programs; in the product they come from the database and the engine.
const trunk = 'trunk' as TrunkId;
const hotline = '+842871000101';
const nothing = (): void => {};

/** A runner without a network or a database, whose phones answer as soon as they are rung. */
export async function openOffice({
  kind,
  count,
  folder,
  disk = localDisk,
  untilCompared = Promise.resolve(),
}: {
  readonly kind: Kind;
  readonly count: number;
  readonly folder: string;
  readonly disk?: Disk;
  /** When the engine says what lives in it. */
  readonly untilCompared?: Promise<void>;
}): Promise<{
  /** As soon as it takes events. */
  readonly runner: CallRunner;
  /** When it has compared with the engine. */
  readonly started: Promise<CallRunner>;
  /** So many calls come and go as far as the kind says. */
  call(): Promise<void>;
}> {
  const log = { debug: nothing, info: nothing, warn: nothing, error: console.error };
  const clock = systemClock;
  const engine = {
    perform(_tenant: TenantId, call: CallId, command: EngineCommand) {
      if (command.type !== 'dial') return;
      const { leg } = command;
      runner?.take({ type: 'ringing', call, leg, at: Date.now() });
      runner?.take({ type: 'answered', call, leg, at: Date.now() });
    },
    snapshot: () => untilCompared.then(() => emptyEngine),
  };
  const away = () => Promise.reject(new Error('no database'));
  let runner: CallRunner | undefined;
  const taking = Promise.withResolvers<CallRunner>();
  const started = startCallRunner({
    tenant,
    engine,
    clock,
    disk,
    log,
    plan: planOf(kind, count),
    journalFolder: join(folder, 'journal'),
    journalFileBytes: 2 ** 40,
    sealer: testSealer,
    // A database that is never there: everything stays in the journal.
    store: { write: away, writtenUpTo: away, withoutCalls: away, endForgotten: away, endRecordings: away },
    aside: asideShelf({ disk, clock, folder: join(folder, 'set-aside'), tenantId: tenant, log }),
    measure: async () => null,
    onTaking: (taken) => {
      runner = taken;
      taking.resolve(taken);
    },
  });
  return {
    runner: await taking.promise,
    started,
    async call() {
      const calling = await started;
      for (let index = 0; index < count; index++) {
        const at = Date.now();
        const [call, leg] = [`call-${index}` as CallId, `call-${index}/in` as LegId];
        const extension = extensionAt(index);
        const dialled = `+84${28_800_000_000 + index}`;
        if (kind === 'talking') {
          const contacts = [{ id: `${extension}-phone` as ContactId, asleep: false }];
          calling.take({ type: 'contacts', extension, contacts, at });
        }
        const origin = { kind: 'trunk', trunk, number: `09${10_000_000 + index}`, name: '' } as const;
        calling.take({ type: 'arrived', call, leg, at, origin, dialled: kind === 'talking' ? dialled : hotline });
        if (index % 100 === 99) await calling.acted();
      }
      await calling.acted();
    },
  };
}

function planOf(kind: Kind, count: number): RoutingPlan {
  const indices = Array.from({ length: count }, (_, index) => index);
  const rule = { name: 'in', callerPattern: null, timeGroup: null, afterTalk: null };
  if (kind === 'one queue') {
    const members = [queueMember('999')]; // Not at their phone.
    const queue = queuePlan({ name: 'queue', strategy: 'longest-idle', members });
    const destination = { kind: 'queue', queue: 'queue' } as const;
    return {
      ...emptyPlan,
      numbers: { [hotline]: { number: hotline, name: 'Tổng đài' } },
      queues: { queue },
      inboundRules: [{ ...rule, number: hotline, destination }],
    };
  }
  const numberOf = (index: number) => `+84${28_800_000_000 + index}`;
  const parts = { ringSeconds: 25, otherwise: null, seesMaskedNumbers: false, callWaiting: false, pickUpGroup: null };
  return {
    ...emptyPlan,
    numbers: Object.fromEntries(indices.map((index) => [numberOf(index), { number: numberOf(index), name: '' }])),
    extensions: Object.fromEntries(
      indices.map(extensionAt).map((extension) => {
        return [extension, { ...parts, extension, name: `Máy ${extension}`, supervises: 'nobody' } as const];
      }),
    ),
    inboundRules: indices.map((index) => {
      const destination = { kind: 'direct', extension: extensionAt(index) } as const;
      return { ...rule, number: numberOf(index), destination };
    }),
  };
}
