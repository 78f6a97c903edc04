/** What was made of a row, and what else it was made of. */
export type Derived<Made> = { readonly of: readonly unknown[]; readonly made: Made };

/** Of thousands only those are made anew that were saved, or whose other rows were. */
export function kept<Row extends object, Made>(
  all: WeakMap<Row, Derived<Made>>,
  row: Row,
  of: readonly unknown[],
  make: () => Made,
): Made {
  const known = all.get(row);
  if (known?.of.every((one, place) => one === of[place])) return known.made;
  const made = make();
  all.set(row, { of, made });
  return made;
}
