import { hasCode } from './has-code.ts';

/** A package that is read when it is first wanted is not there: packages are replaced under this process, or were (`npm ci`). */
export class PackagesReplaced extends Error {
  override readonly name = 'PackagesReplaced';

  constructor(cause: unknown) {
    // Node.js remembers for good that it did not find a package.
    super('The packages were replaced while this process ran; it is whole again after npm start.', { cause });
  }
}

/** Loads a library for who wants it first. Rejects with `PackagesReplaced` where it is not there. */
export const onDemand =
  <T>(load: () => Promise<T>) =>
  (): Promise<T> =>
    load().catch((error: unknown) => {
      throw hasCode(error, 'ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND') ? new PackagesReplaced(error) : error;
    });
