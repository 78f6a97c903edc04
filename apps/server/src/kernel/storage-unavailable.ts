/** The bucket does not answer, or takes nothing: worth another try in a while. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}
