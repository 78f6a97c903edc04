import { round } from './generator.ts';

/** Turns with the loop as fast as it goes, and notes the longest. */
export function watchLoop() {
  const from = performance.now();
  let [wall, cpu] = [from, cpuMs()];
  let [longest, longestCpu] = [0, 0];
  let stopped = false;
  const turn = () => {
    const [now, used] = [performance.now(), cpuMs()];
    longest = Math.max(longest, now - wall);
    longestCpu = Math.max(longestCpu, used - cpu);
    [wall, cpu] = [now, used];
    if (!stopped) setImmediate(turn);
  };
  setImmediate(turn);
  return {
    stop() {
      stopped = true;
      turn();
      return {
        tookMs: round(performance.now() - from, 0),
        longestStopMs: round(longest, 1),
        longestTurnCpuMs: round(longestCpu, 1),
      };
    },
  };
}

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}
