import type { Call } from '@alo/call-core';

/** Until version 5 all calls went by the plan of the moment. */
export type Call5 = Omit<Call, 'version'>;

/** It goes by the plan that stands in its snapshot: that is the first of a board that never counted any. */
export const callFrom5 = (call: Call5): Call => ({ ...call, version: 0 });
