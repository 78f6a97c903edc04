/**
 * Who may have the focus. Nothing takes it from somebody who is typing, nor from what marks itself with `data-keeps-focus`
 * (a ringing call's answer button).
 */
const kept =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';

/** Gives an element the focus, unless somebody is busy elsewhere. `inside` is what is going away or gave the order. */
export function focusGently(element: HTMLElement | null | undefined, inside?: Element | null): void {
  // The phone may stand in a window of its own.
  const now = (element?.ownerDocument ?? document).activeElement;
  const busy = now !== null && now.matches(`${kept}, [data-keeps-focus]`) && inside?.contains(now) !== true;
  if (!busy) element?.focus({ preventScroll: false });
}

/** The first control of a form that can be used. */
export const firstControl = (within: Element | null | undefined): HTMLElement | undefined =>
  [...(within?.querySelectorAll<HTMLElement>('input:not([type="hidden"]), select, textarea') ?? [])].find(
    (control) => !control.matches(':disabled') && control.tabIndex >= 0,
  );

/** The first control that has a mistake, or stands for a group that has one. */
export function firstWrong(within: Element | null | undefined): HTMLElement | undefined {
  const wrong = within?.querySelector<HTMLElement>('[aria-invalid="true"], fieldset[data-invalid]');
  if (!wrong?.matches('fieldset')) return wrong ?? undefined;
  return (
    wrong.querySelector<HTMLElement>('[aria-invalid="true"]') ??
    firstControl(wrong) ??
    wrong.querySelector<HTMLElement>('button') ??
    undefined
  );
}
