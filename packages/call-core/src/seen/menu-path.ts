/** A menu that a caller came to, and what they pressed there; '' where they pressed nothing that led on. */
export type MenuStep = { readonly menu: string; readonly keys: string };

/** The menus that a call went through, in their order, as its trace tells. */
export function wayThroughMenus({
  trace,
}: {
  readonly trace: readonly { readonly kind: string; readonly detail: Readonly<Partial<Record<string, string>>> }[];
}): readonly MenuStep[] {
  const steps: MenuStep[] = [];
  for (const { kind, detail } of trace) {
    const { menu, keys, tries } = detail;
    // A caller who is asked again has gone nowhere.
    if (kind !== 'destination' || menu === undefined || tries !== undefined) continue;
    if (keys === undefined) steps.push({ menu, keys: '' });
    else steps.splice(-1, 1, { menu, keys });
  }
  return steps;
}
