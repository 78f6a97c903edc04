import { monitor } from '@alo/contract';
import type { BusTopic } from '../bus/bus.ts';
import { mayPass } from '../db/row-fault.ts';
import type { KeyCallers } from '../features/api-keys/key-callers.ts';
import { ownCallsAnnouncer } from '../features/call-control/announce-own-calls.ts';
import { callAnnouncer } from '../features/calls/announce-calls.ts';
import { saidAnnouncer } from '../features/customers/announce-said.ts';
import { presenceAnnouncer } from '../features/dashboard/announce-presence.ts';
import type { SessionStore } from '../features/identity/sessions.ts';
import { jobAnnouncer } from '../features/jobs/announce-jobs.ts';
import type { BoardAnnouncer } from '../features/monitor/announce-board.ts';
import type { bellAnnouncer } from '../features/notifications/announce-bell.ts';
import { eventFollower } from '../features/webhooks/deliveries.ts';
import type { Caller } from '../kernel/caller.ts';
import { gathered } from '../kernel/gathered.ts';
import type { LiveHub } from '../live/live-hub.ts';
import type { AppDeps } from './app-deps.ts';

/** What a process does once it hears that something has happened, here or elsewhere. */
interface Processor {
  readonly on: BusTopic;
  readonly react: (tenantId: string, ids: readonly string[]) => void;
}

/** Changes of what people may do that come this close together are looked at as one. */
const rightsGatherMs = 50;
/** While the database does not say who may do what, it is asked again so soon. */
const rightsAgainMs = 1_000;

/** Resources whose names stand on the live board. */
const shownOnBoard: ReadonlySet<string> = new Set<string>(monitor.rowsOf);

/** An event without more: the screen reads for itself. */
const news = {};

export interface ProcessorDeps extends Pick<AppDeps, 'db' | 'bus' | 'telephony'> {
  readonly sessions: SessionStore;
  readonly keys: Pick<KeyCallers, 'forget'>;
  readonly live: LiveHub;
  readonly boards: BoardAnnouncer;
  readonly ringBell: ReturnType<typeof bellAnnouncer>;
  readonly onError: (error: unknown) => void;
}

/** Reacts to the bus: pushes what any process reports to the screens that are open here, as each of them may see it. */
export function processBus(deps: ProcessorDeps): void {
  const { bus, sessions, keys, live } = deps;
  const followRights = rightsFollower(deps);
  for (const { on, react } of processors(deps, followRights)) bus.subscribe(on, react);
  // An event that was not heard may have been any of these.
  bus.onGap(() => {
    sessions.forget(() => true);
    keys.forget();
    live.skip();
    for (const tenantId of live.tenants()) followRights(tenantId);
  });
}

/** One line for each reaction; those to the same event run in this order. */
function processors(
  { db, telephony, sessions, keys, live, boards, ringBell, onError }: ProcessorDeps,
  followRights: (tenantId: string) => void,
): readonly Processor[] {
  const tellWebhooks = eventFollower(db, onError);
  const announceCalls = callAnnouncer({ db, live, onError });
  const announceJobs = jobAnnouncer({ db, live, onError });
  const announcePresence = presenceAnnouncer({ db, live, calls: telephony, onError });
  const announceOwn = ownCallsAnnouncer({ db, live, calls: telephony, onError });
  const pushPresence: Processor['react'] = (tenantId, extensions) => {
    if (!live.isWatched(tenantId)) return;
    for (const extension of extensions) announcePresence(tenantId, extension);
  };
  const pushRows = (tenantId: string, subject: string, ids: readonly string[]) => {
    const changed = { subject, ids: [...ids] };
    live.publish(tenantId, 'resource-changed', () => changed);
  };
  return [
    { on: 'my-calls-changed', react: announceOwn.calls },
    { on: 'my-queues-changed', react: announceOwn.queues },
    { on: 'my-queues-changed', react: pushPresence },
    {
      on: 'parked-changed',
      react: (tenantId) =>
        live.publish(tenantId, 'parked-changed', ({ extension }) => (extension === null ? undefined : news)),
    },
    { on: 'phones-changed', react: pushPresence },
    {
      on: 'me-changed',
      react: (tenantId, accounts) =>
        live.publish(tenantId, 'me-changed', ({ accountId }) => (accounts.includes(accountId) ? news : undefined)),
    },
    { on: 'me-changed', react: boards.companyChanged },
    { on: 'company-taken', react: (tenantId) => live.publish(tenantId, 'me-changed', () => news) },
    { on: 'calls-written', react: tellWebhooks },
    { on: 'events-told', react: tellWebhooks },
    { on: 'calls-written', react: announceCalls },
    { on: 'calls-written', react: ringBell.calls },
    { on: 'calls-written', react: (tenantId) => boards.callsWritten(tenantId) },
    { on: 'outcome-kept', react: announceCalls },
    { on: 'call-said', react: saidAnnouncer({ db, live, onError }) },
    { on: 'board-changed', react: boards.changed },
    { on: 'plan-changed', react: boards.companyChanged },
    { on: 'resource-changed', react: (tenantId, [subject = '', ...ids]) => pushRows(tenantId, subject, ids) },
    {
      on: 'resource-changed',
      react: (tenantId, [subject = '']) => {
        if (shownOnBoard.has(subject)) boards.companyChanged(tenantId);
      },
    },
    {
      on: 'resource-changed',
      react: (tenantId, [subject]) => {
        if (subject === 'api-keys') keys.forget(tenantId);
      },
    },
    { on: 'messages-changed', react: (tenantId, boxes) => pushRows(tenantId, 'voicemail-boxes', boxes) },
    { on: 'job-changed', react: announceJobs },
    { on: 'job-changed', react: ringBell.jobs },
    { on: 'scores-changed', react: ringBell.scores },
    { on: 'swaps-changed', react: ringBell.swaps },
    { on: 'notice-added', react: ringBell.notices },
    {
      on: 'sessions-ended',
      react: (tenantId, sessionIds) => {
        sessions.forget(({ sessionId }) => sessionIds.includes(sessionId));
        if (!live.isWatched(tenantId)) return;
        // Whoever signed them out is worth a moment; that they are out is not worth less without.
        sessions
          .endedBy(tenantId, sessionIds)
          .catch((error: unknown) => {
            onError(error);
            return new Map<string, string>();
          })
          .then((by) => live.endSessions(tenantId, sessionIds, by))
          .catch(onError);
      },
    },
    { on: 'rights-changed', react: (tenantId) => sessions.forget((caller) => caller.tenantId === tenantId) },
    { on: 'rights-changed', react: (tenantId) => keys.forget(tenantId) },
    { on: 'rights-changed', react: boards.rightsChanged },
    { on: 'rights-changed', react: followRights },
  ];
}

/**
 * Signs out everywhere whoever may not sign in any more, and gives every open screen the rights that hold now. The phone stops
 * with the session.
 */
function rightsFollower({ sessions, live, boards, onError }: ProcessorDeps): (tenantId: string) => void {
  const callerOf = async (tenantId: string, sessionId: string): Promise<Caller | undefined> => {
    const caller = await sessions.callerOf(tenantId, sessionId);
    // Whoever has to set up a second factor first hears nothing but what is about themselves; their calls go on.
    return caller?.mustSetUp === true ? { ...caller, role: { name: '', permissions: [], scope: 'own' } } : caller;
  };
  const refresh = (tenantId: string) =>
    live.refresh(tenantId, (sessionId) => callerOf(tenantId, sessionId), sessions.endedBy);
  const follow = gathered(rightsGatherMs, (tenantId) => {
    const upTo = boards.rightsOf(tenantId);
    sessions
      .endOfInactive(tenantId)
      .then(() => refresh(tenantId))
      .then(() => boards.rightsKnown(tenantId, upTo))
      .catch((error: unknown) => {
        onError(error);
        // The event is not repeated, and a screen that lost its rights would go on hearing.
        if (mayPass(error)) setTimeout(() => follow(tenantId), rightsAgainMs).unref();
      });
  });
  return follow;
}
