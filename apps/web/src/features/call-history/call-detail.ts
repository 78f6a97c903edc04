import type { callDetail, ResultOf } from '@alo/contract';

/** A conversation with all that is known of it. */
export type CallDetail = ResultOf<typeof callDetail>;
