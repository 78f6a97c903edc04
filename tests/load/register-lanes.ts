import type { LoadPhone } from './load-phone.ts';

/** Phones that wait for an answer at any time. */
export const LANES = 32;

/** As many at once as there are lanes; each lane has phones of its own, which act in turn. */
export async function inLanes(
  phones: readonly LoadPhone[],
  ms: number,
  act: (phone: LoadPhone) => Promise<boolean>,
): Promise<{ readonly times: readonly number[]; readonly failed: number }> {
  const times: number[] = [];
  let failed = 0;
  const until = performance.now() + ms;
  const lane = async (own: readonly LoadPhone[]): Promise<void> => {
    while (own.length > 0 && performance.now() < until) {
      for (const phone of own) {
        const startedAt = performance.now();
        if (startedAt > until) return;
        if (await act(phone)) times.push(performance.now() - startedAt);
        else failed += 1;
      }
    }
  };
  const lanes = Array.from({ length: LANES }, (_, first) => phones.filter((_phone, at) => at % LANES === first));
  await Promise.all(lanes.map(lane));
  return { times, failed };
}
