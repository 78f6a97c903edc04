/** The database is down, refuses connections, is full or too slow. Worth a retry in a second. */
export class DatabaseUnavailable extends Error {
  override readonly name = 'DatabaseUnavailable';
}
