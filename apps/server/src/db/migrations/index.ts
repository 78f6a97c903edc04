import { identityAndOrganisation } from './0001-identity-and-organisation.ts';
import { telephonyAndCalls } from './0002-telephony-and-calls.ts';
import { callSearch } from './0003-call-search.ts';
import { processLease } from './0040-process-lease.ts';
import { segments } from './0041-segments.ts';
import { queuesAndMenus } from './0042-queues-and-menus.ts';
import type { Migration } from './migration.ts';

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [
  identityAndOrganisation,
  telephonyAndCalls,
  callSearch,
  processLease,
  segments,
  queuesAndMenus,
];
