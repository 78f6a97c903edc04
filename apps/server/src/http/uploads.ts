/** A file that came with a form; it is gone when the request has been answered. */
export interface UploadedFile {
  /** The form's field. */
  readonly field: string;
  /** As the sender calls it: for people to read, never part of a path. */
  readonly name: string;
  readonly contentType: string;
  /** Where it lies while the request lasts. */
  readonly path: string;
}
