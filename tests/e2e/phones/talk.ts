import { beforeEach } from 'vitest';

import { mark } from '../support/api.ts';
import type { BrowserPhone } from '../support/browser-phone.ts';
import { isHeardBy } from '../support/heard.ts';
import type { Office } from '../support/office.ts';

/** Before each story both phones are idle. Answers since when calls are the story's own. */
export function startsIdle(here: () => Office): () => number {
  let since = 0;
  beforeEach(async () => {
    const { lan, minh } = here();
    await Promise.all([lan.clear(), minh.clear()]);
    await Promise.all([lan.isIdle(), minh.isIdle()]);
    since = await mark();
  });
  return () => since;
}

/** One calls the other, who answers. */
export async function talk(from: BrowserPhone, to: BrowserPhone, number: string): Promise<void> {
  await from.dial(number);
  await to.shows('Cuộc gọi đến');
  await from.shows('Cuộc gọi đi');
  await to.answer();
  await Promise.all([from.shows('Đã kết nối'), to.shows('Đã kết nối')]);
}

/** Waits until each hears the other. */
export const bothAreHeard = ({ lan, minh }: Office): Promise<void[]> => Promise.all([isHeardBy(lan), isHeardBy(minh)]);
