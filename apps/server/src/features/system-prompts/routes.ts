import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { asCompanySays, systemPrompts } from '@alo/call-core';
import { getSystemPrompts, systemPromptFile, updateSystemPrompt } from '@alo/contract';
import { sql } from 'kysely';

import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { ownSounds } from '../../domain/own-sounds.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf } from '../../kernel/by.ts';
import { newId } from '../../kernel/new-id.ts';
import { Problem } from '../../kernel/problem.ts';
import type { AnnounceChange } from '../../resource/announce.ts';

interface Deps {
  readonly db: Db;
  readonly announce: AnnounceChange;
  /** Where the product's own sounds are. */
  readonly promptsFolder: string;
}

/** What the telephone says by itself, and what a company has said instead. */
export function systemPromptRoutes({ db, announce, promptsFolder }: Deps): Route[] {
  const known = (key: string): string => {
    const text = Object.hasOwn(systemPrompts, key) ? systemPrompts[key] : undefined;
    if (text === undefined) throw Problem.notFound();
    return text;
  };
  return [
    route(getSystemPrompts, ({ caller }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const own = new Map((await readOwn(trx)).map(({ key, ...audio }) => [key, audio]));
        const inVoice = await saidInVoice(trx);
        return {
          data: Object.entries(systemPrompts).map(([key, text]) => ({
            key,
            text,
            audio: own.get(key) ?? null,
            in_voice: inVoice(key),
          })),
        };
      }),
    ),

    fileRoute(systemPromptFile, async ({ query: { key } }) => {
      known(key);
      return {
        content: createReadStream(join(promptsFolder, key)),
        name: 'loi-he-thong.wav',
        contentType: 'audio/wav',
        disposition: 'inline',
      };
    }),

    route(updateSystemPrompt, (by) =>
      db.inTenant(by.caller.tenantId, async (trx) => {
        const { key, audio_id, was } = by.body;
        const text = known(key);
        // Two people who change the same text come one after the other.
        await sql`select pg_advisory_xact_lock(hashtextextended(${`system prompt ${by.caller.tenantId} ${key}`}, 0))`.execute(
          trx,
        );
        const said = async () => {
          const { key: _, ...audio } = (await readOwn(trx)).find((one) => one.key === key) ?? { key };
          const inVoice = await saidInVoice(trx);
          return { key, text, audio: 'id' in audio ? audio : null, in_voice: inVoice(key) };
        };
        const before = await said();
        const beforeId = before.audio?.id ?? null;
        if (was !== undefined && was !== beforeId) throw Problem.conflict(before);
        if (audio_id === null) await trx.deleteFrom('system_prompt').where('key', '=', key).execute();
        else {
          const audio = await trx.selectFrom('audio').select('id').where('id', '=', audio_id).executeTakeFirst();
          if (audio === undefined) throw Problem.noSuchChoice({ audio_id: 'Không có âm thanh này' });
          await trx
            .insertInto('system_prompt')
            .values({ id: newId(), key, audio_id })
            .onConflict((conflict) => conflict.constraint('system_prompt_once').doUpdateSet({ audio_id }))
            .execute();
        }
        await audit(trx, actorOf(by), {
          action: 'update',
          subject: 'system_prompt',
          subjectId: by.caller.tenantId,
          before: { key, audio_id: beforeId },
          after: { key, audio_id },
        });
        await announce(trx, { tenantId: by.caller.tenantId, subject: 'system-prompts', ids: [] });
        return said();
      }),
    ),
  ];
}

/** Which texts are said in the company's voice. */
async function saidInVoice(trx: Trx): Promise<(key: string) => boolean> {
  const own = await ownSounds(trx);
  return (key) => {
    const [heard] = asCompanySays(own, [{ kind: 'file', file: key }]);
    return heard?.kind === 'file' && heard.file === own.voice?.[key];
  };
}

const readOwn = (trx: Trx) =>
  trx
    .selectFrom('system_prompt')
    .innerJoin('audio', 'audio.id', 'system_prompt.audio_id')
    .select(['system_prompt.key', 'audio.id', 'audio.source', 'audio.title', 'audio.duration_ms'])
    .execute();
