/** Where an engine waits for its server, and the word by which that proves itself. */
export interface LinkAddress {
  readonly socketPath: string;
  readonly token: string;
}
