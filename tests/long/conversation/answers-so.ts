import type { Page } from 'playwright-core';

export type Answer = Record<string, unknown>;

/** Every answer to an address is changed, as another version of the server may have it. */
export const answersSo = (page: Page, address: string, change: (answer: Answer) => Answer): Promise<unknown> =>
  page.route(address, async (route) => {
    const response = await route.fetch();
    const answer: unknown = await response.json();
    await route.fulfill({ response, json: change(Object(answer)) });
  });

export const conversations = ({ data }: Answer): readonly Answer[] => (Array.isArray(data) ? data : []);
