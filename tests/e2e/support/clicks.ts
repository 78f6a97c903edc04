import type { BrowserPhone } from './browser-phone.ts';

/** Counts from here on how often a person presses the mouse in their page; keys are no clicks. */
export const countClicks = ({ page }: Pick<BrowserPhone, 'page'>): Promise<void> =>
  page.evaluate(() => {
    const { dataset } = document.documentElement;
    dataset['clicks'] = '0';
    if (dataset['clicksCounted'] !== undefined) return;
    dataset['clicksCounted'] = '';
    document.addEventListener('pointerdown', () => (dataset['clicks'] = `${Number(dataset['clicks']) + 1}`), true);
  });

export const clicksOn = ({ page }: Pick<BrowserPhone, 'page'>): Promise<number> =>
  page.evaluate(() => Number(document.documentElement.dataset['clicks']));

/** Counts from here on how often a person presses the mouse in a page, whatever is loaded in it meanwhile; answers the sum so far. */
export async function everyClickOf({ page }: Pick<BrowserPhone, 'page'>): Promise<() => number> {
  let clicks = 0;
  await page.exposeFunction('pressedTheMouse', () => {
    clicks += 1;
  });
  const listen = "document.addEventListener('pointerdown', () => void pressedTheMouse(), true)";
  await page.addInitScript(listen);
  await page.evaluate(listen);
  return () => clicks;
}
