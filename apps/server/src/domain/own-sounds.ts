import { type OwnSounds, voiceGroups } from '@alo/call-core';

import type { Trx } from '../db/database.ts';
import { companySound } from './company-sound.ts';

/** Rows of what a company has instead of the product's own sounds. */
export const promptRows = (trx: Trx) =>
  trx.selectFrom('system_prompt').select(['key', 'tenant_id', 'audio_id']).execute();
export const voiceRows = (trx: Trx) => trx.selectFrom('voice_clip').select(['key', 'tenant_id', 'audio_id']).execute();
export const voiceInUse = async (trx: Trx) =>
  (await trx.selectFrom('company_voice').select('groups').executeTakeFirst())?.groups ?? [];

type Row = Awaited<ReturnType<typeof promptRows>>[number];

/** Where the sounds of these rows are, by keys of the prompt store. */
export const soundsOf = (rows: readonly Row[]): Readonly<Record<string, string>> =>
  Object.fromEntries(
    rows.map(({ key, tenant_id: tenantId, audio_id: audioId }) => [key, companySound(tenantId, audioId)]),
  );

/** Of a voice the groups that calls are told in. */
export function voiceOf(rows: readonly Row[], groups: readonly string[]): Readonly<Record<string, string>> {
  const inUse = new Set(Object.entries(voiceGroups).flatMap(([group, keys]) => (groups.includes(group) ? keys : [])));
  return soundsOf(rows.filter(({ key }) => inUse.has(key)));
}

/** What calls of a company are told instead of the product's own sounds. */
export async function ownSounds(trx: Trx): Promise<OwnSounds> {
  return {
    prompts: soundsOf(await promptRows(trx)),
    voice: voiceOf(await voiceRows(trx), await voiceInUse(trx)),
  };
}

/** How long those are heard, in milliseconds, by where they are. */
export async function ownLengths(trx: Trx): Promise<ReadonlyMap<string, number>> {
  const rows = await trx
    .selectFrom('audio')
    .select(['tenant_id', 'id', 'duration_ms'])
    .where(({ or, exists, selectFrom }) =>
      or([
        exists(selectFrom('voice_clip').whereRef('voice_clip.audio_id', '=', 'audio.id')),
        exists(selectFrom('system_prompt').whereRef('system_prompt.audio_id', '=', 'audio.id')),
      ]),
    )
    .execute();
  return new Map(rows.map((row) => [companySound(row.tenant_id, row.id), row.duration_ms]));
}
