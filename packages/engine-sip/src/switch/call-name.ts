import type { CallId } from '@alo/call-core';
import type { Header } from '@alo/sip';

/** Tells a phone of ours how the switchboard calls its call, which the console finds by it. Carriers are not told. */
export const callName = (call: CallId): Header => ({ name: 'x-alo-call', value: call });
