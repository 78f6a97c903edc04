/** Why a file is not taken, in words for who brought it. */
export class BadFile extends Error {
  override readonly name = 'BadFile';
}

export const badFile = (message: string): BadFile => new BadFile(message);
