import type { Database } from './tables.ts';

/** Destination types of the specification §9, and the end of a call. */
export type DestinationKind = Database['inbound_rule']['destination_kind'];
