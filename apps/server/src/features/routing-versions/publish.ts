import type { RowChange, versionKinds } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Trx } from '../../db/database.ts';
import { actorOf, type By } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import type { Bulkable } from '../../resource/bulk/bulkable.ts';
import { differencesOf, entryOf } from './differences.ts';
import { conflictsIn, draftInTurn, draftRows, laidRow, refuseTakenNumbers } from './draft.ts';
import { daily, lay, rowName, rowsNow } from './lay.ts';
import { type Columns, type LaidRow, placeNamed } from './places.ts';

export interface PublishDeps {
  readonly bulkables: () => readonly Bulkable[];
  readonly announce: AnnounceChange;
}

interface NewVersion {
  readonly kind: Exclude<keyof typeof versionKinds, 'saved'>;
  readonly note: string;
  readonly back_to: string | null;
}

/** Makes rows what they are said to be, for good, as one version; in the transaction of whoever wants it. */
async function holdFrom(
  trx: Trx,
  by: By,
  { bulkables, announce }: PublishDeps,
  rows: readonly LaidRow[],
  version: NewVersion,
  leaves: ReadonlySet<string>,
): Promise<string> {
  const actor = actorOf(by);
  const id = newId();
  await sql`insert into routing_version (id, kind, note, back_to, created_by)
    values (${id}, ${version.kind}, ${version.note}, ${version.back_to}, ${actor.accountId})`.execute(trx);
  const changes = await differencesOf(trx, by, bulkables(), rows, () =>
    lay(trx, rows, { by: by.caller.accountId, leaves }),
  );
  await audit(trx, actor, ...changes.map(entryOf), {
    action: version.kind === 'published' ? 'publish' : 'roll-back',
    subject: 'routing_version',
    subjectId: id,
    after: { name: version.note, changes: changes.length },
  });
  const { tenantId } = by.caller;
  // Rules are read by themselves; what they lead to is to be known by then.
  const isRules = ({ screen }: RowChange) => screen === 'inbounds' || screen === 'outbound';
  const inOrder = [...changes.filter((one) => !isRules(one)), ...changes.filter(isRules)];
  for (const [subject, its] of Map.groupBy(inOrder, ({ screen }) => screen)) {
    await announce(trx, { tenantId, subject, ids: its.map((one) => one.id) });
  }
  await announce(trx, { tenantId, subject: 'routing-versions', ids: [id] });
  return id;
}

const nothing: ReadonlySet<string> = new Set();

/** All of the draft holds from now on, and there is none any more. Refused where somebody changed one of its rows besides. */
export async function publish(trx: Trx, by: By, deps: PublishDeps, note: string): Promise<string> {
  await draftInTurn(trx);
  const rows = await draftRows(trx);
  if (rows.length === 0) throw Problem.draftBroken('Bản nháp chưa có thay đổi nào');
  if ((await conflictsIn(trx, rows)).length > 0) {
    throw Problem.draftBroken('Có dòng đã được sửa ngoài bản nháp: hãy chọn giữ bên nào trước khi công bố');
  }
  await trx.deleteFrom('routing_draft_row').execute();
  const id = await holdFrom(trx, by, deps, rows.map(laidRow), { kind: 'published', note, back_to: null }, nothing);
  await refuseTakenNumbers(trx, rows);
  return id;
}

/** What it takes for everything to be as it was in a version: what was before the first change that came behind it. */
export async function rowsBackTo(trx: Trx, versionId: string): Promise<LaidRow[]> {
  const { rows } = await sql<{ place: string; key: string; row: Columns | null }>`
    select distinct on (place, row_key) place, row_key as key, was as row
    from routing_change join routing_version as version using (tenant_id)
    where version.id = routing_change.version_id
      and version.seq > (select seq from routing_version where id = ${versionId})
    order by place, row_key, routing_change.id`.execute(trx);
  const wanted = rows.map(({ place, key, row }) => ({ place: placeNamed(place), key, row }));
  const now = await rowsNow(trx, wanted);
  return wanted.filter(({ place, key, row }) => textOf(row) !== textOf(now.get(rowName(place, key)) ?? null));
}

/** When it was written, and how often, is no difference. */
const textOf = (row: Columns | null): string => {
  const { version: _version, updated_at: _at, updated_by: _by, ...rest } = row ?? { none: true };
  return JSON.stringify(rest);
};

export async function rollBackTo(
  trx: Trx,
  by: By,
  deps: PublishDeps,
  versionId: string,
  note: string,
): Promise<string> {
  // What it takes is seen when nobody else is on the way back, or publishes.
  await draftInTurn(trx);
  const rows = await rowsBackTo(trx, versionId);
  if (rows.length === 0) throw Problem.draftBroken('Cấu hình đang đúng như bản này');
  return holdFrom(trx, by, deps, rows, { kind: 'rolled-back', note, back_to: versionId }, daily);
}
