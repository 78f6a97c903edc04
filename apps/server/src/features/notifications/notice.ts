import type { NotificationItem } from '@alo/contract';

/** One thing that the bell tells, before anybody's own rules. */
export type Told = Pick<NotificationItem, 'id' | 'kind' | 'text' | 'call_id' | 'customer_id' | 'call_back'> & {
  readonly at: Date;
};

/** What is about no call. */
export const aboutNoCall = { call_id: null, customer_id: null, call_back: null } as const;
