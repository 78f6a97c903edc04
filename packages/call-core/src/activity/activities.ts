import { queueOffered } from '../queue/queue-offered.ts';
import { queueWait } from '../queue/queue-wait.ts';
import type { ActivityKindName } from './activity.ts';
import { announcing } from './announcing.ts';
import { called } from './called.ts';
import { confirming } from './confirming.ts';
import { echoTest } from './echo-test.ts';
import type { ActivityKind } from './kind.ts';
import { mailbox } from './mailbox.ts';
import { menu } from './menu.ts';
import { offered } from './offered.ts';
import { offering } from './offering.ts';
import { otp } from './otp.ts';
import { parked } from './parked.ts';
import { proving } from './proving.ts';
import { reconsidering } from './reconsidering.ts';
import { routing } from './routing.ts';
import { saying } from './saying.ts';
import { supervising } from './supervising.ts';
import { talking } from './talking.ts';
import { prompting, takingMessage } from './voicemail.ts';

/** Every kind of activity with its handlers. */
export const activities: { readonly [K in ActivityKindName]: ActivityKind<K> } = {
  routing,
  offering,
  offered,
  confirming,
  called,
  talking,
  supervising,
  announcing,
  menu,
  prompting,
  'taking-message': takingMessage,
  'queue-wait': queueWait,
  'queue-offered': queueOffered,
  parked,
  otp,
  'echo-test': echoTest,
  saying,
  mailbox,
  proving,
  reconsidering,
};
