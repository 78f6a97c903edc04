/** Where the queue tells its operators how it is. */
export interface QueueLog {
  error(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  debug(fields: object, message: string): void;
}
