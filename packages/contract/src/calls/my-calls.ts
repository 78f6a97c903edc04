import { z } from 'zod';
import { endpoint } from '../lib/endpoint.ts';
import { id, timestamp } from '../lib/values.ts';
import { presence } from '../people/presence.ts';
import { badSound } from './poor-sound.ts';
import { scriptPlace } from './scripts.ts';

/** Somebody else in a conversation of one's own. `leg_id` names them in what is asked of the call. */
export const callParty = z.object({
  leg_id: z.string(),
  kind: z.enum(['colleague', 'customer']),
  name: z.string(),
  /** An extension, or a customer's number as one may see it. */
  number: z.string(),
  state: z.enum(['ringing', 'talking', 'held', 'waiting']),
  /** As the switchboard measures it, both ways; null while it is good, or not measured. */
  sound: badSound.nullable().default(null),
});

/** How a call came to one: the queue or the group and the number of ours in words, menus with the keys pressed, how long it waits. */
const came = {
  /** Before the customer's name, as the inbound rule has it; '' where it has nothing. */
  name_prefix: z.string(),
  /** '' when straight. */
  through: z.string(),
  /** Whose script is said in it; null where we called, among colleagues, and of a process that is older. */
  script_of: scriptPlace.nullable().default(null),
  /** The number of ours that was called, and its name; '' of calls among colleagues. */
  hotline: z.string(),
  hotline_name: z.string(),
  /** The running projects that it is a number of, by name; '' of none, and of a process that is older. */
  project: z.string().default(''),
  path: z.array(z.object({ menu: z.string(), keys: z.string() })),
  started_at: timestamp,
  /** The first answer by one of ours; null while nobody has. */
  answered_at: timestamp.nullable(),
  /** Which colleague sent it on to one, and what they said of it, '' where nothing; not there where nobody did. */
  handed_over: z
    .object({
      by: z.string(),
      word: z.string(),
      /** Since when they wait for whoever takes them; null where they were put through at once, and of a process that is older. */
      at: timestamp.nullable().default(null),
    })
    .exactOptional(),
  /** Which colleague asks one about those who wait meanwhile; not there where nobody does. */
  consulted: z
    .object({
      by: z.string(),
      about: z.array(callParty),
      /** Since when these wait; null while they are talked to, and of a process that is older. */
      since: timestamp.nullable().default(null),
    })
    .exactOptional(),
};

/** By which other names one's own phones know it: the calls that their lines were begun in, and were moved from. */
const knownAs = z.array(z.string()).default([]);

/** What rings at one's phone, for whom. */
export const ringingCall = z.object({ id, known_as: knownAs, party: callParty, ...came });
export type RingingCall = z.output<typeof ringingCall>;

/** A conversation that one is in, as the switchboard has it: what can be done with it follows from this. */
export const myCall = z.object({
  id,
  known_as: knownAs,
  direction: z.enum(['inbound', 'outbound', 'internal']),
  ...came,
  /** The telephone of one's own that it is on; a process that is older does not say it, nor whether one has dialled it. */
  on: z.enum(['browser', 'desk', 'mobile']).default('browser'),
  /** One has dialled it. */
  made: z.boolean().default(false),
  /** Since when one talks in it; null before. */
  since: timestamp.nullable().default(null),
  /** The customer whom one chose for it, among several who may be calling. */
  customer_id: id.nullable(),
  /** Who talks with one now: the consulted colleague, while one consults. */
  parties: z.array(callParty),
  /** One has put it on hold. */
  on_hold: z.boolean(),
  /** Whether the others of the conversation hear music while one talks to somebody else. */
  consulting: z.boolean(),
  /** Those who wait meanwhile. */
  waiting: z.array(callParty),
  recording: z.enum(['off', 'on', 'paused']),
  /** So many seconds into the conversation the customer refused to be recorded: it never is again. */
  recording_refused_after: z.number().int().nullable().default(null),
  /** Those in it hear that it is recorded, or is no longer, and nobody hears anybody. */
  notice: z.boolean().default(false),
  /** One is there as a supervisor: in which way, and of whom. Nobody else is told of `listen` and `whisper`. */
  supervising: z.object({ mode: z.enum(['listen', 'whisper', 'barge']), agent: callParty }).nullable(),
  /** How one's own line sounds. */
  own_sound: badSound.nullable().default(null),
});
export type MyCall = z.output<typeof myCall>;

/** One's conversations, and what one's phones do, ringing included; none and idle without an extension. Each change is told by `my-calls-changed` on the topic `me`. */
export const myCalls = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/my-calls',
  staleAfter: { events: ['my-calls-changed'], everyMs: 0 },
  access: 'general',
  summary: 'The conversations that one is in, and what can be done with them',
  result: z.object({
    data: z.array(myCall),
    ringing: z.array(ringingCall),
    phone: z.enum(['idle', 'ringing', 'talking']),
    /** How many phones of one's own are registered; a process that is older does not say it, nor what is missing. */
    phones: z.number().int().default(1),
    /** What no call can reach one without, as others see it in one's presence. */
    lacks: z.enum(['microphone', 'telephone']).nullable().default(null),
    /** Who has taken a conversation out of one's hands last, and when; null where nobody has since telephony began. */
    taken_over: z
      .object({
        call_id: id,
        by: z.string(),
        at: timestamp,
        /** Where they sent it, in words; null where they have it themselves. */
        to: z.string().nullable().default(null),
      })
      .nullable()
      .default(null),
    /** What became of the last call that rang at one's phones and that one neither answered nor declined; null while telephony has none. */
    rang: z
      .object({
        call_id: id,
        /** Since when it rings there no more. */
        at: timestamp,
        became: z.enum(['answered', 'gave-up', 'led-on']),
        /** The colleague who answered it. */
        by: z.string().nullable(),
      })
      .nullable()
      .default(null),
    /** When the last call or its writing up ended; null where none was since telephony began. */
    idle_since: timestamp.nullable().default(null),
  }),
});

/** A queue whose calls one takes, or could. */
export const myQueue = z.object({
  id,
  name: z.string(),
  joined: z.boolean(),
  /** `by_itself`: after calls that one did not answer. */
  pause: z.object({ reason: z.string(), by_itself: z.boolean() }).nullable(),
  /** Its next call can ring at one's phone. */
  free: z.boolean(),
  /** Why none does, in words; of who is free, who comes first. */
  why: z.string(),
});
export type MyQueue = z.output<typeof myQueue>;

/** What keeps the calls of queues from one. Each change is told by `my-queues-changed` on the topic `me`, except that somebody else comes first now. */
export const myQueues = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/my-queues',
  staleAfter: { events: ['my-queues-changed'], everyMs: 0 },
  access: 'general',
  summary: 'The queues whose member one is, and why no call of theirs comes at the moment',
  result: z.object({
    /** Times are told by this clock. */
    at: timestamp,
    /** When the own wrap-up ends by itself; null where there is none. */
    wrap_up_until: timestamp.nullable(),
    /** It does not end by itself: the outcome of a conversation must be kept first. */
    wrap_up_required: z.boolean().default(false),
    /** That conversation, the last one of several. */
    wrap_up_call: id.nullable().default(null),
    /** What keeps the calls of every queue from one, in words; '' where nothing does. */
    why: z.string(),
    data: z.array(myQueue),
  }),
});

/** Everybody who can be called inside, for whoever looks for somebody to send a caller to. */
export const colleagues = endpoint({
  base: 'tenant',
  method: 'GET',
  path: '/colleagues',
  access: 'general',
  summary: 'People with an extension and what they are doing',
  result: z.object({ data: z.array(presence.pick({ extension: true, name: true, state: true })) }),
});
