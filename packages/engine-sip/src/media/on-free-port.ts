import { createMediaPlane, type LocalPlane } from './create-media-plane.ts';
import type { MediaPlaneOptions } from './media-plane.ts';

/** So many ports are tried after the one that is wished for: an engine before this one, or another process of this one, may have it. */
const icePortsToTry = 100;

/** Starts the media of a process, with the wanted port for browsers, the next free one, or any where 0 is wanted. */
export async function mediaOnFreePort(
  wanted: number,
  options: Omit<MediaPlaneOptions, 'icePort'>,
): Promise<LocalPlane> {
  for (let attempt = 0; ; attempt += 1) {
    const icePort = wanted === 0 ? 0 : wanted + attempt;
    try {
      return await createMediaPlane({ ...options, icePort });
    } catch (error) {
      if (wanted === 0 || attempt >= icePortsToTry) throw error;
      options.log.warn({ port: icePort }, 'the port for the audio of browsers is taken: the next one is tried');
    }
  }
}
