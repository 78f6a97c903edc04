import { z } from 'zod';

import { all, licensed } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id } from '../lib/values.ts';
import { callRequest, requested } from './call-control.ts';

const number = z.string({ error: missing }).trim().min(1, messages.required);
/** A number however it is written, a customer's id, or `call/{id}`: whoever was in that call. */
const whom = number.max(200);
const anyway = z.boolean().default(false).describe('Call also who refuses advertising: for something else');
/** By their extension. */
const agent = z.string({ error: missing }).trim().min(1, messages.required).max(20);
const on = z.boolean();

/** Whose call it is that something is done with, of the people whom the key's person sees. */
const about = <Name extends string, Body extends z.ZodRawShape>(
  name: Name,
  access: Parameters<typeof endpoint>[0]['access'],
  summary: string,
  body: Body,
) =>
  endpoint({
    base: 'tenant',
    method: 'POST',
    path: `/program/calls/:id/${name}`,
    access,
    summary,
    params: z.object({ id }),
    body: callRequest.extend({ agent, ...body }),
    result: requested,
  });

/** What programs ask of calls, in the place of one of our people; each is in the trail. Rules, rights and limits are that person's. */
export const programCall = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/program/calls',
  access: 'program-calls.create',
  summary:
    'Call somebody for one of ours: their phone (or the number outside where they are) rings first, then who was asked for. With an Idempotency-Key asking again calls nobody twice',
  body: callRequest.extend({ agent, to: whom, phone: number.max(40).optional(), anyway }),
  result: requested,
});

export const programCallBetween = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/program/calls/between',
  access: 'program-calls.create',
  summary:
    'Call a number outside and, once somebody answers, connect them with another: by the outbound rules that are for everybody',
  body: callRequest.extend({
    from: whom,
    to: whom,
    /** Which of our numbers is shown; the outbound rule's where it is left out. */
    showing: number.max(40).optional(),
    anyway,
  }),
  result: requested,
});

export const programTransfer = about('transfer', 'program-calls.move', 'Send the other party on; the agent leaves', {
  to: number.max(40),
});
export const programHold = about('hold', 'program-calls.update', 'Have the agent hold the conversation, or go on', {
  on,
});
export const programPark = about('park', 'program-calls.move', 'Leave the other party in a numbered place', {});
export const programKeys = about('keys', 'program-calls.update', 'Press keys for the other side', {
  digits: z.string().regex(/^[0-9*#A-D]{1,40}$/, 'Giá trị không hợp lệ'),
});
export const programListen = about(
  'listen',
  all('program-calls.listen', licensed('supervision')),
  'Ring a supervisor, who listens to the conversation unheard: one who may listen to this agent',
  { supervisor: agent },
);

export const programHangUp = endpoint({
  base: 'tenant',
  method: 'POST',
  path: '/program/calls/:id/hang-up',
  access: 'program-calls.hang-up',
  summary: 'End a call for everybody, whether it is talked or rings',
  params: z.object({ id }),
  body: callRequest,
  result: requested,
});
