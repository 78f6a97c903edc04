/** Loaded into a process before its program: answers each message of the parent with how late its event loop was since the last. */
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on('message', () => {
  process.send?.({ p50: delay.percentile(50) / 1e6, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 });
  delay.reset();
});
// The channel alone must not keep the process alive.
process.channel?.unref();
