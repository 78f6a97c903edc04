import { createMemoryHistory, type RouterHistory } from '@tanstack/react-router';

/** Where the phone is all of a page, its links lead to the console in a tab of its own. */
export function newTabHistory(open: (path: string) => void): RouterHistory {
  const history = createMemoryHistory();
  return Object.assign(history, { push: open, replace: () => undefined });
}
