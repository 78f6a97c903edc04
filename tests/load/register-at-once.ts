import { round } from './generator.ts';
import type { LoadPhone } from './load-phone.ts';

/** So many phones connect and do the same at once; how long each took that succeeded, in ms. They are gone afterwards. */
export async function registerAtOnce(
  count: number,
  open: (index: number) => Promise<LoadPhone>,
  act: (phone: LoadPhone) => Promise<boolean>,
): Promise<{ readonly seconds: number; readonly times: readonly number[]; readonly failed: number }> {
  const phones: LoadPhone[] = [];
  const from = performance.now();
  const times = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      try {
        const phone = await open(index);
        phones.push(phone);
        return (await act(phone)) ? performance.now() - from : undefined;
      } catch {
        return undefined; // Refused or cut off: it is counted.
      }
    }),
  );
  const seconds = round((performance.now() - from) / 1000, 2);
  for (const phone of phones) phone.close();
  const good = times.filter((time) => time !== undefined);
  return { seconds, times: good, failed: count - good.length };
}
