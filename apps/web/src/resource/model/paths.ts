type Values = Readonly<Record<string, unknown>>;

/** What stands at a field's name; `own.<part>` is a part of the field `own`. */
export function valueAt(values: Values, name: string): unknown {
  const dot = name.indexOf('.');
  if (dot === -1) return values[name];
  const whole = values[name.slice(0, dot)];
  return typeof whole === 'object' && whole !== null ? (whole as Values)[name.slice(dot + 1)] : undefined;
}

/** The values with what stands at some names put in; what else a field has besides these parts stays. */
export function withValues(values: Values, said: readonly (readonly [name: string, value: unknown])[]) {
  const changed: Record<string, unknown> = { ...values };
  for (const [name, value] of said) {
    const dot = name.indexOf('.');
    if (dot === -1) changed[name] = value;
    else {
      const whole = name.slice(0, dot);
      changed[whole] = { ...(changed[whole] as Values | undefined), [name.slice(dot + 1)]: value };
    }
  }
  return changed;
}
