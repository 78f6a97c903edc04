/** A process that writes to streams which nobody reads any more, and says by its channel that it goes on. */
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { outliveClosedOutput } from '@alo/engine-host/supervision';
import { openLog } from '../http/log.ts';

outliveClosedOutput();
const log = openLog('info');
process.send?.('here');
await once(process, 'message');
for (let times = 0; times < 3; times += 1) {
  process.stdout.write('out\n');
  process.stderr.write('err\n');
  log.info('log');
  // What fails comes later, as an event.
  await sleep(20);
}
process.send?.('goes on', undefined, {}, () => process.disconnect());
