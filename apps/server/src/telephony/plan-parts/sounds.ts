import { playlistKey, type RoutingPlan } from '@alo/call-core';

import { companySound } from '../../domain/company-sound.ts';
import type { Rows } from '../routing-rows.ts';
import { rowsWith, rowWith } from '../row-lookups.ts';

type Music = Pick<Rows, 'music' | 'musicPieces'>;

/** The key in the prompt store of music that is one piece as it was brought, else the name of a list. */
export function musicOf({ music, musicPieces }: Music, id: string | null): string | undefined {
  const row = rowWith(music, 'id', id);
  if (row === undefined) return undefined;
  const isPlain = row.volume === 100 && rowsWith(musicPieces, 'music_on_hold_id', row.id).length === 0;
  return isPlain ? companySound(row.tenant_id, row.audio_id) : playlistKey(row.id);
}

/** Music that is more than one piece as it was brought. */
export function playlistsOf({ music, musicPieces }: Music): RoutingPlan['playlists'] {
  const lists = music.flatMap(({ id, tenant_id: tenant, audio_id: first, random, volume }) => {
    const name = playlistKey(id);
    if (musicOf({ music, musicPieces }, id) !== name) return [];
    const more = rowsWith(musicPieces, 'music_on_hold_id', id).map((piece) => piece.audio_id);
    const pieces = [first, ...more].map((audio) => companySound(tenant, audio));
    return [[name, { pieces, random, gain: volume / 100 }] as const];
  });
  return Object.fromEntries(lists);
}

/** The key in the prompt store of a greeting of the company's own. */
export function soundOf(rows: Pick<Rows, 'sounds'>, id: string | null): string | undefined {
  const sound = rowWith(rows.sounds, 'id', id);
  return sound && companySound(sound.tenant_id, sound.audio_id);
}

/** The same where several may be played one after the other. */
export function promptOf(rows: Rows, id: string | null): readonly string[] | undefined {
  const sound = soundOf(rows, id);
  return sound === undefined ? undefined : [sound];
}
