import { readFile } from 'node:fs/promises';
import { addAudio, audioFile, getAudio, speakAudio } from '@alo/contract';

import type { Made, Sounds } from '../../audio/sounds.ts';
import { keepSound } from '../../background/keep-sound.ts';
import { audit } from '../../db/audit.ts';
import type { Db, Trx } from '../../db/database.ts';
import { soundFile } from '../../domain/company-sound.ts';
import { fileRoute, type Route, route } from '../../http/route.ts';
import { actorOf, type By, shareOf } from '../../kernel/by.ts';
import { Problem } from '../../kernel/problem.ts';
import type { FileKey, FileStore } from '../../storage/file-store.ts';

interface Deps {
  readonly db: Db;
  readonly files: FileStore;
  readonly sounds: Sounds;
}

const keyOf = (tenantId: string, id: string): FileKey => ({ area: 'prompts', tenantId, name: soundFile(id) });

/** Keeps a sound, or says beside its field why there is none. */
const keeper =
  (deps: Pick<Deps, 'db' | 'files'>) =>
  async (
    by: By,
    field: string,
    made: Made,
    about: { source: 'file' | 'recording' | 'speech'; title: string; voice: string },
  ) => {
    if (!made.ok) throw Problem.invalid({ [field]: made.why });
    return await keepSound(deps, by.caller.tenantId, made.wav, about, async (trx, row) => {
      const { peaks: _, ...after } = row;
      await audit(trx, actorOf(by), { action: 'create', subject: 'audio', subjectId: row.id, after });
      const { voice: __, ...answer } = row;
      return answer;
    });
  };

/** Has words spoken and keeps them; what goes wrong is said beside `field`. */
export const speaker = ({ sounds, ...deps }: Deps) => {
  const keep = keeper(deps);
  return async (by: By, text: string, voice: Parameters<Sounds['speak']>[2], field = 'text') =>
    await keep(by, field, await sounds.speak(shareOf(by.caller, 'sounds'), text, voice), {
      source: 'speech',
      title: text,
      voice,
    });
};

/** Sounds that companies bring, or have spoken; which greeting or music they are is said by its own form. */
export function audioRoutes(deps: Deps): Route[] {
  const { db, files, sounds } = deps;
  const keep = keeper(deps);
  const speak = speaker(deps);

  return [
    route(addAudio, async (by) => {
      const [upload] = by.files;
      if (upload === undefined) throw Problem.invalid({ file: 'Thông tin không được để trống' });
      const made = await sounds.convert(shareOf(by.caller, 'sounds'), await readFile(upload.path));
      return await keep(by, 'file', made, { source: by.body.source, title: upload.name.slice(0, 200), voice: '' });
    }),

    route(speakAudio, (by) => speak(by, by.body.text, by.body.voice)),

    route(getAudio, ({ caller, params }) =>
      db.inTenant(caller.tenantId, async (trx) => {
        const found = await readAudio(trx, params.id);
        if (found === undefined) throw Problem.notFound();
        return found;
      }),
    ),

    fileRoute(audioFile, async ({ caller, params }) => {
      const known = await db.inTenant(caller.tenantId, (trx) => readAudio(trx, params.id));
      const stored = known && (await files.find(keyOf(caller.tenantId, known.id)));
      if (stored === undefined) throw Problem.notFound();
      return { stored, name: `am-thanh-${params.id}.wav`, contentType: 'audio/wav', disposition: 'inline' };
    }),
  ];
}

const readAudio = (trx: Trx, id: string) =>
  trx
    .selectFrom('audio')
    .select(['id', 'source', 'title', 'duration_ms', 'bytes', 'peaks'])
    .where('id', '=', id)
    .executeTakeFirst();
