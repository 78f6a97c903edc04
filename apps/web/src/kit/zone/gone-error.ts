/** A part of the console that the server has no more, because it was upgraded since the page was loaded. */
export class GoneError extends Error {
  override readonly name = 'GoneError';
}
