/** What the database does not keep, and calls: they forget a person as well. */
export interface OutsideDatabase {
  /** Rows that the database refused lie in a file: those go of which this is said. */
  forgetAside(tenantId: string, isGone: (line: string) => boolean): Promise<unknown>;
  /** Calls were erased: the process that runs the company's calls forgets them, too. */
  callsErased(tenantId: string): void;
}
