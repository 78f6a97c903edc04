import { stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Where recordings are kept: `<folder>/<tenant>/<recording>.wav`, as the engine port says. */
export interface RecordingFiles {
  /** The file's path; undefined where it is not there. */
  find(tenantId: string, recordingId: string): Promise<string | undefined>;
}

export const recordingFiles = (folder: string): RecordingFiles => ({
  async find(tenantId, recordingId) {
    // Both come from our own rows; a name that could leave the folder names no recording.
    if (!/^[\w.-]+$/.test(recordingId) || recordingId.startsWith('.')) return undefined;
    const path = join(folder, tenantId, `${recordingId}.wav`);
    const found = await stat(path).then(
      (entry) => entry.isFile(),
      () => false,
    );
    return found ? path : undefined;
  },
});
