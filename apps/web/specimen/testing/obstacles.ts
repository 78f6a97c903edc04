import axe from 'axe-core';
import { expect } from 'vitest';
import { commands, page } from 'vitest/browser';

declare module 'vitest/browser' {
  interface BrowserCommands {
    /** What the system of whoever looks prefers. */
    colourScheme: (scheme: 'light' | 'dark') => Promise<void>;
  }
}

/** Wide enough for a table, and a phone. */
const sizes: Record<'wide' | 'narrow', [width: number, height: number]> = { wide: [1280, 900], narrow: [390, 844] };

/** Nothing that is shown stands in anybody's way, light and dark, wide and on a phone, and nothing has to be pushed to and fro. */
export async function expectGoodLooks(): Promise<void> {
  const seen: object[] = [];
  try {
    for (const size of ['wide', 'narrow'] as const) {
      await page.viewport(...sizes[size]);
      for (const scheme of ['light', 'dark'] as const) {
        await commands.colourScheme(scheme);
        await painted();
        // In other colours the same page can differ in its contrast alone.
        const obstacles = await obstaclesIn(scheme === 'light' ? undefined : ['color-contrast']);
        for (const obstacle of [...obstacles, ...tooWide()]) seen.push({ size, scheme, ...obstacle });
      }
    }
  } finally {
    await page.viewport(...sizes.wide);
    await commands.colourScheme('light');
  }
  expect(seen).toEqual([]);
}

/** axe-core's findings for WCAG 2.2 A and AA and its best practices, but for what is about whole pages. */
async function obstaclesIn(only?: string[]): Promise<object[]> {
  const ofPages = {
    region: { enabled: false },
    'page-has-heading-one': { enabled: false },
    'landmark-one-main': { enabled: false },
  };
  const { violations } = await axe.run(document.body, {
    resultTypes: ['violations'],
    ...(only === undefined
      ? { rules: { 'label-content-name-mismatch': { enabled: true }, ...ofPages } }
      : { runOnly: { type: 'rule', values: only } }),
  });
  return violations.map(({ id, nodes }) => ({
    rule: id,
    nodes: nodes.map(({ html, failureSummary }) => `${html.slice(0, 160)} :: ${failureSummary}`),
  }));
}

const tooWide = (): object[] =>
  [document.documentElement, ...document.querySelectorAll('div:has(> table)')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map(({ tagName, scrollWidth, clientWidth }) => ({ tooWide: `${tagName} ${scrollWidth} in ${clientWidth}` }));

/** The fonts are there, and what was changed is painted. */
async function painted(): Promise<void> {
  await document.fonts.ready;
  for (let frame = 0; frame < 3; frame += 1) await new Promise((resolve) => requestAnimationFrame(resolve));
}
