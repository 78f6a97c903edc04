import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EngineEvent } from '@alo/call-core';
import type { HostedEngine } from '@alo/engine-host';

import { createSipEngine } from '../index.ts';

type Options = Omit<Parameters<typeof createSipEngine>[0], 'files' | 'sipPort'>;

/** An engine on a port of its own that takes calls, with folders of its own; each of its events is told and taken. */
export async function startedEngine(
  onEvent: (event: EngineEvent) => void,
  options: Options = {},
): Promise<HostedEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'alo-engine-'));
  const files = { promptsFolder: folder, recordingsFolder: folder };
  const engine = createSipEngine({ ...options, files, sipPort: 0 });
  await engine.start();
  engine.onEvent((_tenant, event, receipt) => {
    onEvent(event);
    receipt.taken();
  });
  await engine.open();
  return engine;
}
