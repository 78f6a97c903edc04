import { announcing } from '../activity/announcing.ts';
import { broadcast } from '../activity/broadcast.ts';
import { called } from '../activity/called.ts';
import { coding } from '../activity/coding.ts';
import { confirming } from '../activity/confirming.ts';
import { deciding } from '../activity/deciding.ts';
import { echoTest } from '../activity/echo-test.ts';
import { mailbox } from '../activity/mailbox.ts';
import { menu } from '../activity/menu.ts';
import { offered } from '../activity/offered.ts';
import { offering } from '../activity/offering.ts';
import { otp } from '../activity/otp.ts';
import { parked } from '../activity/parked.ts';
import { proving } from '../activity/proving.ts';
import { reconsidering } from '../activity/reconsidering.ts';
import { routing } from '../activity/routing.ts';
import { saying } from '../activity/saying.ts';
import { supervising } from '../activity/supervising.ts';
import { surveyActivity } from '../activity/survey.ts';
import { talking } from '../activity/talking.ts';
import { prompting, takingMessage } from '../activity/voicemail.ts';
import { queueOffered } from '../queue/queue-offered.ts';
import { queueWait } from '../queue/queue-wait.ts';
import type { Activities } from '../turn/turn.ts';

/** Every kind of activity with its handlers. */
export const activities: Activities = {
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
  broadcast,
  'echo-test': echoTest,
  saying,
  mailbox,
  proving,
  reconsidering,
  deciding,
  coding,
  survey: surveyActivity,
};
