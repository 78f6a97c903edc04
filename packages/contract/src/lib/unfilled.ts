/** Whether nothing is filled in. */
export const isUnfilled = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
