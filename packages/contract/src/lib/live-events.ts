/**
 * Every live event with the topic that brings it. `calls` and `presence` follow the permission; `me` is the person's own;
 * `resources` tells that rows have changed, and nothing of what is in them; `monitor` is the live board.
 */
export const topicOfEvent = {
  'call-changed': 'calls',
  'presence-changed': 'presence',
  notified: 'me',
  'job-changed': 'me',
  'my-calls-changed': 'me',
  'my-queues-changed': 'me',
  'parked-changed': 'me',
  'call-said': 'me',
  'me-changed': 'me',
  'rights-changed': 'me',
  'session-ended': 'me',
  'resource-changed': 'resources',
  board: 'monitor',
  'board-changed': 'monitor',
} as const;
export type LiveEventType = keyof typeof topicOfEvent;

/** When what an endpoint answered is out of date, besides after changes of its rows. */
export interface StaleAfter {
  readonly events: readonly LiveEventType[];
  /** A page asks again at most so often, in milliseconds; 0 asks at once. */
  readonly everyMs: number;
  /** Of calls only those that have ended, or those in which somebody was talked with too; each change of any, where it is left out. */
  readonly calls?: 'ended' | 'answered';
}
