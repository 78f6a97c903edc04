import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { hasCode } from '../kernel/has-code.ts';
import { inTurn } from '../kernel/in-turn.ts';
import type { ServerKey } from '../kernel/key-ring.ts';
import { bucketHolder, type FileCopies } from './file-copies.ts';
import { type FileKey, type FileStore, pathOf, type StoredFile } from './file-store.ts';
import { folderStore } from './folder-store.ts';
import { type S3Settings, s3Store } from './s3-store.ts';
import { type SealedKeys, sealedKeys } from './sealed-keys.ts';
import { formsOf, type SealedStore, sealedStore } from './sealed-store.ts';
import { isSound, once, type RecordingFiles } from './small/recording-files.ts';
import { asWav } from './small/small-recording.ts';

interface FilesSettings {
  readonly dataFolder: string;
  readonly s3: S3Settings | undefined;
  readonly sealsRecordings: boolean;
}

/** The installation's files, and the keys of those that an engine plays. */
type InstallationFiles = RecordingFiles & Pick<SealedStore, 'seal'> & Pick<SealedKeys, 'keyOf'>;

/** So long a file that lies on another machine is waited for: that one sends it at once. */
const elsewhereMs = 10_000;
const lookMs = 200;

/**
 * Files where the configuration wants them. The engine writes recordings into the data folder and plays prompts from it, whatever it
 * says; from there `moveFiles` takes them to the bucket. So they are looked for here first, then there, and then with the other
 * machines, which send what they have yet. Where recordings are sealed, the engine's are when they are whole (`seal`), and lie sealed in
 * the bucket.
 */
export function openFiles(
  { dataFolder, s3, sealsRecordings }: FilesSettings,
  serverKey: ServerKey,
  copies?: FileCopies,
): InstallationFiles {
  const { keyOf, mayGo } = sealedKeys(dataFolder, serverKey);
  const sealing = { serverKey, seals: sealsRecordings };
  const here = sealedStore(folderStore(dataFolder), { ...sealing, mayGo });
  const turns = inTurn();
  const inBucket = s3 && s3Store(s3);
  const bucket = inBucket && sealedStore(inBucket, sealing);

  async function kept(key: FileKey): Promise<StoredFile | undefined> {
    const local = await here.find(key);
    if (bucket === undefined) return local;
    if (local !== undefined) return orMoved(local, () => bucket.find(key));
    return (await bucket.find(key)) ?? (await fromElsewhere(bucket, copies, key));
  }

  return {
    // A sound is played from here. What is made of a recording is as far as the recording may be.
    put: (key, content) => (key.area === 'prompts' ? here : (bucket ?? here)).put(key, content),
    async find(key) {
      const file = await kept(key);
      return file !== undefined && isSound(key) ? asWav(file) : file;
    },
    kept,
    async isSettled(key) {
      if (bucket === undefined) return here.isSettled(key);
      return (await copies?.keptOf(key)) !== undefined && (await here.find(key)) === undefined;
    },
    async replace(key, content) {
      if (bucket === undefined || inBucket === undefined) {
        await here.put(key, once(content));
        return true;
      }
      await bucket.put(key, once(content));
      for (const form of formsOf(key)) {
        const lying = await inBucket.find(form);
        if (lying === undefined) continue;
        const copy = { sha256: await digestOf(lying), suffix: form.name.slice(key.name.length) };
        if ((await copies?.replaced(key, copy)) !== false) return true;
      }
      // Erased meanwhile.
      await removeWith(bucket, key);
      return false;
    },
    async remove(key) {
      const sender = (await copies?.goes(key, { bucket: bucket !== undefined })) ?? '';
      await removeWith(here, key);
      // Whoever sends it at this moment removes it when it is there.
      if (bucket === undefined || sender !== '') return;
      await removeWith(bucket, key);
      await copies?.gone(key, bucketHolder);
    },
    // Whoever comes second finds it sealed.
    seal: (key) => turns(pathOf(key) ?? '', () => here.seal(key)),
    keyOf,
  };
}

async function digestOf(file: StoredFile): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of await file.read()) hash.update(chunk);
  return hash.digest('hex');
}

/** Where the peaks of a recording are kept, which go with it. */
export const peaksOf = (recording: FileKey): FileKey => ({ ...recording, name: `${recording.name}.peaks.json` });

/** Removes a file with what was made of it. */
async function removeWith(store: Pick<FileStore, 'remove'>, key: FileKey): Promise<void> {
  for (const one of key.area === 'recordings' ? [key, peaksOf(key)] : [key]) await store.remove(one);
}

/** The same file, read in the bucket where it was moved there since it was found. */
function orMoved(file: StoredFile, moved: () => Promise<StoredFile | undefined>): StoredFile {
  return {
    bytes: file.bytes,
    async read(part) {
      try {
        return await file.read(part);
      } catch (error) {
        const now = hasCode(error, 'ENOENT') ? await moved() : undefined;
        if (now === undefined) throw error;
        return now.read(part);
      }
    },
  };
}

/** A file that a folder of another machine has yet: that one is asked to send it, and is waited for. */
async function fromElsewhere(
  bucket: FileStore,
  copies: FileCopies | undefined,
  key: FileKey,
): Promise<StoredFile | undefined> {
  const isMoved = (key.area === 'recordings' || key.area === 'prompts') && key.name.endsWith('.wav');
  if (copies === undefined || !isMoved || !(await copies.want(key))) return undefined;
  for (const until = performance.now() + elsewhereMs; performance.now() < until; await sleep(lookMs)) {
    if ((await copies.keptOf(key)) !== undefined) return bucket.find(key);
  }
  return undefined;
}
