/**
 * An object whose parts are made when they are first asked for, and then stay. Most of what a contract can say is never asked of it
 * by one page: a schema that nobody needs costs nothing.
 */
export function lazily<Parts extends object>(makers: { readonly [Part in keyof Parts]: () => Parts[Part] }): Parts {
  const parts = {};
  for (const [name, make] of Object.entries<() => unknown>(makers)) {
    Object.defineProperty(parts, name, {
      enumerable: true,
      configurable: true,
      get() {
        const value = make();
        Object.defineProperty(parts, name, { enumerable: true, configurable: true, writable: true, value });
        return value;
      },
    });
  }
  // Every part of `makers` is a part now.
  return parts as Parts;
}
