import { type CrudContract, isAllowed, type Permission, screens } from '@alo/contract';
import { z } from 'zod';

import type { Trx } from '../../db/database.ts';
import type { By } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../announce.ts';
import type { Resource } from '../resource.ts';
import { isPlain, likeOf } from './field-value.ts';
import type { FileRow } from './file-row.ts';
import { type BatchOutcome, importBatch } from './import-batch.ts';
import type { ImportField } from './import-field.ts';
import type { ImportOrder, TargetField } from './import-order.ts';
import { type UndoSummary, undoBatch } from './undo-batch.ts';

/** What can be imported. */
export interface Importable {
  /** Its screen in the contract. */
  readonly subject: string;
  readonly title: string;
  readonly create: Permission;
  readonly update: Permission;
  fields(trx: Trx): Promise<readonly TargetField[]>;
  /** Takes rows of a file in one transaction. */
  batch(trx: Trx, by: By, rows: readonly FileRow[], order: ImportOrder): Promise<BatchOutcome>;
  /** Only marks the keys of rows that an earlier attempt has taken; those that were bad are not among them. */
  remember(rows: readonly FileRow[], order: ImportOrder): void;
  undo(trx: Trx, by: By, batch: { created: readonly string[]; changed: unknown }): Promise<UndoSummary>;
  announce(trx: Trx, by: By, announce: AnnounceChange): Promise<void>;
}

/** The right to add rows is the right to import them; rows that exist are changed only with the right to change rows, too. */
export function refuseTaking(
  { create, update }: Pick<Importable, 'create' | 'update'>,
  { caller: { role, licences } }: By,
  existing: ImportOrder['existing'],
): void {
  const needed = existing === 'update' ? [create, update] : [create];
  if (!needed.every((one) => isAllowed({ ...role, licences }, one))) throw Problem.refused('forbidden');
}

/** The rows of a resource, by the fields that people fill in. */
export function importOf<C extends CrudContract>(resource: Resource<C>): Importable {
  const { contract, imports } = resource;
  const shape = contract.input.shape as Record<string, z.core.$ZodType>;
  const headings = resource.sheet as Readonly<Record<string, string | { readonly heading: string } | undefined>>;
  const special = (imports?.fields ?? {}) as Readonly<Record<string, ImportField | undefined>>;
  const plain = Object.entries(shape).flatMap(([name, schema]): TargetField[] => {
    const heading = special[name] ?? (isPlain(schema) ? headings[name] : undefined);
    if (heading === undefined) return [];
    const label = typeof heading === 'string' ? heading : heading.heading;
    const required = special[name]?.otherwise === undefined && !z.safeParse(schema, undefined).success;
    return [{ name, label, required, looksLike: special[name]?.looksLike ?? likeOf(schema) }];
  });
  const inScreen = (action: 'create' | 'update') => `${contract.screen}.${action}` as Permission;
  const batch = importBatch(resource, plain);
  return {
    subject: contract.screen,
    title: screens[contract.screen].label,
    create: inScreen('create'),
    update: inScreen('update'),
    async fields(trx) {
      const own = Object.entries((await resource.own?.imports(trx)) ?? {});
      return [...plain, ...own.map(([name, { heading }]) => ({ name, label: heading, required: false }))];
    },
    ...batch,
    undo: undoBatch(resource),
    announce: (trx, by, announce) => announce(trx, { tenantId: by.caller.tenantId, subject: contract.screen, ids: [] }),
  };
}
