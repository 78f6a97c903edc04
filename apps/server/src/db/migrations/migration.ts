import type { Kysely } from 'kysely';

/** Migrations are written in SQL; no table type of today holds for a schema of back then. */
export type MigrationDb = Kysely<Record<never, never>>;

/** One step of the schema. Steps are only ever added: one that has landed is never changed. */
export interface Migration {
  /** Number and subject, e.g. `0001-identity-and-organisation`; steps run in this order. */
  readonly name: string;
  readonly up: (db: MigrationDb) => Promise<void>;
  /**
   * The oldest version of the product that may work on a database that has taken this step; any, where it is left out. A step takes away
   * only what no version since uses, so that several machines are upgraded one after the other.
   */
  readonly oldestVersion?: string;
}
