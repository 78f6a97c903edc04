import { z } from 'zod';
import { callSaid } from '../calls/call-said.ts';
import { callRow } from '../calls/calls.ts';
import { boardChanges, watchedBoard } from '../calls/monitor.ts';
import { myCalls, myQueues } from '../calls/my-calls.ts';
import { endpoint } from '../lib/endpoint.ts';
import { type LiveEventType, topicOfEvent } from '../lib/live-events.ts';
import { job } from '../lists/jobs.ts';
import { presence } from '../people/presence.ts';

/** A ticket opens one live WebSocket, once, within thirty seconds: `GET /live?ticket=…`. */
export const liveTicket = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/ws-ticket',
  access: 'general',
  summary: 'One-use ticket for the live WebSocket',
  result: z.object({ ticket: z.string() }),
});

/** What one can listen to; `topicOfEvent` says what each brings. */
export const liveTopic = z.enum(['calls', 'presence', 'me', 'resources', 'monitor']);
export type LiveTopic = z.output<typeof liveTopic>;

/** Rows of a resource (the contract's `screen`) that were added, changed or deleted; no ids where they are many. */
export const resourceChanged = z.object({ subject: z.string(), ids: z.array(z.string()) });

/** `seq` counts per topic from the subscription on; after a gap the client reads anew. */
const event = <Type extends LiveEventType, Data extends z.ZodType>(type: Type, data: Data) =>
  z.object({ topic: z.literal(topicOfEvent[type]), seq: z.number().int(), type: z.literal(type), data });

/**
 * `now` is what the endpoint that names the event would answer. Where it is not there, as of a process that is older, or is nothing that
 * this page knows, the endpoint is asked.
 */
const answered = <Answer extends z.ZodType>(result: Answer) => z.object({ now: result.optional().catch(undefined) });

/** Everything the server pushes. */
export const liveEvent = z.discriminatedUnion('type', [
  event('call-changed', callRow),
  event('presence-changed', presence),
  /** The person's bell has something new. */
  event('notified', z.object({})),
  event('job-changed', job),
  event('my-calls-changed', answered(myCalls.result)),
  event('my-queues-changed', answered(myQueues.result)),
  /** Somebody waits in a parking place, or waits there no more. */
  event('parked-changed', z.object({})),
  /** The person has written of a conversation of theirs, or said what came of it, in one of their consoles. */
  event('call-said', callSaid),
  /** The person has said in one of their consoles what they do now, and why. */
  event('me-changed', z.object({})),
  /** What the person may do or see is not what it was: everything is asked for again. */
  event('rights-changed', z.object({})),
  /** `by` is who has signed the person out; '' where nobody has. */
  event('session-ended', z.object({ by: z.string().default('') })),
  event('resource-changed', resourceChanged),
  /** All of it, as `/monitor` tells it: to whoever asks for the topic, asks again after a gap, or may see something else than before. */
  event('board', watchedBoard),
  /** What of that is other than it was last told. */
  event('board-changed', boardChanges),
]);
export type LiveEvent = z.output<typeof liveEvent>;

/** What every event begins with, also one of which this version knows nothing. */
export const liveEventHead = z.object({ topic: liveTopic, seq: z.number().int(), type: z.string() });

/** Everything the client may say. Who asks again for a topic that begins with something whole, is told that again. */
export const liveRequest = z.object({
  type: z.enum(['subscribe', 'unsubscribe']),
  topics: z.array(liveTopic).max(10),
});
