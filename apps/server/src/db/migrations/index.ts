import { identityAndOrganisation } from './0001-identity-and-organisation.ts';
import type { Migration } from './migration.ts';

/** Every step, oldest first. */
export const migrations: readonly Migration[] = [identityAndOrganisation];
