import type { FileKey } from './file-store.ts';

/** The name of the bucket among those who hold copies; the others are ids of folders. */
export const bucketHolder = 'bucket';

/** What the bucket has of a file, as it lies there. */
export interface KeptCopy {
  readonly sha256: string;
  /** What it is called there behind its name; `''` of a file that lies as it is. */
  readonly suffix: string;
}

/**
 * Who has a copy of which file, where several machines have some. Every step is written down before it is done, so that whoever dies in
 * between is followed by somebody who knows where it was; and a file that goes is sent nowhere until every holder has said that it is gone.
 */
export interface FileCopies {
  /** A file is on its way to the bucket, or to this folder. False where it is to be removed. */
  sending(key: FileKey, to: string): Promise<boolean>;
  /** It is there. False where it was to be removed meanwhile: then whoever brought it removes it again. */
  kept(key: FileKey, to: string, copy: KeptCopy): Promise<boolean>;
  /** The bucket has other bytes of it now. False where it is to be removed. */
  replaced(key: FileKey, copy: KeptCopy): Promise<boolean>;
  /** What the bucket has of it; undefined of what was never sent, or is to be removed. */
  keptOf(key: FileKey): Promise<KeptCopy | undefined>;
  /**
   * The file goes, from the bucket where there is one and from every other folder. Answers who sends it to the bucket at this moment,
   * and will remove it there; '' for nobody.
   */
  goes(key: FileKey, from: { readonly bucket: boolean }): Promise<string>;
  /** A holder has it no more. */
  gone(key: FileKey, holder: string): Promise<void>;
  /** Asks the other folders for a file that is on its way. False where there is none that could have it. */
  want(key: FileKey): Promise<boolean>;
}
