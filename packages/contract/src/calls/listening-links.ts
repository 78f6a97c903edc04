import { z } from 'zod';

import { all } from '../lib/access.ts';
import { endpoint } from '../lib/endpoint.ts';
import { messages } from '../lib/messages.ts';
import { missing } from '../lib/mistake-words.ts';
import { id, timestamp } from '../lib/values.ts';
import { callDirection } from './calls.ts';

/** So long a link to a recording is good for at most. */
export const listeningDaysAtMost = 30;
/** So many good links a company has at once. */
export const listeningLinksAtMost = 200;

const days = `Từ 1 đến ${listeningDaysAtMost} ngày`;

/** Whoever may hear recordings and take them out. */
export const listeningAccess = all('call-history.listen', 'call-history.export');

const ofCall = { base: 'tenant', access: listeningAccess, params: z.object({ id }) } as const;

export const makeListeningLink = endpoint({
  ...ofCall,
  method: 'POST',
  path: '/histories-call/:id/listening-link',
  summary:
    'Make a link that plays the recording of one conversation without signing in until it expires, with the rights of who asks at each moment; it is shown this once; audited',
  body: z.object({
    days: z.int(days).min(1, days).max(listeningDaysAtMost, days).default(7),
    /** For whom it is, told to the company alone. */
    note: z.string().trim().max(200).default(''),
  }),
  result: z.object({ id, url: z.string(), expires_at: timestamp }),
});

export const listeningLinks = endpoint({
  ...ofCall,
  method: 'GET',
  path: '/histories-call/:id/listening-links',
  summary:
    'Links to the recording of a conversation that are good, newest first, and how often each was opened and heard',
  result: z.object({
    data: z.array(
      z.object({
        id,
        note: z.string(),
        made_by: z.string(),
        created_at: timestamp,
        expires_at: timestamp,
        opened: z.int(),
        heard: z.int(),
        /** When it was last opened; null where it never was. */
        opened_at: timestamp.nullable(),
      }),
    ),
  }),
});

export const withdrawListeningLink = endpoint({
  ...ofCall,
  method: 'DELETE',
  path: '/listening-link/:id',
  summary: 'Withdraw a link to a recording: it plays nothing from then on; audited',
});

const token = z.string({ error: missing }).min(1, messages.required).max(200);

export const openListeningLink = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/listening-link',
  access: 'public',
  summary:
    'What a link to a recording plays: when, which way and how long it was, and the customer’s number with characters hidden; opening it stands in the trail',
  body: z.object({ token }),
  result: z.object({
    company: z.string(),
    started_at: timestamp,
    direction: callDirection,
    /** With characters hidden, whatever who made the link may see; '' where there is none. */
    number: z.string(),
    seconds: z.number(),
    expires_at: timestamp,
  }),
});

export const hearListeningLink = endpoint({
  base: 'identity',
  method: 'POST',
  path: '/listening-link/sound',
  access: 'public',
  summary:
    'The recording that a link plays, as WAV or as it is kept: in Opus, a tenth of the size; hearing it stands in the trail',
  body: z.object({ token, as: z.enum(['wav', 'kept']).default('wav') }),
  answers: 'file',
});
