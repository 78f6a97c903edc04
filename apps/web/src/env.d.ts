interface ImportMetaEnv {
  /** Version of the product that the console was built from; undefined where it is not built. */
  readonly ALO_BUILD?: string;
}
