/** The database is down, refuses connections, is full or too slow. Worth a retry in a second. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
  /** The connection broke behind the word to commit: whether it was done nobody knows. */
  readonly mayBeDone: boolean;

  constructor(message: string, { mayBeDone = false, ...options }: ErrorOptions & { mayBeDone?: boolean } = {}) {
    super(message, options);
    this.mayBeDone = mayBeDone;
  }
}
