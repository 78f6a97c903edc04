import type { Browser, Page } from 'playwright-core';

import { launch, openPage, signIn } from './browser-phone.ts';
import { type PersonName, people } from './people.ts';
import { type Product, startProduct } from './product.ts';

/** The running product with a browser before it: what stories of pages begin with. */
export interface Stage {
  readonly product: Product;
  readonly address: string;
  readonly browser: Browser;
  /** A page of a browser that knows nobody else, in which somebody has signed in and is where they begin. */
  signedIn(name: PersonName): Promise<Page>;
  close(): Promise<void>;
}

export async function openStage({
  environment = {},
}: {
  environment?: Readonly<Record<string, string>>;
} = {}): Promise<Stage> {
  const product = await startProduct(environment);
  try {
    const { address } = product;
    const browser = await launch();
    return {
      product,
      address,
      browser,
      async signedIn(name) {
        const page = await openPage(browser);
        await signIn(page, address, name);
        await page.waitForURL(`**${people[name].home}`);
        return page;
      },
      async close() {
        await browser.close();
        await product.close();
      },
    };
  } catch (error) {
    await product.close();
    throw error;
  }
}

/** Prints what the pages showed, and what the product said, when a story failed. */
export async function tellOfFailure(
  { result }: { readonly result?: { readonly state: string } | undefined },
  { product }: Stage,
  pages: readonly Page[],
): Promise<void> {
  if (result?.state !== 'fail') return;
  for (const page of pages) console.error(page.url(), await page.locator('body').innerText());
  console.error(product.output().slice(-8_000));
}
