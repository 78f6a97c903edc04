import { type ConsoleMistakeKind, mistakeSizes, type RequestOf, type tellConsoleMistake } from '@alo/contract';

import { ApiProblem } from '../api/problem.ts';

export type Mistake = RequestOf<typeof tellConsoleMistake>['body'];

/** A page tells no more mistakes than these, and each of them once. */
const most = 20;

export interface Mistakes {
  tell: (kind: ConsoleMistakeKind, error: unknown) => void;
}

/** Tells whoever runs the installation of the console's own mistakes. What could not be told is not tried again. */
export function mistakeTeller({
  send,
  path,
  build,
}: {
  send: (mistake: Mistake) => Promise<unknown>;
  /** Where the page is, without what is asked behind `?`. */
  path: () => string;
  build: string;
}): Mistakes {
  const told = new Set<string>();
  return {
    tell(kind, error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      const [text, trace] = [withoutNumbers(message), withoutNumbers(stack)];
      const key = `${kind} ${text} ${trace.slice(0, 300)}`;
      // What a page breaks off, and what the server refuses, is no mistake.
      if (isExpected(error) || told.size >= most || told.has(key)) return;
      told.add(key);
      send({
        kind,
        message: text.slice(0, mistakeSizes.message),
        stack: trace.slice(0, mistakeSizes.stack),
        page: withoutNumbers(path()).slice(0, mistakeSizes.page),
        build,
        request_id: error instanceof ApiProblem ? error.requestId.slice(0, mistakeSizes.request) : '',
      }).catch(() => undefined);
    },
  };
}

const isExpected = (error: unknown): boolean =>
  (error instanceof ApiProblem && error.status < 500) || (error instanceof Error && error.name === 'AbortError');

/** Phone numbers, codes and cards go; line numbers of a script stay. */
const withoutNumbers = (text: string): string => text.replace(/\+?\d(?:[\d .-]{4,}\d)/g, '***');

/** A browser's word that observers of sizes are heard in the next frame (CSSWG, Resize Observer, 3.4): nothing went wrong. */
const isHeardNextFrame = (message: string): boolean => message.startsWith('ResizeObserver loop');

/** Hears what nobody has caught: in scripts, and in promises that nobody waits for. */
export function hearMistakes(page: Pick<Window, 'addEventListener'>, { tell }: Mistakes): void {
  page.addEventListener('error', ({ error, message }) => {
    if (!isHeardNextFrame(message)) tell('script', error ?? message);
  });
  page.addEventListener('unhandledrejection', ({ reason }) => tell('script', reason));
}
