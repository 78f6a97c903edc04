import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Migration } from './migration.ts';

/** The files of `../schema` in an order in which each finds what it refers to. */
export const subjects = [
  'functions',
  'tenants',
  'organisation',
  'accounts',
  'audit',
  'jobs',
  'processes',
  'audio',
  'numbers',
  'extensions',
  'call-ways',
  'call-rules',
  'customers',
  'calls',
  'sums',
  'campaigns',
  'surveys',
  'kpi',
  'otp',
  'integrations',
  'notices',
  'routing-versions',
  'destinations',
  'lists',
  'permissions',
] as const;

/** All tables as version 1.0 has them, by subject. */
export const baseline: Migration = {
  name: '0001-baseline',
  async up(db) {
    for (const subject of subjects) {
      const text = await readFile(join(import.meta.dirname, '..', 'schema', `${subject}.sql`), 'utf8');
      await sql.raw(text).execute(db);
    }
  },
};
