import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id } from '../lib/values.ts';

/**
 * What people ask of the calls that are going on. Whoever asks does so as their own extension; a conversation of somebody
 * else is refused. The same `request_id` twice is one request: a client that lost the answer asks again.
 */
export const callRequest = z.object({ request_id: z.uuid().optional() });

/** An extension, an internal number, or a number outside. */
const number = z.string({ error: missing }).trim().min(1, messages.required);
const to = number.max(40);
/** The same, or what `POST /create-histories-call` answered as `dial`, which may stand for a number that the caller may not see. */
const dialled = number.max(200);
const wrong = 'Giá trị không hợp lệ';
const on = z.boolean();

/** The conversation that the request was about or began, and where a parked party waits. */
export const requested = z.object({ call_id: id.nullable(), slot: z.string().nullable() });
const ofCall = z.object({ id });

const about = <Name extends string, Body extends z.ZodRawShape>(name: Name, summary: string, body: Body) =>
  endpoint({
    base: 'tenant',
    method: 'POST',
    access: 'general',
    summary,
    result: requested,
    path: `/calls/:id/${name}`,
    params: ofCall,
    body: callRequest.extend(body),
  });

export const originateCall = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/calls',
  access: 'general',
  summary:
    'Call somebody: the own phone (or the number outside where the person is) rings first, then what was dialled',
  body: callRequest.extend({ to: dialled, phone: to.optional() }),
  result: requested,
});

export const surveyInCall = about('survey', 'Have the customer answer a survey by keys, and leave', { survey_id: id });

export const transferCall = about('transfer', 'Send everybody else in the conversation on to somebody and leave', {
  to,
  /** What whoever takes it should know. */
  word: z.string().trim().max(200).default(''),
});
export const consultCall = about('consult', 'Talk to somebody while the others hear music', { to });
export const swapCall = about('swap', 'Change between the conversation and the consultation', {});
export const completeTransfer = about('complete', 'Connect the consulted person with the others and leave', {});
export const mergeCall = about('merge', 'Bring consultation and conversation together', {});
export const backToCall = about('back', 'End the consultation and go back to the conversation', {});
export const inviteToCall = about('invite', 'Add somebody to the conversation once they answer', { to });
export const removeFromCall = about('remove', 'Remove a party from the conversation', { leg_id: z.string().max(200) });
export const holdCall = about('hold', 'Hold the conversation, or take it up again', { on });
export const parkCall = about('park', 'Leave the other party in a numbered place', {});
export const pickUpCall = about('pick-up', "Take a call that rings at a colleague's phone", {});
export const pauseRecording = about('pause-recording', 'Pause the recording, or go on with it', { on });
export const sendKeys = about('keys', 'Press keys for the other side', {
  digits: z.string().regex(/^[0-9*#A-D]{1,40}$/, wrong),
});
export const hangUpCall = about('hang-up', 'End the conversation, or one party of it', {
  leg_id: z.string().max(200).nullable().default(null),
});
/** Of whom of ours: whose conversation it is, and to whom is whispered. */
const agent = z.string().min(1, messages.required).max(20);

const supervision = <Name extends 'listen' | 'whisper' | 'barge' | 'take-over' | 'hang-up'>(
  name: Name,
  summary: string,
  path: string = name,
) =>
  endpoint({
    base: 'tenant',
    method: 'POST',
    path: `/calls/:id/${path}`,
    summary,
    access: all(`monitor.${name}`, licensed('supervision')),
    params: ofCall,
    body: callRequest.extend({ agent }),
    result: requested,
  });

/** Each needs a permission of its own and the company's licence, and each session is audited. */
export const listenToCall = supervision('listen', "Listen to somebody else's conversation, unheard");
export const whisperInCall = supervision('whisper', 'Be heard by one of ours in a conversation, and by nobody else');
export const bargeIntoCall = supervision('barge', "Join somebody else's conversation");
export const takeOverCall = supervision('take-over', "Take somebody's place in their conversation");
export const endSupervisedCall = supervision('hang-up', "End somebody else's conversation for everybody", 'end');
export const stopSupervising = about('stop-supervising', 'Leave a conversation that was only listened to', { agent });

export const pickUpGroupCall = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/pick-up',
  access: 'general',
  summary: 'Take whichever call of the own pick-up group has rung longest',
  body: callRequest,
  result: requested,
});

export const fetchParked = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/parked/:slot/fetch',
  access: 'general',
  summary: 'Talk to whoever was left in a numbered place',
  params: z.object({ slot: z.string().regex(/^\d{1,8}$/, wrong) }),
  body: callRequest,
  result: requested,
});

/** Null is every queue of the person. */
const queue = z.uuid().nullable().default(null);

export const joinQueue = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/queue/join',
  access: 'general',
  summary: 'Take calls of a queue from now on',
  body: callRequest.extend({ queue }),
  result: requested,
});

export const leaveQueue = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/queue/leave',
  access: 'general',
  summary: 'Take no more calls of a queue',
  body: callRequest.extend({ queue }),
  result: requested,
});

export const pauseInQueue = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/queue/pause',
  access: 'general',
  summary: 'Pause in a queue, or go on',
  body: callRequest.extend({ queue, on, reason: z.string().trim().max(200).nullable().default(null) }),
  result: requested,
});

export const readyAgain = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/queue/ready',
  access: 'general',
  summary: 'End the wrap-up early, and pauses after calls that were not answered',
  body: callRequest,
  result: requested,
});
