// A process that records two desk phones until it is killed, and says how many milliseconds it has. argv: prompts folder, recordings folder.
import type { RecordingId, TenantId } from '@alo/call-core';
import { createMediaPlane } from '../create-media-plane.ts';
import { connectedPhone } from './phones.ts';
import { together } from './together.ts';

const [folder = ''] = process.argv.slice(2);
const plane = await createMediaPlane({
  bindAddress: '127.0.0.1',
  icePort: 0,
  promptsFolder: folder,
  recordingsFolder: folder,
  log: { warn: (_fields, message) => process.stderr.write(`${message}\n`) },
});
const [a, b] = [plane.rtpLeg(), plane.rtpLeg()];
const [lan, minh] = [await connectedPhone(a), await connectedPhone(b)];
lan.voice.speak(500);
minh.voice.speak(900);
// Ids of a test: any string serves.
plane.record({ tenant: 'demo' as TenantId, recording: 'killed' as RecordingId }, together(plane, a, b));
const start = performance.now();
setInterval(() => process.stdout.write(`${Math.round(performance.now() - start)}\n`), 20);
