import { served } from '../../resource/served.ts';
import { announcement } from './announcements.ts';
import { codeQuestion } from './code-questions.ts';
import { customerCondition } from './customer-conditions.ts';
import { lastCallRule } from './last-call-rules.ts';
import { menu } from './menus.ts';
import { queue } from './queues.ts';
import { ringGroup } from './ring-groups.ts';
import { voicemailBox } from './voicemail-boxes.ts';

/** The resources of this feature. */
export const callPathResources = [
  served(ringGroup),
  served(queue),
  served(menu),
  served(announcement),
  served(lastCallRule),
  served(customerCondition),
  served(codeQuestion),
  served(voicemailBox),
];
