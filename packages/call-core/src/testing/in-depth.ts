/**
 * Of so many cases that are made by chance, others in each run, a quarter; `npm run test:long` has all of them. As `@alo/testing/in-depth`,
 * which is above this package.
 */
export const someRuns = (count: number): number => (process.env['ALO_TESTS'] === 'all' ? count : Math.ceil(count / 4));
