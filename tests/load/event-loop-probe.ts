/**
 * Loaded into a process before its program: answers each message of the parent with how late its event loop was since the last,
 * and how long the process was on a processor during the longest wait: a loop that waited without working was not held up by
 * the program, but by the machine.
 */
import { createHistogram } from 'node:perf_hooks';

const everyMs = 5;
const waits = createHistogram();
let longest = { ms: 0, onProcessorMs: 0 };
let last = { at: performance.now(), onProcessor: process.cpuUsage() };

setInterval(() => {
  const now = { at: performance.now(), onProcessor: process.cpuUsage(last.onProcessor) };
  const ms = now.at - last.at;
  waits.record(Math.max(1, Math.round(ms * 1e6)));
  if (ms > longest.ms) longest = { ms, onProcessorMs: (now.onProcessor.user + now.onProcessor.system) / 1_000 };
  last = { at: now.at, onProcessor: process.cpuUsage() };
}, everyMs).unref();

process.on('message', (message) => {
  const { asked } = Object(message) as { readonly asked?: unknown };
  if (asked === undefined) return;
  const [p50, p99] = [50, 99].map((share) => waits.percentile(share) / 1e6);
  process.send?.({ asked, p50, p99, max: longest.ms, onProcessor: longest.onProcessorMs });
  waits.reset();
  longest = { ms: 0, onProcessorMs: 0 };
});
// The channel alone must not keep the process alive.
process.channel?.unref();
