import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes silence, as an engine that was killed leaves a recording. */
export async function writeUnfinishedRecording(path: string, seconds: number): Promise<void> {
  const header = Buffer.alloc(44);
  header.writeUInt32LE(32_000, 28);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, Buffer.concat([header, Buffer.alloc(seconds * 32_000)]));
}
