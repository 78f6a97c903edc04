import { json } from 'node:stream/consumers';
import { z } from 'zod';
import { type AriAddress, AriRefused, fetchFile } from './ari/ari.ts';
import { notRunning } from './ari/modules.ts';

/** Of Asterisk's releases the first that takes what we ask over a WebSocket. */
const oldest = [22, 4] as const;

const patienceMs = 5_000;

/** An Asterisk as it is: `missing` are modules that calls need and that do not run. */
export type AsteriskCondition =
  | { readonly is: 'there'; readonly version: string; readonly isTooOld: boolean; readonly missing: readonly string[] }
  | { readonly is: 'unknown to it' }
  | { readonly is: 'away'; readonly why: string };

const info = z.object({ system: z.object({ version: z.string() }) });

/** Asks an Asterisk about itself, from outside of the process that works with it. Never rejects. */
export async function inspectAsterisk(address: Omit<AriAddress, 'app'>): Promise<AsteriskCondition> {
  const signal = AbortSignal.timeout(patienceMs);
  const ask = async (path: string): Promise<unknown> => json(await fetchFile(address, path, signal));
  try {
    const { version } = info.parse(await ask('asterisk/info')).system;
    return { is: 'there', version, isTooOld: isBefore(version), missing: notRunning(await ask('asterisk/modules')) };
  } catch (error) {
    if (error instanceof AriRefused && error.status === 401) return { is: 'unknown to it' };
    return { is: 'away', why: error instanceof Error ? error.message : String(error) };
  }
}

/** `22.10.1~dfsg` is 22.10; what is no number is a build of somebody's own, who will know. */
function isBefore(version: string): boolean {
  const [major, minor] = /(\d+)\.(\d+)/.exec(version)?.slice(1).map(Number) ?? oldest;
  return major !== undefined && minor !== undefined && (major - oldest[0] || minor - oldest[1]) < 0;
}
