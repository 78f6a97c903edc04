/** Where sounds are, for us and for Asterisk, which may live in a file system of its own. */
export interface SoundFolders {
  readonly here: string;
  readonly there: string;
}
