import type { NotificationItem } from '@alo/contract';

/** A notice of the bell, before a person's own rules filter it. */
export type BellNotice = Pick<NotificationItem, 'id' | 'kind' | 'text' | 'call_id' | 'customer_id' | 'call_back'> & {
  readonly at: Date;
};

/** What is about no call. */
export const aboutNoCall = { call_id: null, customer_id: null, call_back: null } as const;
