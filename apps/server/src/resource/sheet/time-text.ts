const dayMs = 86_400_000;
const two = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

/**
 * `22/11/2026 08:05:09`, of milliseconds of a clock in UTC. The day is remembered: a sheet has a million times, and most of them
 * are of the day of the one before.
 */
export function timeText(): (ms: number) => string {
  let day = Number.NaN;
  let text = '';
  return (ms) => {
    const its = Math.floor(ms / dayMs);
    if (its !== day) {
      const iso = new Date(ms).toISOString();
      day = its;
      text = `${iso.slice(8, 10)}/${iso.slice(5, 7)}/${iso.slice(0, 4)}`;
    }
    const seconds = Math.floor((ms - its * dayMs) / 1_000);
    const minutes = Math.floor(seconds / 60);
    return `${text} ${two[Math.floor(minutes / 60)]}:${two[minutes % 60]}:${two[seconds % 60]}`;
  };
}
