import type { Migration } from '../migrate.ts';
import { identityAndOrganisation } from './0001-identity-and-organisation.ts';
import { telephonyAndCalls } from './0002-telephony-and-calls.ts';

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [identityAndOrganisation, telephonyAndCalls];
