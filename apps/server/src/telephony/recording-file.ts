import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecordingId, TenantId } from '@alo/call-core';

/** Where an engine writes a recording, in its recordings folder. */
export function recordingPath(folder: string, tenant: TenantId, recording: RecordingId | string): string {
  return join(folder, tenant, `${recording}.wav`);
}

const headerBytes = 44;

/**
 * How long and how large a recording is that its engine could not report. The header of a file that was being written may
 * lag behind, so the length is taken from the size. Null when there is no such file, or nothing in it.
 */
export async function measureRecording(path: string): Promise<{ durationMs: number; bytes: number } | null> {
  // A file that cannot be read cannot be played, and counts as none.
  const file = await open(path, 'r').catch(() => null);
  if (file === null) return null;
  try {
    const { size: bytes } = await file.stat();
    const header = Buffer.alloc(headerBytes);
    const { bytesRead } = await file.read(header, 0, headerBytes, 0);
    const bytesPerSecond = bytesRead === headerBytes ? header.readUInt32LE(28) : 0;
    if (bytesPerSecond === 0) return null;
    return { durationMs: Math.round(((bytes - headerBytes) / bytesPerSecond) * 1000), bytes };
  } finally {
    await file.close();
  }
}
