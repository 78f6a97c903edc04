/** What is chosen once these are chosen too, or no more. */
export const chosenWith = (chosen: ReadonlySet<string>, these: readonly string[], on: boolean): ReadonlySet<string> =>
  on ? new Set([...chosen, ...these]) : new Set([...chosen].filter((id) => !these.includes(id)));
