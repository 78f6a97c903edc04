import { isAllowed, type NotificationKind, type Permission, permissions } from '@alo/contract';

import type { Trx } from '../db/database.ts';
import type { Caller } from '../kernel/caller.ts';
import { newId } from '../kernel/new-id.ts';

/** Something that whoever has the permission should know. */
export interface Notice {
  readonly kind: NotificationKind;
  readonly text: string;
  readonly permission: Permission;
  /** What it is about: of the same thing it is told once an hour. */
  readonly about: string;
}

const onceInMs = 60 * 60_000;

/** Puts it into the bells. Answers its id; undefined where the same was told a moment ago. */
export async function addNotice(trx: Trx, notice: Notice, at: Date): Promise<string | undefined> {
  const told = await trx
    .selectFrom('notice')
    .where('about', '=', notice.about)
    .where('at', '>', new Date(at.getTime() - onceInMs))
    .select('id')
    .executeTakeFirst();
  if (told !== undefined) return undefined;
  const id = newId();
  await trx
    .insertInto('notice')
    .values({ id, at, ...notice })
    .execute();
  return id;
}

/** What somebody is to know of since a moment, newest first. */
export async function noticesFor(trx: Trx, { role }: Pick<Caller, 'role'>, since: Date) {
  const held = permissions.filter((permission) => isAllowed(role, permission));
  return trx
    .selectFrom('notice')
    .where('at', '>', since)
    .where('permission', 'in', held.length === 0 ? [''] : held)
    .orderBy('at', 'desc')
    .limit(20)
    .select(['id', 'kind', 'text', 'at'])
    .execute();
}
