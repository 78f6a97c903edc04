import type { MessageState } from '@alo/contract';
import type { StatusTone } from '@alo/ui';

/** As in the history of calls: red is what somebody should look into. */
export const messageTones: Readonly<Record<MessageState, StatusTone>> = {
  waiting: 'ringing',
  sent: 'ready',
  delivered: 'ready',
  failed: 'bad',
  refused: 'paused',
};
