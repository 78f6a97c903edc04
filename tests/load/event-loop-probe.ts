/** Loaded into a process before its program: answers each message of the parent with how late its event loop was since the last. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

let delay = begun();
process.on('message', () => {
  process.send?.({ p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 });
  // A new one: one that is reset twice in a row counts nothing any more.
  delay.disable();
  delay = begun();
});
// The channel alone must not keep the process alive.
process.channel?.unref();

function begun() {
  const begins = monitorEventLoopDelay({ resolution: 5 });
  begins.enable();
  return begins;
}
