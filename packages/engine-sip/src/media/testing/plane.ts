import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMediaPlane, type LocalPlane } from '../create-media-plane.ts';
import type { MediaPlaneOptions } from '../media-plane.ts';

export interface TestPlane extends AsyncDisposable {
  readonly plane: LocalPlane;
  /** Holds `prompts` and `recordings`; removed at the end. */
  readonly folder: string;
  readonly warnings: string[];
}

/** A plane on 127.0.0.1 with folders of its own. */
export async function testPlane(options: Partial<MediaPlaneOptions> = {}): Promise<TestPlane> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-media-'));
  const warnings: string[] = [];
  const plane = await createMediaPlane({
    bindAddress: '127.0.0.1',
    icePort: 0,
    promptsFolder: join(folder, 'prompts'),
    recordingsFolder: join(folder, 'recordings'),
    log: { warn: (_fields, message) => void warnings.push(message) },
    ...options,
  });
  return {
    plane,
    folder,
    warnings,
    async [Symbol.asyncDispose]() {
      await plane.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Resolves when `condition` holds; rejects after `timeoutMs`. */
export async function until(condition: () => boolean, timeoutMs = 60_000): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > end) throw new Error(`not within ${timeoutMs} ms: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
