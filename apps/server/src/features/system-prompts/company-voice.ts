import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import {
  type AudioSource,
  asCompanySays,
  sayDate,
  sayDigits,
  sayMinutes,
  sayMoney,
  sayNumber,
  systemPrompts,
  voiceGroups,
} from '@alo/call-core';
import {
  companyVoiceSample,
  forgetCompanyVoice,
  getCompanyVoice,
  gravestFaults,
  type ResultOf,
  sayCompanyVoice,
  useCompanyVoice,
  type VoiceGroup,
  voiceGroups as voiceGroupNames,
  type voiceSamples,
} from '@alo/contract';
import { sql } from 'kysely';

import type { Sounds } from '../../audio/sounds.ts';
import { joinedWav } from '../../audio/wav.ts';
import { keepSound } from '../../background/keep-sound.ts';
import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { soundsOf, voiceInUse, voiceRows } from '../../domain/own-sounds.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf, type By, shareOf } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';
import type { FileStore } from '../../storage/file-store.ts';
import { promptBytes } from '../../storage/prompt-bytes.ts';
import { clipFaultsOf } from './clip-faults.ts';

interface Deps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  readonly files: Pick<FileStore, 'find' | 'put'>;
  readonly sounds: Pick<Sounds, 'clip'>;
  /** Where the product's own sounds are. */
  readonly promptsFolder: string;
}

// Its names are the groups.
const groups = Object.entries(voiceGroups) as [VoiceGroup, readonly string[]][];
const groupOf = new Map(groups.flatMap(([group, keys]) => keys.map((key) => [key, group] as const)));

/** The voice that a company speaks in: its words, said one by one, and what of it calls are told in. */
export function companyVoiceRoutes({ db, announce, files, sounds, promptsFolder }: Deps): Route[] {
  const changed = async (trx: Trx, by: By, change: { before: object; after: object }) => {
    const { tenantId } = by.caller;
    await audit(trx, actorOf(by), { action: 'update', subject: 'company_voice', subjectId: tenantId, ...change });
    await announce(trx, { tenantId, subject: 'system-prompts', ids: [] });
  };

  return [
    route(getCompanyVoice, ({ caller }) => db.inTenant(caller.tenantId, voiceOfCompany)),

    route(sayCompanyVoice, async (by) => {
      const { key, source } = by.body;
      const { text } = knownClip(key);
      const [upload] = by.files;
      if (upload === undefined) throw Problem.invalid({ file: 'Thông tin không được để trống' });
      const made = await sounds.clip(shareOf(by.caller, 'sounds'), await readFile(upload.path));
      if (!made.ok) throw Problem.invalid({ file: made.why });
      const { measures } = made;
      const about = { source, title: text };
      return await keepSound({ db, files }, by.caller.tenantId, made.wav, about, async (trx, audio) => {
        const measured = {
          level_db: measures.levelDb,
          noise_db: measures.noiseDb,
          clipped: measures.clipped,
          begins_cut: measures.beginsCut,
          ends_cut: measures.endsCut,
          speech_ms: measures.speechMs,
        };
        const before = await turnIn(trx, by).then(() =>
          trx.selectFrom('voice_clip').where('key', '=', key).select('audio_id').executeTakeFirst(),
        );
        await trx
          .insertInto('voice_clip')
          .values({ id: newId(), key, audio_id: audio.id, ...measured })
          .onConflict((conflict) =>
            conflict.constraint('voice_clip_once').doUpdateSet({
              audio_id: audio.id,
              ...measured,
              updated_at: sql<Date>`now()`,
            }),
          )
          .execute();
        // Whoever hears it at the moment hears it to its end: its file stays for a day.
        if (before !== undefined) await trx.deleteFrom('audio').where('id', '=', before.audio_id).execute();
        const voice = await voiceOfCompany(trx);
        await keepWhole(trx, voice);
        await changed(trx, by, {
          before: { key, audio_id: before?.audio_id ?? null },
          after: { key, audio_id: audio.id },
        });
        const clip = voice.clips.find((one) => one.key === key);
        if (clip === undefined) throw new Error(`${key} is in no group of a voice.`);
        return clip;
      });
    }),

    route(useCompanyVoice, (by) =>
      db.inTenant(by.caller.tenantId, async (trx) => {
        await turnIn(trx, by);
        const before = await voiceOfCompany(trx);
        const on = groups.flatMap(([group]) => (by.body.on.includes(group) ? [group] : []));
        const lacking = on.find((group) => !before.whole.includes(group));
        if (lacking !== undefined)
          throw Problem.invalid({ on: `Nhóm “${voiceGroupNames[lacking]}” chưa đủ lời, hoặc có lời phải thu lại` });
        await setOn(trx, on);
        await changed(trx, by, { before: { on: before.on }, after: { on } });
        return { ...before, on };
      }),
    ),

    route(forgetCompanyVoice, (by) =>
      db.inTenant(by.caller.tenantId, async (trx) => {
        await turnIn(trx, by);
        const { on, clips } = await voiceOfCompany(trx);
        await setOn(trx, []);
        await sql`delete from audio using voice_clip as clip where clip.audio_id = audio.id`.execute(trx);
        const said = clips.filter((clip) => clip.said !== null).length;
        await changed(trx, by, { before: { on, clips: said }, after: { on: [], clips: 0 } });
        return {};
      }),
    ),

    fileRoute(companyVoiceSample, async ({ caller, query }) => {
      const said = samples[query.say];
      const voice = soundsOf(await db.inTenant(caller.tenantId, voiceRows));
      const heard = asCompanySays({ voice }, said);
      const keys = heard.flatMap((source) => (source.kind === 'file' ? [source.file] : []));
      if (keys.some((key) => !key.startsWith('company/')))
        throw Problem.invalid({ say: 'Chưa thu đủ các lời của câu này' });
      const wavs = await promptBytes({ files, promptsFolder }, caller.tenantId, keys);
      if (wavs === undefined) throw Problem.notFound();
      return {
        content: Readable.from([joinedWav(wavs)]),
        name: 'nghe-thu.wav',
        contentType: 'audio/wav',
        disposition: 'inline',
      };
    }),
  ];
}

/** What a voice is listened to by, as calls say it. */
const samples: Readonly<Record<keyof typeof voiceSamples, readonly AudioSource[]>> = {
  money: sayMoney(1_250_000),
  day: sayDate({ date: '2025-12-02', weekday: 2 }),
  code: [said('otp'), ...sayDigits('4815')],
  wait: [said('queue-position'), ...sayNumber(21), said('queue-wait'), ...sayMinutes(15 * 60_000)],
};

function said(word: 'otp' | 'queue-position' | 'queue-wait'): AudioSource {
  return { kind: 'file', file: `system/vi/say/${word}.wav` };
}

function knownClip(key: string): { readonly group: VoiceGroup; readonly text: string } {
  const [group, text] = [groupOf.get(key), systemPrompts[key]];
  if (group === undefined || text === undefined) throw Problem.notFound();
  return { group, text };
}

/** Two people who change the voice of a company come one after the other. */
const turnIn = (trx: Trx, { caller }: By) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`voice ${caller.tenantId}`}, 0))`.execute(trx);

async function voiceOfCompany(trx: Trx): Promise<ResultOf<typeof getCompanyVoice>> {
  const rows = await trx
    .selectFrom('voice_clip as clip')
    .innerJoin('audio', 'audio.id', 'clip.audio_id')
    .select(['clip.key', 'clip.level_db', 'clip.noise_db', 'clip.clipped', 'clip.begins_cut', 'clip.ends_cut'])
    .select(['clip.speech_ms', 'audio.id', 'audio.source', 'audio.title', 'audio.duration_ms', 'audio.peaks'])
    .execute();
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const clips = [...groupOf].map(([key, group]) => {
    const { text } = knownClip(key);
    const row = byKey.get(key);
    if (row === undefined) return { key, group, text, said: null };
    const { id, source, title, duration_ms, peaks, level_db, noise_db, speech_ms } = row;
    const audio = { id, source, title, duration_ms, peaks };
    return { key, group, text, said: { audio, level_db, noise_db, speech_ms, faults: clipFaultsOf(row, text) } };
  });
  const isGood = ({ said: one }: (typeof clips)[number]) =>
    one !== null && !one.faults.some((fault) => gravestFaults.includes(fault));
  const whole = groups.flatMap(([group]) =>
    clips.every((clip) => clip.group !== group || isGood(clip)) ? [group] : [],
  );
  const inUse = await voiceInUse(trx);
  return { clips, on: groups.flatMap(([group]) => (inUse.includes(group) ? [group] : [])), whole };
}

/** A group that is no longer whole is heard no more: customers do not hear what has to be said again. */
async function keepWhole(trx: Trx, { on, whole }: ResultOf<typeof getCompanyVoice>): Promise<void> {
  const kept = on.filter((group) => whole.includes(group));
  if (kept.length < on.length) await setOn(trx, kept);
}

const setOn = (trx: Trx, on: readonly VoiceGroup[]) =>
  trx
    .insertInto('company_voice')
    .values({ id: newId(), groups: [...on] })
    .onConflict((conflict) =>
      conflict.constraint('company_voice_once').doUpdateSet({ groups: [...on], updated_at: sql<Date>`now()` }),
    )
    .execute();
