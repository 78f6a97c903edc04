import { type Call, type Event, entriesOf, phoneOf, type Switchboard, type TenantId } from '@alo/call-core';
import type { EngineSnapshot } from '@alo/engine';

import { measureRecording, recordingPath } from './recording-file.ts';
import { openCalls } from './snapshot.ts';

/** An engine that has nothing: one that died, or does not answer. */
export const nothingAlive: EngineSnapshot = { legs: [], recordings: [], registrations: [] };

export interface ReconcileOptions {
  readonly tenant: TenantId;
  readonly board: Switchboard;
  readonly alive: EngineSnapshot;
  readonly recordingsFolder: string;
  /** When the engine or the process was last known to be there: what is gone ended then. */
  readonly goneAt: number;
  readonly now: number;
}

/**
 * The events that make the switchboard agree with the engine: legs and recordings that are gone, phones that came or went.
 * A recording that nobody closed ends with what is on the disk, and its call not before it.
 */
export async function reconcile(options: ReconcileOptions): Promise<Event[]> {
  const { tenant, board, alive } = options;
  const legs = new Set<string>(alive.legs.filter((leg) => leg.tenant === tenant).map(({ leg }) => leg));
  const recordings = new Set<string>(alive.recordings);
  const events = await Promise.all(openCalls(board).map((call) => eventsOf(call, legs, recordings, options)));
  return [...events.flat(), ...registrations(options)];
}

async function eventsOf(
  call: Call,
  legs: ReadonlySet<string>,
  recordings: ReadonlySet<string>,
  { tenant, recordingsFolder, goneAt }: ReconcileOptions,
): Promise<Event[]> {
  const unfinished = call.recordings.filter(({ id, state }) => state !== 'stored' && !recordings.has(id));
  const onDisk = await Promise.all(
    unfinished.map(async (recording) => {
      const measured = await measureRecording(recordingPath(recordingsFolder, tenant, recording.id));
      return { recording, durationMs: measured?.durationMs ?? 0, bytes: measured?.bytes ?? 0 };
    }),
  );
  const at = Math.max(call.startedAt, goneAt, ...onDisk.map((file) => file.recording.startedAt + file.durationMs));
  const gone = call.legs.filter((leg) => leg.state !== 'ended' && !legs.has(leg.id));
  return [
    ...gone.map((leg) => ({ type: 'ended', call: call.id, leg: leg.id, at, cause: 'interrupted' }) as const),
    ...onDisk.map(
      ({ recording: { id }, durationMs, bytes }) =>
        ({ type: 'recorded', call: call.id, recording: id, at, durationMs, bytes }) as const,
    ),
  ];
}

function registrations({ tenant, board, alive, now }: ReconcileOptions): Event[] {
  const present = alive.registrations.filter((registration) => registration.tenant === tenant);
  const arrived = present.filter(({ extension, contacts }) => phoneOf(board.phones, extension).contacts !== contacts);
  const listed = new Set(present.map(({ extension }) => extension));
  const left = [...entriesOf(board.phones)].filter(
    ([extension, phone]) => phone.contacts > 0 && !listed.has(extension),
  );
  return [
    ...arrived.map(({ extension, contacts }) => ({ type: 'registered', extension, contacts, at: now }) as const),
    ...left.map(([extension]) => ({ type: 'unregistered', extension, contacts: 0, at: now }) as const),
  ];
}
